#!/bin/sh
# Creates the role and the database of the store, in the container of PostgreSQL. The role owns its database and nothing
# else. Afterwards the superuser has no password: it signs in through the container's own socket only.
set -eu
PASSWORD="$(cat "${POSTGRES_PASSWORD_FILE:-/run/secrets/database-password}")"
psql --no-psqlrc --set ON_ERROR_STOP=1 --username "${POSTGRES_USER:-postgres}" --dbname postgres --set password="$PASSWORD" <<'SQL'
create role applaud login password :'password' nosuperuser nocreatedb nocreaterole;
create database applaud owner applaud;
revoke all on database applaud from public;
alter role current_user password null;
SQL
