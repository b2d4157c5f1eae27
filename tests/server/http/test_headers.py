"""The headers of every response."""

from __future__ import annotations

from tests.server.asking import Api


async def test_every_answer_is_strict_about_other_sites(api: Api) -> None:
    for path in ("/", "/api/rulesets", "/api/nothing"):
        headers = (await api.get(path, headers={"origin": "https://elsewhere.example"})).headers
        policy = headers["content-security-policy"]
        assert "script-src 'self';" in policy
        assert "unsafe" not in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert "access-control-allow-origin" not in headers
        assert "set-cookie" not in headers
