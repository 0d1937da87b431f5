#!/bin/sh
# Stops the server and waits until its last process is gone. Whoever runs this holds the lock on members.lock exclusively:
# nobody uses the database, and newcomers wait at the surface.
# Usage: close-database.sh <DATA_DIR/postgres> <folder of the socket> [<scratch folder to remove>]
data=$1/data socket=$2 scratch=$3

# Opened for reading, and only here: flock would make the file anew in a folder that is being removed.
exec 9<"$1/server.lock"

# Two come here when the last one leaves: itself, and the watcher that waited for it. The second finds no server to clear up after.
[ -e "$data/postmaster.pid" ] && ran=yes

for try in $(seq 600); do
  # The file may be a leftover, and its process number somebody else's by now: a server works in its data folder.
  read -r pid <"$data/postmaster.pid" && [ "/proc/$pid/cwd" -ef "$data" ] && kill -INT "$pid"
  flock --timeout 0.1 9 && stopped=yes && break
done
[ -n "$stopped" ] || exit 1

[ -z "$ran" ] || rmdir "$socket"
[ -z "$scratch" ] || rm -rf "$scratch"
exit 0
