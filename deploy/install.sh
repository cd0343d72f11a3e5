#!/bin/sh
# The store of this folder as a service on Debian or Ubuntu: PostgreSQL, systemd, Caddy with a certificate. As root:
#   deploy/install.sh install --host shop.example --email you@shop.example [--sandbox] [--no-caddy]
#   deploy/install.sh update            from the folder of the newer version; makes a backup first
#   deploy/install.sh remove [--purge]  keeps database, settings and backups, unless --purge
# --dry-run prints each step and changes nothing. A second run changes only what differs. docs/install.md explains the steps.
set -eu
umask 022

program=/opt/applaud
settings=/etc/applaud
secrets=$settings/secrets
data=/var/lib/applaud
backups=/var/backups/applaud
caddyfile=/etc/caddy/Caddyfile
mark='# Made by deploy/install.sh of Applaud, which replaces this file.'
here=$(cd "$(dirname "$0")/.." && pwd -P)
dry=no

say() { printf '%s\n' "$*"; }
fail() {
  printf 'install.sh: %s\n' "$*" >&2
  exit 1
}
run() {
  say "+ $*"
  [ "$dry" = yes ] || "$@"
}
has_systemd() { [ "$dry" = yes ] || [ -d /run/systemd/system ]; }

# put FILE MODE GROUP < CONTENT
put() {
  content=$(cat)
  if [ -f "$1" ] && [ "$content" = "$(cat "$1")" ]; then
    say "= $1 is as it should be"
    return
  fi
  say "+ write $1 (root:$3, $2)"
  [ "$dry" = yes ] && return
  (umask 077 && printf '%s\n' "$content" >"$1.new")
  chown "root:$3" "$1.new"
  chmod "$2" "$1.new"
  mv "$1.new" "$1"
}

# Its owner signs in through PostgreSQL's own socket.
sql() { (cd / && runuser -u postgres -- psql -X -q -t -A -v ON_ERROR_STOP=1 "$@"); }

check_folder() {
  [ -f "$here/dist/server/main.js" ] || fail "$here is not built: npm ci && npm run build && npm prune --omit=dev"
  case "$here/" in
    /home/* | /root/* | /tmp/*) [ "$dry" = yes ] || fail "The service cannot read $here. Move the folder below /opt." ;;
  esac
  if [ -e "$program" ] && [ ! -L "$program" ] && [ "$here" != "$program" ]; then
    fail "$program is a folder of its own. Put it aside, then run this again: mv $program $program-clone"
  fi
}

# The unit starts /usr/bin/node.
check_node() {
  least=$(sed -n 's/.*"node": ">=\([0-9.]*\)".*/\1/p' "$here/package.json")
  if [ -x /usr/bin/node ]; then
    found=$(/usr/bin/node --version | tr -d v)
  else
    found=$(apt-cache policy nodejs 2>/dev/null | sed -n 's/^ *Candidate: *\([0-9.]*\).*/\1/p')
    packages="$packages nodejs"
  fi
  if [ -n "$found" ] && dpkg --compare-versions "$found" ge "$least"; then
    say "= Node $found ($least or newer is needed)"
  elif [ "$dry" = yes ]; then
    say "! Node $least or newer is needed, this machine has ${found:-none}"
  else
    fail "Node $least or newer is needed, this distribution has ${found:-none}. Install Node 24 as docs/install.md describes (Programs), then run this again. Nothing was changed."
  fi
}

is_installed() { dpkg-query -W -f '${Status}' "$1" 2>/dev/null | grep -q 'ok installed'; }

install_packages() {
  wanted="adduser openssl curl ca-certificates"
  [ -f "$secrets/database-url" ] && ! owns_database || wanted="$wanted postgresql"
  [ "$caddy" = no ] || wanted="$wanted caddy"
  packages=
  for name in $wanted; do is_installed "$name" || packages="$packages $name"; done
  if [ -n "$packages" ] || [ ! -x /usr/bin/node ]; then run apt-get update -q; fi
  check_node
  if [ -z "$packages" ]; then
    say "= all packages are installed"
  else
    # shellcheck disable=SC2086 # a list
    run env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $packages
  fi
}

