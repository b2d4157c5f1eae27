"""Routes, the WebSocket, middleware and the page."""
