package workshop

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
)

// Errand is work that is done in parts, here or on other machines. What comes of a part
// depends on the plan, the files and the part alone: the same wherever it is done.
type Errand struct {
	// Plan is what all parts have in common, in the words of who does them.
	Plan string
	// Files are what is too large for a plan. Plan and parts call them by FileName.
	Files [][]byte
	Parts []string
}

// FileName returns the name of a file of an errand: its SHA-256 sum.
func FileName(data []byte) string {
	sum := sha256.Sum256(data)
	return hex.EncodeToString(sum[:])
}

// Send has an errand done elsewhere, and hands over what came of each part, in their
// order and from one goroutine. An error of take ends it.
type Send func(ctx context.Context, e Errand, take func(part int, data string) error) error

// Fetch returns the file of an errand that has a name.
type Fetch func(ctx context.Context, name string) ([]byte, error)

// Bench does parts of a plan, one at a time. It returns what came of one, and how many
// positions were visited, 0 if nobody counts them.
type Bench func(ctx context.Context, part string) (data string, nodes uint64, err error)

// Errands is what those offer whose work can be sent elsewhere: there benches are
// opened on its plans.
type Errands interface {
	Bench(ctx context.Context, plan string, fetch Fetch) (Bench, error)
}

// Here returns what does errands on the spot, part after part: what any other Send must
// come to.
func Here(who Errands) Send {
	return func(ctx context.Context, e Errand, take func(part int, data string) error) error {
		bench, err := who.Bench(ctx, e.Plan, func(_ context.Context, name string) ([]byte, error) {
			for _, data := range e.Files {
				if FileName(data) == name {
					return data, nil
				}
			}
			return nil, fmt.Errorf("no file %s", name)
		})
		if err != nil {
			return err
		}
		for i, part := range e.Parts {
			data, _, err := bench(ctx, part)
			if err == nil {
				err = take(i, data)
			}
			if err != nil {
				return fmt.Errorf("part %d: %w", i, err)
			}
		}
		return nil
	}
}
