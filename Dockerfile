# A server with its bots. `docker build -t inkrail .`, then `docker run -p 8000:8000 -v inkrail:/data inkrail`.
# The steps of the last stage are those of tools/empty_root.sh, which runs them in an empty Debian system.

FROM node:22-bookworm-slim AS build
RUN apt-get update && apt-get install -y --no-install-recommends ca-certificates make python3 python3-venv \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY . .
RUN make dist && sed -n 's/^\([a-z0-9.-]*==[^ ;]*\).*/\1/p' requirements.lock > dist/pins.txt

FROM python:3.13-slim-bookworm
COPY --from=build /src/dist/ /opt/dist/
RUN python3 -m venv /opt/inkrail \
    && /opt/inkrail/bin/pip install --no-cache-dir --only-binary :all: --constraint /opt/dist/pins.txt \
        "$(ls /opt/dist/*.whl)[server,bots]" \
    && rm -r /opt/dist \
    && useradd --system --create-home --home-dir /data inkrail
ENV PATH=/opt/inkrail/bin:$PATH \
    INKRAIL_DATABASE=/data/games.sqlite3 \
    NUMBA_CACHE_DIR=/data/compiled
USER inkrail
WORKDIR /data
VOLUME /data
EXPOSE 8000
STOPSIGNAL SIGTERM
HEALTHCHECK CMD ["python3", "-c", "import urllib.request; urllib.request.urlopen('http://127.0.0.1:8000/readyz', timeout=5)"]
ENTRYPOINT ["inkrail"]
CMD ["serve", "--host", "0.0.0.0"]
