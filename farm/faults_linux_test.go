package farm_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/plywood-go/plywood/farm"
	"github.com/plywood-go/plywood/farm/job"
	"github.com/plywood-go/plywood/farm/queue/server"
	"github.com/plywood-go/plywood/games/catalog/catalogtest"
	"github.com/plywood-go/plywood/internal/seeded"
)

// smallDisk mounts a disk of a given size, and returns a function that changes the size.
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

// TestFullQueue keeps queue and archive on a disk that becomes full. Status and metrics must
// report it, and messages that do not fit must be refused with the reason. Once there is room,
// everything must continue by itself, without the loss of an acknowledged message.
func TestFullQueue(t *testing.T) {
	t.Parallel()
	small, grow := smallDisk(t, "8m")
	s := serve(t, small)
	up, _ := coordinate(t, dial(t, s.URL()), filepath.Join(small, "archive"), nil)
	up.Folders = map[string]string{"queue": small}
	start(t, func(ctx context.Context) error {
		kept := s
		defer func() { kept.Close() }()
		for kept.Keep(ctx, lease/10, func(err error) { up.Note("queue", err) }, nil) {
			kept.Close()
			again, err := server.Start(server.Config{Dir: small, Host: "127.0.0.1", Port: port(s.URL())})
			if err != nil {
				return err
			}
			kept = again
		}
		return nil
	})
	client := &farm.Client{Queue: dial(t, s.URL())}
	label := labels(t)
	label.Request.Depth = 1
	lines := catalogtest.Positions(t, "othello", seeded.Rand(t, 176), 1000, 40)
	first, err := client.Submit(within(t), job.Batch{Spec: label, Lines: lines})
	if err != nil {
		t.Fatal(err)
	}
	full := filepath.Join(small, "full")
	fill(t, full)
	work(t, dial(t, s.URL()), "w")
	for ctx := within(t); ; time.Sleep(lease / 20) {
		if ctx.Err() != nil {
			t.Fatalf("the disk is not named: %q", up.Status().Trouble)
		}
		if st := up.Status(); strings.Contains(st.Trouble, small) && strings.Contains(st.Trouble, "no space left") {
			var metrics strings.Builder
			if err := st.WriteMetrics(&metrics); err != nil || !strings.Contains(metrics.String(), `folder="`+small) || !strings.Contains(metrics.String(), "ply_farm_trouble 1") {
				t.Errorf("%s, %v", metrics.String(), err)
			}
			break
		}
	}
	soon, stop := context.WithTimeout(t.Context(), 3*lease)
	_, err = client.Submit(soon, job.Batch{Spec: label, Lines: lines[:500]})
	stop()
	if err == nil {
		t.Error("more is taken than there is room for")
	}
	grow("64m")
	if st, err := client.Wait(within(t), first, nil); err != nil || st.Solved != len(lines) {
		t.Fatalf("%+v, %v", st, err)
	}
	check(t, client, first, label, lines)
	for ctx := within(t); ; time.Sleep(lease / 20) {
		name, err := client.Submit(ctx, job.Batch{Spec: label, Priority: 1, Lines: lines[:10]})
		if err == nil {
			if _, err := client.Wait(within(t), name, nil); err != nil {
				t.Error(err)
			}
			break
		}
		if ctx.Err() != nil {
			t.Fatal(err)
		}
	}
	for ctx := within(t); up.Status().Trouble != ""; time.Sleep(lease / 20) {
		if ctx.Err() != nil {
			t.Fatalf("trouble is told of still: %s", up.Status().Trouble)
		}
	}
}

// fill writes a file until its disk is full.
func fill(t *testing.T, path string) {
	t.Helper()
	f, err := os.Create(path)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	for block := make([]byte, 4<<10); err == nil; {
		_, err = f.Write(block)
	}
}

// TestFullDisk keeps the archive on a disk that is too small. The farm must report it, wait
// until there is room, and continue without losing anything.
func TestFullDisk(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	small, grow := smallDisk(t, "400k")
	s := serve(t, dir)
	up, _ := coordinate(t, dial(t, s.URL()), filepath.Join(small, "archive"), nil)
	work(t, dial(t, s.URL()), "w")
	client := &farm.Client{Queue: dial(t, s.URL())}
	label := labels(t)
	label.Request.Depth = 1
	lines := catalogtest.Positions(t, "othello", seeded.Rand(t, 175), 2500, 40)
	name, err := client.Submit(within(t), job.Batch{Spec: label, Lines: lines})
	if err != nil {
		t.Fatal(err)
	}
	for ctx := within(t); ; time.Sleep(10 * time.Millisecond) {
		if ctx.Err() != nil {
			t.Fatal("the disk is never full")
		}
		if trouble := up.Status().Trouble; strings.Contains(trouble, "no space left") {
			break
		}
	}
	grow("64m")
	if st, err := client.Wait(within(t), name, nil); err != nil || st.Solved != len(lines) {
		t.Fatalf("%+v, %v", st, err)
	}
	check(t, client, name, label, lines)
}
