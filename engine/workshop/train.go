package workshop

import (
	"context"
	"errors"
	"fmt"

	"github.com/plywood-go/plywood/game/record"
)

// ErrOptions is wrapped by the errors for settings that cannot be, or are not
// those of the work folder; ErrData by those for games that cannot be read.
var (
	ErrOptions = errors.New("options")
	ErrData    = errors.New("unusable data")
)

// Trainer makes the weights of a game's evaluation from games.
type Trainer interface {
	// Settings are the numbers that say how it works.
	Settings() []Setting
	// Train trains, and goes on from what it finds in the work folder. If ctx is
	// done it returns its error.
	Train(ctx context.Context, t Training) (*Model, error)
}

// Setting is a number that a trainer may be given.
type Setting struct {
	Name, Usage string
	Default     int
	// Low and High are the range. Zero both means that Train knows the range.
	Low, High int
}

// Check refuses a value out of range.
func (s *Setting) Check(value int) error {
	if (s.Low != 0 || s.High != 0) && (value < s.Low || value > s.High) {
		return fmt.Errorf("%d, want %d to %d", value, s.Low, s.High)
	}
	return nil
}

// Training says what to train on, and how.
type Training struct {
	// Work is a folder for what is finished. Games is a folder of recorded games;
	// empty means none. From is a file of weights to begin with; empty means none.
	Work, Games, From string
	// Settings are values by name. What is left out has its default.
	Settings map[string]int
	// Seed chooses all that is random.
	Seed uint64
	// Version is that of the program, to be noted beside the weights.
	Version string
	// Progress is told what has been done, by one thread at a time. Nil means
	// nobody.
	Progress func(Progress)
	// LeaveOut is called for each recorded game that cannot be read. Nil means that
	// Train fails at the first.
	LeaveOut func(file string, why *record.Fault)
	// Send has games played and positions labelled elsewhere, with the same weights to
	// the last bit. Nil means that it is done here, as a Trainer does it that is not one
	// of Errands; it refuses any other.
	Send Send
}

// Progress says how far a training is.
type Progress struct {
	// Pass of Passes is what is worked on, Stage the part of it.
	Pass, Passes int
	Stage        string
	// Done and Total count in the stage; Total is 0 where there is nothing to
	// count.
	Done, Total int
	// Phase is one that was just finished, else nil.
	Phase *Phase
}

// Phase is a part of the game, and how its weights were made.
type Phase struct {
	Counted   Counted
	Range     [2]int // least and most of what is counted
	Positions int
	Labels    string // what they were fitted to
	// Errors of what was fitted and of what was held out, and the mean absolute of the
	// latter. Where empty squares are counted they are root mean squares in the unit of
	// values; where pieces are, cross-entropies of results, and results are from 0 to 1.
	Fitted, HeldOut, Mean float64
}

// Counted is what tells the phases of a game apart.
type Counted uint8

// What is counted.
const (
	EmptySquares Counted = iota
	Pieces
)

// Model is what a training has made.
type Model struct {
	// Name is the usual name of the file of weights.
	Name string
	// Files are the weights and what belongs beside them, the weights first.
	Files []File
	// Manifest describes the weights as a JSON document, Bytes and SHA256 the file.
	Manifest any
	Bytes    int
	SHA256   string
	// Phases are those of the last pass.
	Phases []Phase
}

// File is a file with the end of its name.
type File struct {
	Extension string
	Data      []byte
}
