"""How a view becomes a picture: SVG, text that fits, palettes and shared widgets."""
