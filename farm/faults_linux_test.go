package farm_test

import (
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/plywood-go/plywood/engines/catalog/catalogtest"
	"github.com/plywood-go/plywood/farm"
	"github.com/plywood-go/plywood/farm/job"
	"github.com/plywood-go/plywood/farm/ledger"
	"github.com/plywood-go/plywood/internal/seeded"
)

// TestFullDisk keeps the archive on a disk that is too small: the farm says so, waits
// until there is room, and goes on. Nothing is lost.
func TestFullDisk(t *testing.T) {
	dir, small := t.TempDir(), filepath.Join(t.TempDir(), "small")
	if err := os.Mkdir(small, 0o777); err != nil {
		t.Fatal(err)
	}
	if err := syscall.Mount("tmpfs", small, "tmpfs", 0, "size=400k"); err != nil {
		t.Skip("no disk can be made here:", err)
	}
	t.Cleanup(func() {
		if err := syscall.Unmount(small, syscall.MNT_DETACH); err != nil {
			t.Error(err)
		}
	})
	s := serve(t, dir)
	coordinator, _ := coordinate(t, dial(t, s.ClientURL()), filepath.Join(small, "archive"), nil)
	work(t, dial(t, s.ClientURL()), "w")
	client := &farm.Client{Queue: dial(t, s.ClientURL())}
	label := spec(t, job.Label, "othello")
	label.Request.Depth = 1
	lines := catalogtest.Positions(t, "othello", seeded.Rand(t, 175), 1500, 40)
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
	if err := syscall.Mount("tmpfs", small, "tmpfs", syscall.MS_REMOUNT, "size=64m"); err != nil {
		t.Fatal(err)
	}
	if st, err := client.Wait(within(t), name, nil); err != nil || st.Solved != len(lines) {
		t.Fatalf("%+v, %v", st, err)
	}
	check(t, client, name, label, lines)
}
