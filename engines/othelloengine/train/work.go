package train

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"path/filepath"

	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/engines/othelloengine/patterns"
	"github.com/plywood-go/plywood/games/othello/othellorecord"
	"github.com/plywood-go/plywood/internal/memory"
)

// The work folder holds run.json, which says what is trained on what, and for
// each pass a folder with the games of self-play, one a line, and for each
// finished phase its weights, little-endian, and its report. A file is written
// whole or not at all, so that a run can be killed at any time.

// ErrOptions is wrapped by the errors for options that cannot be, or are not
// those of the work folder.
var ErrOptions = workshop.ErrOptions

// identity is what makes two runs the same.
type identity struct {
	Options Options  `json:"options"`
	Data    []Source `json:"data"`
}

// claim makes the work folder this run's, or checks that it is.
func (t *trainer) claim() error {
	return workshop.Claim(t.Work, identity{t.Options, t.sources})
}

// maxGames bounds the file of a pass's games, in bytes: those of five million.
const maxGames = 1 << 30

// played returns the games of self-play of a pass, from its folder if they are
// there.
func (t *trainer) played(ctx context.Context, pass int, dir string, count int, player *patterns.Evaluation) ([]othellorecord.Game, error) {
	if count == 0 {
		return nil, nil
	}
	file := filepath.Join(dir, "games.txt")
	if text, err := memory.ReadFile(file, maxGames); err == nil {
		games, err := parseGames(t.rules, text)
		if err != nil || len(games) != count {
			return nil, fmt.Errorf("%w: %s: %d games, want %d; %w", ErrData, file, len(games), count, err)
		}
		return games, nil
	}
	seed := t.Seed<<8 + uint64(pass)
	tick := func(done int) { t.Progress(Progress{Pass: pass, Stage: "self-play", Done: done, Total: count}) }
	var games []othellorecord.Game
	var err error
	if t.Send == nil {
		games, err = selfPlay(ctx, t.rules, player, t.recorded, count, t.Threads, seed, tick), ctx.Err()
	} else {
		games, err = t.sendGames(ctx, count, player != nil, seed, tick)
	}
	if err != nil {
		return nil, err
	}
	return games, workshop.WriteWhole(file, formatGames(t.rules, games))
}

// phaseFile names a file of a phase.
func phaseFile(dir string, phase int, kind string) string {
	return filepath.Join(dir, fmt.Sprintf("phase-%02d.%s", phase, kind))
}

// readPhase reads a finished phase; ok is false if it is not there, or damaged.
func readPhase(dir string, phase int) (r Report, weights []int16, ok bool) {
	data, err := memory.ReadFile(phaseFile(dir, phase, "bin"), workshop.MaxFile)
	if err != nil || len(data) != 2*patterns.WeightCount() {
		return r, nil, false
	}
	about, err := memory.ReadFile(phaseFile(dir, phase, "json"), workshop.MaxFile)
	if err != nil || json.Unmarshal(about, &r) != nil {
		return r, nil, false
	}
	weights = make([]int16, patterns.WeightCount())
	for i := range weights {
		weights[i] = int16(binary.LittleEndian.Uint16(data[2*i:]))
	}
	return r, weights, true
}

// writePhase writes what readPhase reads, the weights last.
func writePhase(dir string, r Report, weights []int16) error {
	about, err := json.Marshal(r)
	if err != nil {
		return err
	}
	if err := workshop.WriteWhole(phaseFile(dir, r.Phase, "json"), about); err != nil {
		return err
	}
	data := make([]byte, 0, 2*len(weights))
	for _, w := range weights {
		data = binary.LittleEndian.AppendUint16(data, uint16(w))
	}
	return workshop.WriteWhole(phaseFile(dir, r.Phase, "bin"), data)
}
