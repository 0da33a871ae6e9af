// Package wire holds the documents that the coordinator of a farm exchanges with its
// workers and clients.
package wire

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/json"
	"fmt"

	"github.com/plywood-go/plywood/farm/job"
)

// Hello is the greeting of a worker. A worker that leaves has no slots.
type Hello struct {
	Slots   int    `json:"slots"`   // chunks that it does at once
	Version string `json:"version"` // of the program
	Session string `json:"session"` // of this run of the worker
	// Room is the number of chunks that it can begin at once, and Held are the numbers of those
	// that it has.
	Room int      `json:"room,omitempty"`
	Held []uint64 `json:"held,omitempty"`
	// Chunks are those that the coordinator did not know.
	Chunks []Sealed `json:"chunks,omitempty"`
}

// Welcome is the coordinator's answer to a Hello.
type Welcome struct {
	Version string   `json:"version"`          // of the program
	Chunks  []Sealed `json:"chunks,omitempty"` // to be done
	// Replaced means that another worker has taken the name.
	Replaced bool `json:"replaced,omitempty"`
	// Unwanted are the numbers of the chunks that the worker need not hold any longer, and Unknown
	// those of chunks that it must send with its next greeting.
	Unwanted []uint64 `json:"unwanted,omitempty"`
	Unknown  []uint64 `json:"unknown,omitempty"`
}

// Sealed is a chunk, and the seal by which a later coordinator knows that it was dispatched to the
// worker.
type Sealed struct {
	Number uint64 `json:"number"` // of the chunk
	Chunk  []byte `json:"chunk"`  // the document
	Seal   []byte `json:"seal"`   // of the document and the name of the worker
}

// Seal seals the document of a chunk for a worker. secret is known to coordinators only.
func Seal(secret, worker string, number uint64, chunk []byte) Sealed {
	sum := hmac.New(sha256.New, []byte(secret))
	fmt.Fprintf(sum, "%s\n%s", worker, chunk)
	return Sealed{number, chunk, sum.Sum(nil)}
}

// Of reports whether s was sealed for a worker.
func (s Sealed) Of(secret, worker string) bool {
	return hmac.Equal(Seal(secret, worker, s.Number, s.Chunk).Seal, s.Seal)
}

// Submission is a part of a batch, the question AskSubmit. The last part makes the farm adopt it. The
// answer is the number of the line with which to go on.
type Submission struct {
	Name string `json:"name"` // of the batch
	job.Batch
	Size  int      `json:"size"`  // lines of the whole batch
	From  int      `json:"from"`  // the first line of this part
	Lines []string `json:"lines"` // of this part
}

// The topics of questions to the coordinator.
const (
	AskSubmit = "submit"
	AskStatus = "status"
	AskBatch  = "batch"
	AskRows   = "rows"
	AskCancel = "cancel"
	AskRetry  = "retry" // answered with the number of jobs
	AskTrust  = "trust"
)

// Question is a question about a batch or a worker.
type Question struct {
	Batch  string `json:"batch"`            // its name
	From   int    `json:"from,omitempty"`   // the first row
	Worker string `json:"worker,omitempty"` // its name
	Trust  bool   `json:"trust,omitempty"`  // or distrust it
}

// Reopened is the answer to AskTrust.
type Reopened struct {
	Total int       `json:"total"` // settled, or to be done again
	Jobs  []job.Key `json:"jobs"`  // the first of them, at most MostListed
}

// MostListed is the most jobs that an answer lists.
const MostListed = 1000

// Answer is the coordinator's answer to a question.
type Answer struct {
	Error   string          `json:"error,omitempty"`   // why there is no body
	Unknown bool            `json:"unknown,omitempty"` // the batch was never submitted
	Body    json.RawMessage `json:"body,omitempty"`    // the document asked for
}
