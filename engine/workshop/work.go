package workshop

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/plywood-go/plywood/internal/memory"
	"github.com/plywood-go/plywood/internal/reason"
)

// MaxFile bounds the files of weights, of games and of work folders that are
// read, in bytes.
const MaxFile = 64 << 20

// Claim assigns a work folder to a run, or checks that it belongs to it.
// identity is a JSON document that identifies the run, stored in run.json. The
// error wraps ErrOptions if the folder belongs to another run.
func Claim(work string, identity any) error {
	mine, err := json.MarshalIndent(identity, "", "  ")
	if err != nil {
		return err
	}
	file := filepath.Join(work, "run.json")
	theirs, err := memory.ReadFile(file, MaxFile)
	if errors.Is(err, fs.ErrNotExist) {
		return WriteWhole(file, mine)
	}
	if err != nil || bytes.Equal(mine, theirs) {
		return err
	}
	return reason.Errorf("%w: %s is another run's: %v; use its options, or a new folder", ErrOptions, work, difference(mine, theirs))
}

// difference returns the first line in which two documents differ.
func difference(mine, theirs []byte) error {
	a, b := bytes.Split(mine, []byte("\n")), bytes.Split(theirs, []byte("\n"))
	for i := range min(len(a), len(b)) {
		if !bytes.Equal(a[i], b[i]) {
			trim := func(line []byte) []byte { return bytes.Trim(line, " ,") }
			return reason.Errorf("%s there, %s here", trim(b[i]), trim(a[i]))
		}
	}
	return reason.New("one of them has more data")
}

// WriteWhole writes a file atomically, creating its folder if necessary.
func WriteWhole(file string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		return err
	}
	if err := os.WriteFile(file+".part", data, 0o666); err != nil {
		return err
	}
	return os.Rename(file+".part", file)
}

// Share runs jobs 0 to count-1 on several threads, zero meaning one per
// processor, each with its own worker. tick, called by one thread at a time,
// receives the number of finished jobs. Share returns early if ctx is done.
func Share(ctx context.Context, count, threads int, tick func(done int), worker func() func(job int)) {
	if threads <= 0 {
		threads = runtime.NumCPU()
	}
	batch := max(1, min(256, count/(8*threads))) // jobs that a thread takes at a time
	var next, done atomic.Int64
	var telling sync.Mutex
	var group sync.WaitGroup
	for range min(threads, count) {
		group.Go(func() {
			work := worker()
			for ctx.Err() == nil {
				at := int(next.Add(int64(batch))) - batch
				if at >= count {
					return
				}
				for job := at; job < min(at+batch, count) && ctx.Err() == nil; job++ {
					work(job)
				}
				so := min(int(done.Add(int64(batch))), count)
				if telling.TryLock() {
					tick(so)
					telling.Unlock()
				}
			}
		})
	}
	group.Wait()
}
