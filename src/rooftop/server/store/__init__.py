"""The database: schema, migrations, reading and writing, backup and verification."""
