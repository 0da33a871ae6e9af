package workshop

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/plywood-go/plywood/internal/memory"
)

// MaxFile bounds what is read of a file of weights, of games or of a work folder, in
// bytes.
const MaxFile = 64 << 20

// Claim makes a work folder that of a run, which identity tells from others as a JSON
// document, or checks that it is: run.json in it says whose it is. Its error wraps
// ErrOptions where it is another's.
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
	return fmt.Errorf("%w: %s is another run's: %s; use its options, or a new folder", ErrOptions, work, difference(mine, theirs))
}

// difference names the first line in which two documents differ.
func difference(mine, theirs []byte) string {
	a, b := bytes.Split(mine, []byte("\n")), bytes.Split(theirs, []byte("\n"))
	for i := range min(len(a), len(b)) {
		if !bytes.Equal(a[i], b[i]) {
			trim := func(line []byte) []byte { return bytes.Trim(line, " ,") }
			return fmt.Sprintf("%s there, %s here", trim(b[i]), trim(a[i]))
		}
	}
	return "one of them has more data"
}

// WriteWhole writes a file whole or not at all, and its folder if need be.
func WriteWhole(file string, data []byte) error {
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		return err
	}
	if err := os.WriteFile(file+".part", data, 0o666); err != nil {
		return err
	}
	return os.Rename(file+".part", file)
}

// Share does jobs 0 to count-1 on several threads, zero for one each processor. Each
// has its own worker. tick, called by one thread at a time, is told from time to time
// how many jobs are done. It returns early if ctx is done.
func Share(ctx context.Context, count, threads int, tick func(done int), worker func() func(job int)) {
	if threads <= 0 {
		threads = runtime.NumCPU()
	}
	const batch = 256
	var next, done atomic.Int64
	var telling sync.Mutex
	var group sync.WaitGroup
	for range min(threads, count/batch+1) {
		group.Go(func() {
			work := worker()
			for ctx.Err() == nil {
				at := int(next.Add(batch)) - batch
				if at >= count {
					return
				}
				for job := at; job < min(at+batch, count) && ctx.Err() == nil; job++ {
					work(job)
				}
				so := min(int(done.Add(batch)), count)
				if telling.TryLock() {
					tick(so)
					telling.Unlock()
				}
			}
		})
	}
	group.Wait()
}
