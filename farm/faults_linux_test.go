package farm_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/plywood-go/plywood/engines/catalog/catalogtest"
	"github.com/plywood-go/plywood/farm"
	"github.com/plywood-go/plywood/farm/ledger"
	"github.com/plywood-go/plywood/farm/queue"
	"github.com/plywood-go/plywood/internal/seeded"
)

// smallDisk makes a disk of a size, and what gives it another.
func smallDisk(t *testing.T, size string) (dir string, grow func(size string)) {
	t.Helper()
	dir = filepath.Join(t.TempDir(), "small")
	if err := os.Mkdir(dir, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mount("tmpfs", dir, "tmpfs", 0, "size="+size); err != nil {
		t.Skip("no disk can be made here:", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(dir, syscall.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	return dir, func(size string) {
		t.Helper()
		if err := syscall.Mount("tmpfs", dir, "tmpfs", syscall.MS_REMOUNT, "size="+size); err != nil {
			t.Fatal(err)
		}
	}
}

// TestFullQueue keeps the queue on a disk that is too small: what does not fit into it
// is refused to who submits it, with the reason, and after the disk has grown and the
// queue was started anew all that was acknowledged is there, and the farm goes on.
func TestFullQueue(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	small, grow := smallDisk(t, "1m")
	s := serve(t, small)
	q := dial(t, s.ClientURL())
	if err := q.Prepare(within(t)); err != nil {
		t.Fatal(err)
	}
	client := &farm.Client{Queue: q}
	label := labels(t)
	label.Request.Depth = 1
	var names []string
	var batches [][]string
	for n := uint64(0); ; n++ {
		lines := catalogtest.Positions(t, "othello", seeded.Rand(t, 176+n), 1000, 40)
		soon, stop := context.WithTimeout(t.Context(), 5*lease)
		name, err := client.Submit(soon, ledger.Batch{Spec: label, Lines: lines})
		stop()
		if err != nil {
			if !errors.Is(err, queue.ErrFull) {
				t.Errorf("after %d batches: %v, want %v", n, err, queue.ErrFull)
			}
			break
		}
		if names, batches = append(names, name), append(batches, lines); len(names) > 100 {
			t.Fatal("the disk is never full")
		}
	}
	if len(names) == 0 {
		t.Fatal("nothing fits")
	}
	grow("64m")
	s.Close()
	s = serve(t, small)
	q = dial(t, s.ClientURL())
	client = &farm.Client{Queue: q}
	coordinate(t, q, filepath.Join(dir, "archive"), nil)
	work(t, dial(t, s.ClientURL()), "w")
	for i, name := range names {
		if st, err := client.Wait(within(t), name, nil); err != nil || st.Solved != len(batches[i]) {
			t.Fatalf("%+v, %v", st, err)
		}
	}
	name, err := client.Submit(within(t), ledger.Batch{Spec: label, Lines: batches[0][:10]})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := client.Wait(within(t), name, nil); err != nil {
		t.Error(err)
	}
}

// TestFullDisk keeps the archive on a disk that is too small: the farm says so, waits
// until there is room, and goes on. Nothing is lost.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	small, grow := smallDisk(t, "400k")
	s := serve(t, dir)
	coordinator, _ := coordinate(t, dial(t, s.ClientURL()), filepath.Join(small, "archive"), nil)
	work(t, dial(t, s.ClientURL()), "w")
	client := &farm.Client{Queue: dial(t, s.ClientURL())}
	label := labels(t)
	label.Request.Depth = 1
	lines := catalogtest.Positions(t, "othello", seeded.Rand(t, 175), 2500, 40)
	name, err := client.Submit(within(t), ledger.Batch{Spec: label, Lines: lines})
	if err != nil {
		t.Fatal(err)
	}
	for ctx := within(t); ; time.Sleep(10 * time.Millisecond) {
		if ctx.Err() != nil {
			t.Fatal("the disk is never full")
		}
		if trouble := coordinator.Status().Trouble; strings.Contains(trouble, "no space left") {
			break
		}
	}
	grow("64m")
	if st, err := client.Wait(within(t), name, nil); err != nil || st.Solved != len(lines) {
		t.Fatalf("%+v, %v", st, err)
	}
	check(t, client, name, label, lines)
}
