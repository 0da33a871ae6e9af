package workshop

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
)

// Task is work that is done in parts, here or on other machines. The result of
// a part depends only on the plan, the files and the part: it is the same
// wherever the part is done.
type Task struct {
	// Plan is the data common to all parts, in the form of the Tasks that does
	// them.
	Plan string
	// Files hold data too large for a plan. Plan and parts refer to them by
	// FileName.
	Files [][]byte
	Parts []string // of the plan, in order
}

// FileName returns the name of a file of a task: its SHA-256 sum.
func FileName(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// Send runs a task elsewhere, and passes the result of each part to take, in
// order and on one goroutine. An error of take ends it.
type Send func(ctx context.Context, e Task, take func(part int, data string) error) error

// Fetch returns the named file of a task.
type Fetch func(ctx context.Context, name string) ([]byte, error)

// Worker does parts of a plan, one at a time. It returns the result of a part,
// and the number of positions visited, 0 if not counted.
type Worker func(ctx context.Context, part string) (data string, nodes uint64, err error)

// Tasks is implemented by capabilities whose work can run elsewhere: Worker
// returns a worker for a plan.
type Tasks interface {
	Worker(ctx context.Context, plan string, fetch Fetch) (Worker, error)
}
