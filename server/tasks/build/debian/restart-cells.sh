#!/bin/sh
# One process after another, each once the one before answers: whoever is served by a cell waits for that one alone.
set -e

answers() {
  perl -MIO::Socket::INET -e '
    my $socket = IO::Socket::INET->new("127.0.0.1:$ARGV[0]") or exit 1;
    print $socket "GET /health/ready HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";
    exit((<$socket> // "") =~ m{^HTTP/1.1 200 } ? 0 : 1);' "$1"
}

for unit in joblane-platform.service $(systemctl list-units --plain --no-legend 'joblane-cell@*.service' | cut -d ' ' -f 1); do
  systemctl --quiet is-active "$unit" || continue
  systemctl restart "$unit"
  port=$(systemctl show --property ExecStart "$unit" | sed -n 's/.*--port \([0-9]*\).*/\1/p')
  left=60
  until answers "$port"; do
    left=$((left - 1))
    if [ "$left" = 0 ]; then
      echo "$unit does not answer on port $port, so those after it were left as they were. See journalctl -u $unit, then run $0 again." >&2
      exit 1
    fi
    sleep 1
  done
done