make_user() {
  if id applaud >/dev/null 2>&1; then
    say "= user applaud"
  else
    run adduser --system --group --home "$data" --no-create-home applaud
  fi
  run install -d -o applaud -g applaud -m 0700 "$data" "$backups"
  run install -d -o root -g applaud -m 0750 "$settings" "$secrets"
  [ "$dry" = yes ] || runuser -u applaud -- test -r "$here/dist/server/main.js" ||
    fail "The user applaud cannot read $here. Unpack it below /opt, as root, with umask 022."
}

make_secrets() {
  for name in jwt-secret secrets-key database-password admin-password; do
    if [ -f "$secrets/$name" ]; then
      say "= $secrets/$name is kept"
    elif [ "$name" = admin-password ] && [ -f "$settings/environment" ]; then
      say "= the first admin has a password"
    elif [ "$dry" = yes ]; then
      say "+ openssl rand -hex 32 > $secrets/$name"
    else
      openssl rand -hex 32 | put "$secrets/$name" 0640 applaud
    fi
  done
}

# True for the database that this script makes, not for one that an operator named.
owns_database() {
  [ -f "$secrets/database-password" ] && [ -f "$secrets/database-url" ] || return 1
  case "$(cat "$secrets/database-url")" in
    "postgres://applaud:$(cat "$secrets/database-password")@127.0.0.1:"*/applaud) return 0 ;;
    *) return 1 ;;
  esac
}

start_postgresql() {
  if has_systemd; then run systemctl enable --now postgresql; else run service postgresql start; fi
}

make_database() {
  if [ -f "$secrets/database-url" ] && ! owns_database; then
    say "= $secrets/database-url names a database of yours: it is used as it is"
    return
  fi
  start_postgresql
  if [ "$dry" = yes ]; then
    say "+ create role applaud, with the password of $secrets/database-password"
    say "+ createdb --owner=applaud applaud"
    say "+ write $secrets/database-url (root:applaud, 0640)"
    return
  fi
  tries=0
  until sql -c 'select 1' >/dev/null 2>&1; do
    tries=$((tries + 1))
    [ "$tries" -lt 30 ] || fail "PostgreSQL does not start. Its log is in /var/log/postgresql."
    sleep 1
  done
  password=$(cat "$secrets/database-password")
  if [ -z "$(sql -c "select 1 from pg_roles where rolname = 'applaud'")" ]; then
    say "+ create role applaud"
    echo "create role applaud login" | sql
  fi
  # By its input: arguments of a program are seen by all users.
  echo "alter role applaud password '$password'" | sql
  if [ -z "$(sql -c "select 1 from pg_database where datname = 'applaud'")" ]; then
    say "+ createdb --owner=applaud applaud"
    echo "create database applaud owner applaud" | sql
  fi
  echo "postgres://applaud:$password@127.0.0.1:$(sql -c 'show port')/applaud" | put "$secrets/database-url" 0640 applaud
}

make_environment() {
  if [ -f "$settings/environment" ]; then
    say "= $settings/environment is kept"
    return
  fi
  # Payment keys and the mail server are entered in Settings, or in this file.
  sed -e "s|^MODE=.*|MODE=$mode|" -e "s|^PUBLIC_URL=.*|PUBLIC_URL=https://$host|" \
    -e "s|^ADMIN_EMAIL=.*|ADMIN_EMAIL=$email|" -e 's/^MPGS_/#&/' -e 's/^SMTP_URL_FILE=/#&/' -e 's/^MAIL_FROM=/#&/' \
    "$here/deploy/systemd/environment" | put "$settings/environment" 0640 applaud
}

link_program() {
  [ "$here" = "$program" ] || run ln -sfnT "$here" "$program"
  put /usr/local/bin/applaud 0755 root <"$here/deploy/systemd/applaud"
  put /etc/systemd/system/applaud.service 0644 root <"$here/deploy/systemd/applaud.service"
}

