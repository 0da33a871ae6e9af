// Package wire holds the documents that the coordinator of a farm exchanges with its
// workers and clients.
package wire

import (
	"encoding/json"

	"github.com/plywood-go/plywood/farm/job"
	"github.com/plywood-go/plywood/internal/reason"
)

// Hello is the greeting of a worker, and the answer to it: the document "ply.hello/1". A
// worker that leaves has no slots.
type Hello struct {
	Schema  string `json:"schema"`  // "ply.hello/1"
	Worker  string `json:"worker"`  // its name
	Slots   int    `json:"slots"`   // chunks that it does at once
	Version string `json:"version"` // of the program
}

// NewHello returns a Hello.
func NewHello(worker string, slots int, version string) Hello {
	return Hello{Schema: "ply.hello/1", Worker: worker, Slots: slots, Version: version}
}

// Submission is a page of a batch, the document "ply.submission/1".
type Submission struct {
	Schema string `json:"schema"` // "ply.submission/1"
	Name   string `json:"name"`   // of the batch
	job.Batch
	Page  int      `json:"page"`  // from 0
	Pages int      `json:"pages"` // of the whole batch
	Lines []string `json:"lines"` // of this page
}

const submissionSchema = "ply.submission/1"

// NewSubmission returns a page of a batch without lines.
func NewSubmission(name string, b job.Batch, page int) *Submission {
	return &Submission{Schema: submissionSchema, Name: name, Batch: b, Page: page}
}

// Check checks the schema and the page.
func (s *Submission) Check() error {
	if s.Schema != submissionSchema || s.Page < 0 || s.Page >= s.Pages {
		return reason.Errorf("schema %q, want %s", s.Schema, submissionSchema)
	}
	return nil
}

// The topics of questions to the coordinator.
const (
	AskStatus = "status"
	AskBatch  = "batch"
	AskRows   = "rows"
	AskCancel = "cancel"
	AskRetry  = "retry"

	AskTrust    = "trust"
	AskDistrust = "distrust"
)

// Question is a question about a batch or a worker.
type Question struct {
	Batch  string `json:"batch"`            // its name
	From   int    `json:"from,omitempty"`   // the first row
	Worker string `json:"worker,omitempty"` // its name
}

// Retried is the answer to AskRetry.
type Retried struct {
	Jobs int `json:"jobs"` // to be done again
}

// Reopened is the answer to AskTrust and AskDistrust.
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
