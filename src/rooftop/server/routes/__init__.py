"""The HTTP routes: pages and the JSON API."""