# start_service now|restart
start_service() {
  if ! has_systemd; then
    say "! systemd does not run here, so nothing was started. The unit starts the store as the user applaud:"
    say "    $(sed -n 's/^ExecStart=//p' "$here/deploy/systemd/applaud.service")"
    return
  fi
  run systemctl daemon-reload
  run systemctl enable --now applaud
  [ "$1" = now ] || run systemctl restart applaud
  [ "$dry" = yes ] || wait_until_ready
}

wait_until_ready() {
  port=$(sed -n 's/^PORT=//p' "$settings/environment")
  if ! curl -sS -o /dev/null --fail --retry 60 --retry-delay 1 --retry-all-errors "http://127.0.0.1:${port:-3000}/readyz" 2>/dev/null; then
    journalctl -u applaud -n 20 --no-pager || true
    [ -z "${previous:-}" ] || [ "$previous" = "$here" ] ||
      say "! The way back: ln -sfnT $previous $program && systemctl restart applaud (docs/upgrading.md)"
    fail "The store is not ready after a minute. Its log is above."
  fi
  say "= the store is ready"
}

is_own_caddyfile() { [ "$(head -n 1 "$caddyfile" 2>/dev/null)" = "$mark" ]; }
is_untouched_caddyfile() {
  shipped=$(dpkg-query -W -f '${Conffiles}\n' caddy 2>/dev/null | sed -n "s|^ *$caddyfile \([0-9a-f]*\).*|\1|p")
  [ "$shipped" = "$(md5sum "$caddyfile" 2>/dev/null | cut -d ' ' -f 1)" ]
}

# The site of deploy/caddy/Caddyfile, before the store of this machine.
own_caddyfile() {
  echo "$mark"
  sed -e 1d -e "s|{\$SITE}|$host|" -e 's|store:3000|127.0.0.1:3000|' "$here/deploy/caddy/Caddyfile"
}

make_proxy() {
  [ "$caddy" = yes ] || return 0
  if [ "$dry" = no ] && [ -f "$caddyfile" ] && ! is_own_caddyfile && ! is_untouched_caddyfile; then
    own_caddyfile | put "$caddyfile.applaud" 0644 root
    say "! $caddyfile has sites of yours and stays. Add the site of $caddyfile.applaud to it, then: systemctl reload caddy"
    return
  fi
  if [ -f "$caddyfile" ] && [ ! -f "$caddyfile.before-applaud" ] && ! is_own_caddyfile; then
    run cp -p "$caddyfile" "$caddyfile.before-applaud"
  fi
  own_caddyfile | put "$caddyfile" 0644 root
  if has_systemd; then
    run systemctl enable --now caddy
    run systemctl reload caddy
  else
    say "! systemd does not run here, so Caddy was not started."
  fi
}

install_store() {
  [ -n "$host" ] || host=$(sed -n 's|^PUBLIC_URL=https://||p' "$settings/environment" 2>/dev/null) || true
  [ -n "$email" ] || [ -f "$settings/environment" ] || fail "--email is missing: the address of the first admin."
  echo "$host" | grep -Eq '^[a-z0-9]([a-z0-9.-]*[a-z0-9])?$' || fail "--host needs the host name of the store, such as shop.example."
  echo "${email:-kept@example}" | grep -Eq '^[^[:space:]|&\\]+@[^[:space:]|&\\]+$' || fail "--email needs an email address."
  check_folder
  installed=$(readlink -f "$program" || true)
  if [ -L "$program" ] && [ -d "$installed" ] && [ "$installed" != "$here" ]; then
    fail "$installed is installed. From this folder: deploy/install.sh update"
  fi
  if [ "$caddy" = yes ] && [ "$dry" = no ] && has_systemd; then
    for other in nginx apache2; do
      ! systemctl -q is-active "$other" || fail "$other uses the ports of Caddy. Stop it, or use --no-caddy and docs/install.md."
    done
  fi
  install_packages
  make_user
  make_secrets
  make_database
  make_environment
  link_program
  start_service now
  make_proxy
  say ""
  say "Sign in: https://$host/admin-login"
  if [ "$dry" = yes ] || [ -f "$secrets/admin-password" ]; then say "The first password is in $secrets/admin-password."; fi
  say "Keep a copy of $secrets elsewhere. Next: docs/install.md, The first sign-in."
}

