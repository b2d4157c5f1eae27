"""What travels: messages, views and events, their encoding, and the TypeScript types made from them."""
