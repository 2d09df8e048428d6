"""How rules run: records, kernels, and many games at once."""
