#!/bin/sh
# The program with the settings of the service, and as its user: a file that root makes could not be read by it.
set -eu
export JOBLANE_DATA=/var/lib/joblane/data
settings=/etc/joblane/joblane.env
if [ -r "$settings" ]; then
  while IFS= read -r line || [ -n "$line" ]; do
    case $line in
    JOBLANE_*=*) ;;
    *) continue ;;
    esac
    value=${line#*=}
    case $value in
    \"*\") value=${value#\"} value=${value%\"} ;;
    \'*\') value=${value#\'} value=${value%\'} ;;
    esac
    export "${line%%=*}=$value"
  done <"$settings"
fi
if [ "$(id -u)" != 0 ]; then exec /usr/lib/joblane/joblane "$@"; fi
exec runuser -u joblane -- /usr/lib/joblane/joblane "$@"
