#!/bin/sh
# Tries compose.yaml from an empty state: a purchase, a backup, its restore into an empty database, the order again.
# Its project is applaud-try, so that no other store is touched; its port is that of compose.yaml. Options go to
# `docker compose up`: --build, or --no-build for the image that is there.
set -eu
cd "$(dirname "$0")"
compose() { docker compose -p applaud-try -f compose.yaml "$@"; }
smoke() { compose exec -T store node --input-type=module - "$@" <smoke-test.mjs; }
superuser() { compose exec -T database psql --username postgres --set ON_ERROR_STOP=1 "$@"; }

if [ ! -d secrets ]; then
  mkdir -m 0700 secrets
  for name in jwt-secret secrets-key database-password; do openssl rand -hex 32 >"secrets/$name"; done
  echo "postgres://applaud:$(cat secrets/database-password)@database:5432/applaud" >secrets/database-url
  chmod 0644 secrets/*
fi
ended() {
  code=$?
  [ "$code" = 0 ] || compose logs --tail 50 || true
  compose down --volumes
  exit "$code"
}
trap ended EXIT

compose up --detach --wait --wait-timeout 180 "$@"
order=$(smoke buy)
compose exec -T store node dist/server/backup.js --to /data/backups
file=$(compose exec -T store sh -c 'ls /data/backups/*.gz | tail -n 1')
compose exec -T store node dist/server/backup.js --verify "$file"
compose stop store
superuser --command 'drop database applaud' --command 'create database applaud owner applaud'
compose run --rm -T store node dist/server/store-import.js --from "$file"
compose run --rm -T store node dist/server/money-verify.js
compose up --detach --wait --wait-timeout 180 --no-build
smoke find "$order"