update_store() {
  check_folder
  previous=$(readlink -f "$program" || true)
  [ "$dry" = yes ] || [ -f "$settings/environment" ] && [ -x /usr/local/bin/applaud ] && [ -d "$previous" ] ||
    [ "$dry" = yes ] || fail "No store is installed here: deploy/install.sh install"
  packages=
  check_node
  run applaud backup --to "$backups"
  # The time is in the name. The key of an encrypted one (.age) is not here.
  newest=$backups/$(find "$backups" -name 'applaud-*.gz*' -printf '%f\n' 2>/dev/null | sort | tail -n 1)
  case "$newest" in *.gz) run applaud backup --verify "$newest" ;; esac
  [ "$previous" = "$here" ] || run /usr/bin/node "$here/scripts/keep-assets.mjs" --from "$program"
  link_program
  start_service restart
  [ "$previous" = "$here" ] || say "The version before is kept: $previous"
}

remove_store() {
  host=$(sed -n 's|^PUBLIC_URL=https\{0,1\}://||p' "$settings/environment" 2>/dev/null || true)
  if [ "$purge" = yes ] && [ "$dry" = no ]; then
    printf 'This deletes all orders, settings, secrets and backups of this machine. Type "delete %s": ' "$host"
    read -r answer || answer=
    [ "$answer" = "delete $host" ] || fail "Nothing was removed."
  fi
  if has_systemd; then
    run systemctl disable --now applaud || true
  fi
  run rm -f /etc/systemd/system/applaud.service /usr/local/bin/applaud
  if has_systemd; then run systemctl daemon-reload; fi
  if is_own_caddyfile; then
    if [ -f "$caddyfile.before-applaud" ]; then
      run mv "$caddyfile.before-applaud" "$caddyfile"
    else
      run rm -f "$caddyfile"
    fi
    if has_systemd; then run systemctl reload caddy || true; fi
  fi
  run rm -f "$caddyfile.applaud"
  folder=$(readlink -f "$program" || true)
  [ ! -L "$program" ] || run rm -f "$program"
  say "= the program stays in ${folder:-$here}: delete it when you need it no more"
  if [ "$purge" = no ]; then
    say "= kept: $settings, $data, $backups, the database applaud, the packages, the user applaud"
    return
  fi
  if [ "$dry" = yes ]; then
    say "+ drop the database and the role applaud"
  elif owns_database; then
    start_postgresql
    say "+ drop the database and the role applaud"
    echo "drop database if exists applaud with (force)" | sql
    echo "drop role if exists applaud" | sql
  else
    say "! The database of $secrets/database-url is not on this machine's PostgreSQL, and stays."
  fi
  run rm -rf "$settings" "$data" "$backups"
  ! id applaud >/dev/null 2>&1 || run deluser --system applaud
}

main() {
  act=${1:-}
  [ $# -eq 0 ] || shift
  host='' email='' mode=live caddy=yes purge=no
  while [ $# -gt 0 ]; do
    case "$1" in
      --host) host=${2:-} && shift $(($# > 1)) ;;
      --email) email=${2:-} && shift $(($# > 1)) ;;
      --sandbox) mode=sandbox ;;
      --no-caddy) caddy=no ;;
      --purge) purge=yes ;;
      --dry-run) dry=yes ;;
      *) fail "There is no option $1. The first lines of $0 list all." ;;
    esac
    shift
  done
  [ "$dry" = yes ] || [ "$(id -u)" = 0 ] || fail "Run this as root."
  [ "$dry" = yes ] || command -v apt-get >/dev/null || fail "This is for Debian and Ubuntu. Elsewhere: docs/install.md."
  case "$act" in
    install) install_store ;;
    update) update_store ;;
    remove) remove_store ;;
    *) fail "Usage: $0 install --host HOST --email EMAIL | update | remove [--purge]; --dry-run changes nothing." ;;
  esac
}

main "$@"
