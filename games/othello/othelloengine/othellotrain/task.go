package othellotrain

import (
	"context"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/games/othello/othelloengine"
	"github.com/plywood-go/plywood/games/othello/othelloengine/patterns"
	"github.com/plywood-go/plywood/internal/reason"
)

// The slow parts of a run, self-play and labelling, are tasks that can be sent to other machines. A
// game is its opening and the state of its random source, and returns complete. A position returns
// as its label, written so that it parses to the same bits.

// plan is common to all parts of a task, the document "ply.trainplan/1". If
// Depth is 0 the parts are games to play, otherwise positions to label.
type plan struct {
	Schema string `json:"schema"`
	Size   int    `json:"size"` // of the board
	// Weights names the file of the evaluation. Empty means players without one.
	Weights string `json:"weights,omitempty"`
	Exact   int    `json:"exact,omitempty"`
	Depth   int    `json:"depth,omitempty"`
}

const planSchema = "ply.trainplan/1"

// Each part takes some tenths of a second.
const (
	gamesOfPart     = 64
	positionsOfPart = 256
)

// between separates the items of a part.
const between = ";"

// opened returns the opening of a self-play game and the state of its random source after it.
func (t *run) opened(seed uint64, i int) string {
	source := rand.NewPCG(seed, uint64(i))
	_, moves := opening(t.rules, t.recorded, rand.New(source))
	state, _ := source.MarshalBinary() // never fails
	return hex.EncodeToString(state) + " " + t.rules.FormatMoves(moves)
}

// do processes the items, ofPart of them in each part, on this machine or others. It passes the
// results of each part to take. The evaluation has the given weights; nil means no evaluation.
func (t *run) do(ctx context.Context, its plan, weights *patterns.Weights, items []string, ofPart int, take func(done []string) error) error {
	var parts []string
	for part := range slices.Chunk(items, ofPart) {
		parts = append(parts, strings.Join(part, between))
	}
	var e *patterns.Evaluation
	if weights != nil {
		e = patterns.NewEvaluation(t.rules, *weights)
	}
	worker := func() workshop.Worker { return its.worker(t.rules, e) }
	describe := func(task *workshop.Task) (any, error) {
		if weights != nil {
			file := patterns.FormatWeights(*weights)
			task.Files, its.Weights = append(task.Files, file), workshop.FileName(file)
		}
		return its, nil
	}
	return t.Do(ctx, parts, worker, describe, func(part int, data string) error {
		list, want := strings.Split(data, between), min(ofPart, len(items)-part*ofPart)
		if len(list) != want {
			return reason.Errorf("part %d: %d items, want %d", part, len(list), want)
		}
		return take(list)
	})
}

// Worker implements workshop.Tasks.
func (trainer) Worker(ctx context.Context, text string, fetch workshop.Fetch) (workshop.Worker, error) {
	var its plan
	if err := json.Unmarshal([]byte(text), &its); err != nil {
		return nil, err
	}
	r, ok := othello.Sized(its.Size)
	if its.Schema != planSchema || !ok {
		return nil, reason.Errorf("plan %q on a board of size %d, want %s", its.Schema, its.Size, planSchema)
	}
	var e *patterns.Evaluation
	if its.Weights != "" {
		file, err := fetch(ctx, its.Weights)
		if err != nil {
			return nil, err
		}
		weights, err := patterns.ParseWeights(file)
		if err != nil {
			return nil, err
		}
		e = patterns.NewEvaluation(r, weights)
	}
	return its.worker(r, e), nil
}

// worker returns a worker with an evaluation, which may be nil.
func (p *plan) worker(r othello.Rules, e *patterns.Evaluation) workshop.Worker {
	if p.Depth == 0 {
		return each(player(r, e))
	}
	return each(labeller(newJudge(r, e), p.Exact, p.Depth))
}

// each returns a worker that handles the items of a part in turn.
func each(do func(item string) (string, error)) workshop.Worker {
	return func(ctx context.Context, part string) (string, uint64, error) {
		items := strings.Split(part, between)
		for i, item := range items {
			if ctx.Err() != nil {
				return "", 0, context.Cause(ctx)
			}
			var err error
			if items[i], err = do(item); err != nil {
				return "", 0, err
			}
		}
		return strings.Join(items, between), 0, nil
	}
}

// player returns a function that plays on a game written by opened. e may be nil.
func player(r othello.Rules, e *patterns.Evaluation) func(string) (string, error) {
	choose := quiet(r)
	if e != nil {
		choose = greedy(r, othelloengine.NewEstimator(r, e))
	}
	return func(item string) (string, error) {
		state, text, _ := strings.Cut(item, " ")
		data, err := hex.DecodeString(state)
		source := new(rand.PCG)
		if err == nil {
			err = source.UnmarshalBinary(data)
		}
		if err != nil {
			return "", err
		}
		s := r.Start()
		moves, err := r.ParseMoves(&s, text)
		if err != nil {
			return "", err
		}
		for _, m := range moves {
			r.Play(&s, &s, m)
		}
		return r.FormatMoves(playOn(r, s, moves, choose, rand.New(source))), nil
	}
}

// labeller returns a function that labels a position.
func labeller(j *judge, exact, depth int) func(string) (string, error) {
	return func(item string) (string, error) {
		data, err := hex.DecodeString(item)
		if err != nil || len(data) != 16 {
			return "", reason.Errorf("position %q, want 32 hexadecimal digits", item)
		}
		own, opp := binary.BigEndian.Uint64(data), binary.BigEndian.Uint64(data[8:])
		return strconv.FormatFloat(float64(j.label(own, opp, exact, depth)), 'g', -1, 32), nil
	}
}
