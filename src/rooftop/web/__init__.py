"""The page: its HTML, fonts and built client, and the translations of its words."""
