"""The network side: pages, JSON routes, WebSockets and their limits."""
