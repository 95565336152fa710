#!/bin/sh
# As whom does the service speak to the database? As a role that owns no table; config/grants.py says what it may do.
set -eu
psql --set ON_ERROR_STOP=1 --set password="$REVENANT_APP_PASSWORD" --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" <<'SQL'
CREATE ROLE revenant_app LOGIN PASSWORD :'password';
SQL
