#!/bin/sh
# Two machines as network namespaces: one unpacks a release and runs a farm by docs/farm.md alone,
# the other one works for it. There is no Go on their PATH.
set -eu
archive=$(realpath "$1")
work=$(mktemp -d)
clean() { for n in plyA plyB; do for p in $(ip netns pids $n 2>/dev/null); do kill "$p" 2>/dev/null || true; done; ip netns del $n 2>/dev/null || true; done; rm -rf "$work"; }
trap clean EXIT
ip netns add plyA; ip netns add plyB
ip link add plyA0 netns plyA type veth peer name plyB0 netns plyB
for n in A B; do ip -n ply$n link set lo up; ip -n ply$n link set ply${n}0 up; done
ip -n plyA addr add 10.99.0.1/24 dev plyA0; ip -n plyB addr add 10.99.0.2/24 dev plyB0
on() { n=$1; shift; ip netns exec ply$n env -i PATH=/usr/bin:/bin HOME="$work/$n" sh -c "cd $work/$n/plywood-*/ && $*"; }
for n in A B; do mkdir "$work/$n"; tar -xzf "$archive" -C "$work/$n"; done
on A ./ply farm credentials keys --host 10.99.0.1
on A ./ply farm credentials keys worker cellar-1
on A ./ply farm credentials keys operator anna
cp "$work"/A/plywood-*/keys/cellar-1.creds "$work"/A/plywood-*/keys/anna.creds "$work"/B/plywood-*/
on A './ply farm up --listen 0.0.0.0:4222 --credentials keys --metrics 127.0.0.1:9590 > up.log 2>&1 & echo $! > up.pid'
sleep 3
on B './ply farm worker --nats nats://10.99.0.1:4222 --credentials cellar-1.creds --threads 2 > worker.log 2>&1 & true'
cp "$2" "$work"/B/positions.obf
on B './ply farm submit othello -f ../positions.obf --label --depth 8 --nats nats://10.99.0.1:4222 --credentials anna.creds --wait'
on B './ply farm status --nats nats://10.99.0.1:4222 --credentials anna.creds'
on A './ply farm backup farm.backup --nats nats://127.0.0.1:4222 --credentials keys'
on B './ply farm backup farm.backup --nats nats://10.99.0.1:4222 --credentials cellar-1.creds' || echo "a worker's credentials: exit code $?"
on B './ply farm backup farm.backup --nats nats://10.99.0.1:4222 --credentials anna.creds' || echo "an operator's credentials: exit code $?"
on A 'cat up.log'; on B 'cat worker.log'
