package workshop

import (
	"context"

	"github.com/plywood-go/plywood/engine/record"
	"github.com/plywood-go/plywood/internal/reason"
)

// ErrOptions is wrapped by the errors for settings that are invalid or differ
// from those of the work folder; ErrData by those for unreadable games.
var (
	ErrOptions = reason.New("options")
	ErrData    = reason.New("unusable data")
)

// MaxFile bounds the files of weights and of games that are read, in bytes.
const MaxFile = 64 << 20

// Trainer computes the weights of a game's evaluation from games.
type Trainer interface {
	// Settings are the numbers that configure it.
	Settings() []Setting
	// Train trains, continuing the work in the work folder. If ctx is done it
	// returns its error.
	Train(ctx context.Context, t Training) (*Model, error)
}

// Setting is a number that configures a trainer.
type Setting struct {
	Name, Usage string // of the flag, with its help
	Default     int    // value without the flag
	// Low and High are the range. If both are zero, Train checks the range.
	Low, High int
	// Step divides the value. Zero means 1.
	Step int
}

// Check rejects a value out of range, or no multiple of the step.
func (s *Setting) Check(value int) error {
	if s.Step > 0 && value%s.Step != 0 {
		return reason.Errorf("%d, want a multiple of %d", value, s.Step)
	}
	if (s.Low != 0 || s.High != 0) && (value < s.Low || value > s.High) {
		return reason.Errorf("%d, want %d to %d", value, s.Low, s.High)
	}
	return nil
}

// Training says what to train on, and how.
type Training struct {
	// Work is a folder for finished parts. Games is a folder of recorded
	// games; empty means none. From is a file of initial weights; empty means
	// none.
	Work, Games, From string
	// Settings are values by name. Missing ones have their defaults.
	Settings map[string]int
	// Seed determines all random choices.
	Seed uint64
	// Version is the program's version, recorded with the weights.
	Version string
	// Progress receives the progress, on one goroutine at a time. Nil means
	// never.
	Progress func(Progress)
	// LeaveOut is called for each recorded game that cannot be read. If it is
	// nil, Train fails at the first such game.
	LeaveOut func(file string, why *record.Fault)
	// Send plays games and labels positions elsewhere, with bit-identical
	// weights. Nil means that this happens here. A Trainer that does not
	// implement Tasks rejects any Send.
	Send Send
}

// Progress is the progress of a training.
type Progress struct {
	// Pass of Passes is in progress, in the given Stage.
	Pass, Passes int
	Stage        string // what is being done
	// Done and Total are counts in the stage; Total is 0 if there is nothing
	// to count.
	Done, Total int
	// Phase is a phase that was just finished, or nil.
	Phase *Phase
}

// Phase is a part of the game, with the results of fitting its weights.
type Phase struct {
	Counted   Counted // unit of Range
	Range     [2]int  // least and greatest count
	Positions int     // fitted and held out
	Labels    string  // of the positions fitted
	// Fitted and HeldOut are the errors on the fitted and the held-out
	// positions, and Mean is the mean absolute error on the latter. With
	// counts of empty squares they are root mean squares in the unit of
	// values; with counts of pieces, cross-entropies of results from 0 to 1.
	Fitted, HeldOut, Mean float64
}

// Counted is the count that determines the phase of a position.
type Counted uint8

// The counts.
const (
	EmptySquares Counted = iota
	Pieces
)

// Model is the result of a training.
type Model struct {
	// Name is the usual name of the file of weights.
	Name string
	// Files are the weights, first, and the files that belong to them.
	Files []File
	// Manifest describes the weights as a JSON document; Bytes and SHA256
	// describe the file.
	Manifest any
	Bytes    int    // size of the weights
	SHA256   string // of the weights, in hexadecimal digits
	// Phases are the phases of the last pass.
	Phases []Phase
}

// File is a file with its extension.
type File struct {
	Extension string // added to the name of the weights file
	Data      []byte // whole
}
