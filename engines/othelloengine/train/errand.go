package train

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
	"github.com/plywood-go/plywood/engines/othelloengine/patterns"
	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/games/othello/othellorecord"
)

// What takes time in a run is to play games and to label positions: both can be done
// elsewhere, in parts. A game is sent from its opening on, with the state of its chance,
// and comes back whole; a position comes back as its label, so written that it is the
// same to the last bit.

// plan is what parts have in common, the document "ply.trainplan/1". Without Depth games
// are to be played, else positions labelled.
type plan struct {
	Schema string `json:"schema"`
	Size   int    `json:"size"` // of the board
	// Weights are the file of the evaluation; empty for players without one.
	Weights string `json:"weights,omitempty"`
	Exact   int    `json:"exact,omitempty"`
	Depth   int    `json:"depth,omitempty"`
}

const planSchema = "ply.trainplan/1"

// Sizes of parts: some tenths of a second each.
const (
	gamesOfPart     = 64
	positionsOfPart = 256
)

// between separates what a part has several of.
const between = ";"

// sendGames has games of self-play played elsewhere, those of selfPlay. weighted tells
// that their players have an evaluation.
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

// opened writes the opening of a game of self-play, and the state of its chance then.
func (t *trainer) opened(seed uint64, i int) string {
	source := rand.NewPCG(seed, uint64(i))
	_, moves := opening(t.rules, t.recorded, rand.New(source))
	state, _ := source.MarshalBinary() // which does not fail
	return hex.EncodeToString(state) + " " + t.rules.FormatMoves(moves)
}

// sendLabels has samples labelled elsewhere, as label does here.
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

// attach adds weights to the files of an errand, and returns their name.
func attach(e *workshop.Task, w patterns.Weights) string {
	file := patterns.FormatWeights(w)
	e.Files = append(e.Files, file)
	return workshop.FileName(file)
}

// send sends items, so many a part, and hands over what came of those of each part.
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
			return fmt.Errorf("part %d: %d items, want %d", part, len(list), want)
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
		return nil, fmt.Errorf("plan %q on a board of size %d, want %s", its.Schema, its.Size, planSchema)
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

// each does the items of a part, one after the other.
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

// player plays the games that opened has written.
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

// labeller labels positions.
func labeller(j *judge, exact, depth int) func(string) (string, error) {
	return func(item string) (string, error) {
		data, err := hex.DecodeString(item)
		if err != nil || len(data) != 16 {
			return "", fmt.Errorf("position %q, want 32 hexadecimal digits", item)
		}
		own, opp := binary.BigEndian.Uint64(data), binary.BigEndian.Uint64(data[8:])
		return strconv.FormatFloat(float64(j.label(own, opp, exact, depth)), 'g', -1, 32), nil
	}
}
