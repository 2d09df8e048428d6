"""Several processes on one database: who has which table, and how they reach each other."""
