package othellotrain

import (
	"context"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/games/othello/othelloengine/patterns"
	"github.com/plywood-go/plywood/games/othello/othellorecord"
	"github.com/plywood-go/plywood/internal/reason"
)

// The slow parts of a run, self-play and labelling, can be sent to other
// machines. A game is sent as its opening and the state of its random source,
// and returns complete. A position returns as its label, written so that it
// parses to the same bits.

// plan is common to all parts of a task, the document "ply.trainplan/1". If
// Depth is 0 the parts are games to play, otherwise positions to label.
type plan struct {
	Schema string `json:"schema"`
	Size   int    `json:"size"` // of the board
	// Weights names the file of the evaluation. Empty means players without
	// one.
	Weights string `json:"weights,omitempty"`
	Exact   int    `json:"exact,omitempty"`
	Depth   int    `json:"depth,omitempty"`
}

const planSchema = "ply.trainplan/1"

// The sizes of parts: each takes some tenths of a second.
const (
	gamesOfPart     = 64
	positionsOfPart = 256
)

// between separates the items of a part.
const between = ";"

// sendGames plays the games of selfPlay on other machines. weighted reports
// whether their players have an evaluation.
func (t *trainer) sendGames(ctx context.Context, count int, weighted bool, seed uint64, tick func(done int)) ([]othellorecord.Game, error) {
	var e workshop.Task
	its := plan{Schema: planSchema, Size: t.Size}
	if weighted {
		its.Weights = attach(&e, t.playing)
	}
	openings := make([]string, count)
	for i := range openings {
		openings[i] = t.opened(seed, i)
	}
	games := make([]othellorecord.Game, 0, count)
	err := t.send(ctx, &its, &e, openings, gamesOfPart, func(done []string) error {
		list, err := parseGames(t.rules, []byte(strings.Join(done, "\n")))
		games = append(games, list...)
		tick(len(games))
		return err
	})
	return games, err
}

// opened returns the opening of a self-play game and the state of its random
// source after it.
func (t *trainer) opened(seed uint64, i int) string {
	source := rand.NewPCG(seed, uint64(i))
	_, moves := opening(t.rules, t.recorded, rand.New(source))
	state, _ := source.MarshalBinary() // never fails
	return hex.EncodeToString(state) + " " + t.rules.FormatMoves(moves)
}

// sendLabels labels samples on other machines, with the same results as label.
func (t *trainer) sendLabels(ctx context.Context, samples []Sample, later patterns.Weights, tick func(done int)) error {
	var e workshop.Task
	its := plan{Schema: planSchema, Size: t.Size, Exact: t.Exact, Depth: t.Depth}
	its.Weights = attach(&e, later)
	positions := make([]string, len(samples))
	for i := range samples {
		positions[i] = fmt.Sprintf("%016x%016x", samples[i].Own, samples[i].Opp)
	}
	done := 0
	return t.send(ctx, &its, &e, positions, positionsOfPart, func(labels []string) error {
		for _, text := range labels {
			x, err := strconv.ParseFloat(text, 32)
			if err != nil {
				return err
			}
			samples[done].Label = float32(x)
			done++
		}
		tick(done)
		return nil
	})
}

// attach adds weights to the files of a task and returns their name.
func attach(e *workshop.Task, w patterns.Weights) string {
	file := patterns.FormatWeights(w)
	e.Files = append(e.Files, file)
	return workshop.FileName(file)
}

// send sends items in parts of ofPart items and passes the results of each part
// to take.
func (t *trainer) send(ctx context.Context, its *plan, e *workshop.Task, items []string, ofPart int, take func([]string) error) error {
	text, err := json.Marshal(its)
	if err != nil {
		return err
	}
	e.Plan = string(text)
	for part := range slices.Chunk(items, ofPart) {
		e.Parts = append(e.Parts, strings.Join(part, between))
	}
	return t.Send(ctx, *e, func(part int, data string) error {
		list, want := strings.Split(data, between), min(ofPart, len(items)-part*ofPart)
		if len(list) != want {
			return reason.Errorf("part %d: %d items, want %d", part, len(list), want)
		}
		return take(list)
	})
}

// Worker implements workshop.Tasks.
func (trainers) Worker(ctx context.Context, text string, fetch workshop.Fetch) (workshop.Worker, error) {
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
	if its.Depth == 0 {
		return each(player(r, e)), nil
	}
	return each(labeller(newJudge(r, e), its.Exact, its.Depth)), nil
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

// player returns a function that plays on a game written by opened.
func player(r othello.Rules, e *patterns.Evaluation) func(string) (string, error) {
	choose := playerOf(r, e)
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
