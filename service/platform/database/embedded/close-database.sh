#!/bin/sh
# Stops the server and waits until its last process is gone. The caller holds the lock on members.lock exclusively: no
# process uses the database, and new ones wait for the lock.
# Usage: close-database.sh <DATA_DIR/postgres> <folder of the socket> [<scratch folder to remove>]
data=$1/data socket=$2 scratch=$3

# Opened for reading, and only here: flock would create the file again in a folder that is being removed.
exec 9<"$1/server.lock"

# This runs twice when the last process ends: by that process and by its watcher. The second run finds no server.
[ -e "$data/postmaster.pid" ] && ran=yes

for try in $(seq 600); do
  # The file may be a leftover, and its process number may belong to another program by now: a server works in its data folder.
  read -r pid <"$data/postmaster.pid" && [ "/proc/$pid/cwd" -ef "$data" ] && kill -INT "$pid"
  flock --timeout 0.1 9 && stopped=yes && break
done
[ -n "$stopped" ] || exit 1

[ -z "$ran" ] || rmdir "$socket"
[ -z "$scratch" ] || rm -rf "$scratch"
exit 0
