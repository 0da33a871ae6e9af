package othellotrain

import (
	"context"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"path/filepath"

	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/games/othello/othelloengine/patterns"
	"github.com/plywood-go/plywood/games/othello/othellorecord"
	"github.com/plywood-go/plywood/internal/memory"
	"github.com/plywood-go/plywood/internal/reason"
)

// The work directory holds run.json, which identifies the run, and a directory
// for each pass with its self-play games, one per line, and the weights
// (little-endian) and report of each finished phase. Files are written
// atomically, so a run can be killed at any time.

// ErrOptions is wrapped by errors about invalid options, and about options
// other than the work directory's.
var ErrOptions = workshop.ErrOptions

// identity decides whether two runs are the same.
type identity struct {
	Options Options  `json:"options"`
	Data    []Source `json:"data"`
}

// claim marks the work directory as this run's, or checks that it is.
func (t *trainer) claim() error {
	return workshop.Claim(t.Work, identity{t.Options, t.sources})
}

// maxGames bounds the size in bytes of a pass's games file: about five million
// games.
const maxGames = 1 << 30

// played returns the self-play games of a pass, read from its directory if they
// are there.
func (t *trainer) played(ctx context.Context, pass int, dir string, count int, player *patterns.Evaluation) ([]othellorecord.Game, error) {
	if count == 0 {
		return nil, nil
	}
	file := filepath.Join(dir, "games.txt")
	if text, err := memory.ReadFile(file, maxGames); err == nil {
		games, err := parseGames(t.rules, text)
		if err != nil || len(games) != count {
			return nil, reason.Errorf("%w: %s: %d games, want %d; %w", ErrData, file, len(games), count, err)
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

// phaseFile returns the name of a phase's file.
func phaseFile(dir string, phase int, kind string) string {
	return filepath.Join(dir, fmt.Sprintf("phase-%02d.%s", phase, kind))
}

// readPhase reads a finished phase. ok is false if it is missing or damaged.
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

// writePhase writes the files that readPhase reads, the weights last.
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
