#!/bin/sh
# Runs the last steps of the Dockerfile in an empty Debian system, where no container can be built:
#     make dist && sudo tools/empty_root.sh /var/lib/empty
# It needs mmdebstrap, root, and the .venv and Chromium of `make test`. It installs the wheel there, starts a server and asks for the page
# and a table, then starts `inkrail play`, and a browser outside plays a whole game against the usual bot. It prints how long each step took.
set -eu
root=${1:?the folder of the new system, which must not exist}
pins=$(mktemp)
sed -n 's/^\([a-z0-9.-]*==[^ ;]*\).*/\1/p' requirements.lock > "$pins"

began=$(date +%s)
took() {
	echo "$1: $(($(date +%s) - began)) seconds"
	began=$(date +%s)
}

test -d "$root" || mmdebstrap --quiet --variant=minbase --include=python3,python3-venv,ca-certificates bookworm "$root"
took 'an empty Debian with Python'
mkdir -p "$root/opt/dist"
cp dist/inkrail-*.whl "$pins" "$root/opt/dist"
mv "$root/opt/dist/$(basename "$pins")" "$root/opt/dist/pins.txt"

# Where this machine keeps its packages, if not in the usual index.
settings=$(mktemp)
${PIP:-pip} config list 2>/dev/null | sed -n "s/^global\.\([a-z-]*\)='\(.*\)'/\1 = \2/p" > "$settings"
{ echo '[global]'; cat "$settings"; } > "$root/etc/pip.conf"
for folder in $(tr ' ' '\n' < "$settings" | sed -n 's#^file://\(/[^/]*/[^/]*\).*#\1#p; s#^\(/opt/[^/]*\)$#\1#p' | sort -u); do
	mkdir -p "$root$folder"
	mount --bind "$folder" "$root$folder"
	mounted="${mounted:-} $root$folder"
done
cp /etc/resolv.conf "$root/etc/resolv.conf"
cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/ca-certificates.crt"
mount --bind /dev "$root/dev"
trap 'test -z "${player:-}" || { kill "$player" && wait "$player"; } || true; for place in ${mounted:-} "$root/dev"; do umount "$place"; done; rm -f "$pins" "$settings"' EXIT

chroot "$root" /bin/sh -eu <<'STEPS'
export HOME=/data
python3 -m venv /opt/inkrail
/opt/inkrail/bin/pip install --quiet --no-cache-dir --only-binary :all: --constraint /opt/dist/pins.txt \
	"$(ls /opt/dist/*.whl)[server,bots]"
id inkrail >/dev/null 2>&1 || useradd --system --create-home --home-dir /data inkrail
STEPS
took 'the wheel installed'

chroot "$root" /bin/sh -eu <<'STEPS'
export HOME=/data
export PATH=/opt/inkrail/bin:$PATH INKRAIL_DATABASE=/data/games.sqlite3 NUMBA_CACHE_DIR=/data/compiled
setpriv --reuid inkrail --regid inkrail --clear-groups inkrail serve --port 8377 2>/data/log &
server=$!
python3 - <<'ASK'
import json, time, urllib.request
address = "http://127.0.0.1:8377"
began = time.monotonic()
while True:
    try:
        page = urllib.request.urlopen(f"{address}/").read()
        break
    except OSError:
        if time.monotonic() - began > 300:
            raise
        time.sleep(0.2)
print(f"the page after {time.monotonic() - began:.1f} seconds:", len(page), "bytes")
assert b"<script" in page
seats = [{"kind": "human"}, {"kind": "bot", "bot": "casual"}]
body = json.dumps({"name": "Ann", "seats": seats}).encode()
request = urllib.request.Request(f"{address}/api/tables", body, {"Content-Type": "application/json"})
print("a table with a bot:", urllib.request.urlopen(request).status)
ASK
kill "$server"
wait "$server" || true
test -f /data/games.sqlite3
echo "the server has ended, and its games are in /data/games.sqlite3"
STEPS
took 'a server started, asked and ended'

# A bot that is still compiling when everybody waits for it is replaced for a round before the browser gives up.
chroot "$root" setpriv --reuid inkrail --regid inkrail --clear-groups env -i HOME=/data LANG=C.UTF-8 INKRAIL_BOT_SECONDS=20 \
	/opt/inkrail/bin/inkrail play --no-browser --port 8378 > "$root/data/address" 2> "$root/data/play-log" &
player=$!
until address=$(grep . "$root/data/address"); do
	kill -0 "$player"
	sleep 0.1
done
took "inkrail play at $address"
scores=$(.venv/bin/python -m tests.browser.whole_game "$address")
took "a whole game in a browser, final scores $scores"
