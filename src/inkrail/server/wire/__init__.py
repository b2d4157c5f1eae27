"""The wire format: messages, views and events, their encoding, and the TypeScript types generated from them."""
