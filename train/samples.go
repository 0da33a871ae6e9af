package train

import (
	"cmp"
	"context"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"math"
	"math/bits"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strconv"

	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/game/capability"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/search/network"
)

// usualTrust is the usual Options.Trust. It is not tuned.
const usualTrust = 70

// sample is a position: its features in the mover's view and in the other one
// lie one after the other in samples.features.
type sample struct {
	first    int
	own, all uint8 // number of features in the mover's view, and in both
	phase    uint8
	count    uint32  // occurrences
	label    float32 // the mean of the mover's expected results, 0 to 1
}

// samples are positions, each once.
type samples struct {
	list         []sample
	features     []uint16
	fitted, held []int // indices of the positions to fit, and of those held out
}

// pool is the positions of a fit in files, the parts. A position's hash chooses its part, so all
// its occurrences meet there, each part is a random choice of positions, and memory holds one.
type pool struct {
	folder string
	sums   []uint32 // checksum of each part
}

// dealt is the number of games to a part. Those of chess have 150 000 positions, in 16 MB of memory.
const dealt = 2048

// reader replays games and writes records of their positions, by part.
type reader[S any, M comparable, R Rules[S, M]] struct {
	rules   R
	starts  []S
	caps    capability.Set[S, M]
	scale   float64
	trust   float64 // the weight of a search's value in a label; the rest is that of the result
	records [][]byte
	set     []uint64
	moves   []M
	noisy   []M
}

func newReader[S any, M comparable, R Rules[S, M]](rules R, o *Options, parts int) *reader[S, M, R] {
	features, _ := rules.FeatureCounts()
	return &reader[S, M, R]{
		rules: rules, caps: capability.Of[S, M](rules), scale: float64(o.Scale), trust: float64(cmp.Or(o.Trust, usualTrust)) / 100,
		starts: starts[S](rules), records: make([][]byte, parts), set: make([]uint64, (features+63)/64),
	}
}

// add adds the positions of a game to the records. It leaves out positions that a random move
// follows or a capture may change. valued says that the values of searches are on the network's
// scale. The positions of fold 0 are held out.
func (r *reader[S, M, R]) add(g *played, valued bool, fold int) bool {
	if g.start >= len(r.starts) {
		return false
	}
	s := r.starts[g.start]
	for i, m := range g.moves {
		var status game.Status
		r.moves, status = r.rules.Moves(&s, r.moves[:0])
		if status.Over() || int(m) >= len(r.moves) {
			return false
		}
		if g.values[i] != unknown && r.quiet(&s, r.moves[m]) {
			result := float64(g.result)
			if r.rules.ToMove(&s) == game.Second {
				result = -result
			}
			label := (1 + result) / 2
			switch v := g.values[i]; {
			case v == proven || v == -proven:
				label = float64(v/proven+1) / 2
			case valued:
				label = r.trust/(1+math.Exp(-float64(v)/r.scale)) + (1-r.trust)*label
			}
			r.put(&s, float32(label), fold)
		}
		r.rules.Play(&s, &s, r.moves[m])
	}
	return true
}

// quiet reports whether an evaluation can rate s: the position is not urgent,
// and the move chosen is not a noisy one.
func (r *reader[S, M, R]) quiet(s *S, m M) bool {
	if r.caps.Urgent != nil && r.caps.Urgent.Urgent(s) {
		return false
	}
	if r.caps.Noisy != nil {
		r.noisy = r.caps.Noisy.NoisyMoves(s, r.noisy[:0])
	}
	return !slices.Contains(r.noisy, m)
}

// put adds a record of a position to its part: its hash, label and fold, and for both views the
// differences of the features, a zero and the phase.
func (r *reader[S, M, R]) put(s *S, label float32, fold int) {
	key := r.rules.Hash(s)
	part := &r.records[key%uint64(len(r.records))]
	b := binary.LittleEndian.AppendUint32(binary.LittleEndian.AppendUint64(*part, key), math.Float32bits(label))
	b = append(b, uint8(fold))
	mover := r.rules.ToMove(s)
	for _, view := range []game.Player{mover, mover.Other()} {
		clear(r.set)
		phase, last := r.rules.Features(s, view, r.set), -1
		for i, word := range r.set {
			for ; word != 0; word &= word - 1 {
				feature := i<<6 + bits.TrailingZeros64(word)
				b, last = binary.AppendUvarint(b, uint64(feature-last)), feature
			}
		}
		b = append(b, 0, uint8(phase))
	}
	*part = b
}

// add appends records to the parts.
func (p *pool) add(_ int, records [][]byte) error {
	for part, b := range records {
		f, err := os.OpenFile(p.file(part), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
		if err != nil {
			return err
		}
		_, err = f.Write(b)
		if err = errors.Join(err, f.Close()); err != nil {
			return err
		}
		p.sums[part] = crc32.Update(p.sums[part], crc32.IEEETable, b)
	}
	return nil
}

func (p *pool) file(part int) string { return filepath.Join(p.folder, strconv.Itoa(part)) }

// each loads the parts in an order. It passes them on one by one, and loads the next one meanwhile.
func (p *pool) each(ctx context.Context, order []int, use func(k int, t *samples) error) error {
	return Share(ctx, len(order), 2, func() func(int) (*samples, error) {
		return func(k int) (*samples, error) { return p.load(order[k]) }
	}, use)
}

// load returns the positions of a part. The first record of a position says whether it is held out.
func (p *pool) load(part int) (*samples, error) {
	b, err := os.ReadFile(p.file(part))
	if err == nil && crc32.ChecksumIEEE(b) != p.sums[part] {
		err = reason.Errorf("%w: %s: %w", workshop.ErrData, p.file(part), errDamaged)
	}
	if err != nil {
		return nil, err
	}
	t, seen := &samples{features: make([]uint16, 0, len(b))}, map[uint64]int{}
	for len(b) > 0 {
		key, label, fold := binary.LittleEndian.Uint64(b), math.Float32frombits(binary.LittleEndian.Uint32(b[8:])), b[12]
		o := sample{first: len(t.features), count: 1, label: label}
		b = b[13:]
		for range 2 {
			o.own = o.all
			for last := -1; b[0] != 0; o.all++ {
				step, n := binary.Uvarint(b)
				b, last = b[n:], last+int(step)
				t.features = append(t.features, uint16(last))
			}
			o.phase, b = b[1], b[2:]
		}
		if at, ok := seen[key]; ok {
			known := &t.list[at]
			known.count++
			known.label += (label - known.label) / float32(known.count)
			t.features = t.features[:o.first]
			continue
		}
		set := &t.fitted
		if fold == 0 {
			set = &t.held
		}
		seen[key], *set, t.list = len(t.list), append(*set, len(t.list)), append(t.list, o)
	}
	return t, nil
}

// The games of a pass can be played on other machines, in blocks of consecutive games. A
// part of the task names a block, and its result holds the games in the form of the files
// of the work folder, in base64.

// plan is common to all blocks, the document "ply.network-trainplan/1".
type plan struct {
	Schema string `json:"schema"`
	Game   string `json:"game"`
	Seed   uint64 `json:"seed"` // of the pass
	style
	// Network names the file of the players' network. Empty means that they use the game's
	// own evaluation.
	Network string `json:"network,omitempty"`
	// Files names the files of the players' equipment.
	Files map[string]string `json:"files,omitempty"`
}

const planSchema = "ply.network-trainplan/1"

// block is the number of games in a part; filed is a multiple of it.
const block = 20

// parseBlock returns the first game and the number of games of a part.
func parseBlock(part string) (first, count int, err error) {
	if n, err := fmt.Sscanf(part, "%d+%d", &first, &count); n != 2 || err != nil || first < 0 || count < 1 || count > block ||
		part != fmt.Sprintf("%d+%d", first, count) {
		return 0, 0, reason.Errorf("games %q, want FIRST+COUNT, at most %d", part, block)
	}
	return first, count, nil
}

// seed returns the seed of a pass.
func (t *run[S, M, R]) seed(pass int) uint64 { return t.Seed<<8 + uint64(pass) }

// play plays the games of a pass that are not in the work folder, with net or without if it is
// nil, and stores them file by file.
func (t *run[S, M, R]) play(ctx context.Context, pass int, net *network.Net) error {
	size := block
	if t.Send == nil {
		size = 1 // the progress shows each game
	}
	var parts []string
	for first := 0; first < t.Games; first += filed {
		data, err := t.Load(gamesName(pass, first))
		if err != nil {
			return err
		}
		end := min(first+filed, t.Games)
		for at := first; data == nil && at < end; at += size {
			parts = append(parts, fmt.Sprintf("%d+%d", at, min(size, end-at)))
		}
	}
	its := plan{Schema: planSchema, Game: t.Game, Seed: t.seed(pass), style: style{t.Nodes, t.Openings, t.Odds, t.Late}}
	worker := func() workshop.Worker { return newPlayer[S, M](t.rules, net, its.style).worker(its.Seed) }
	describe := func(e *workshop.Task) (_ any, err error) {
		if net != nil {
			file, err := net.Format()
			if err != nil {
				return nil, err
			}
			its.Network, e.Files = workshop.FileName(file), append(e.Files, file)
		}
		if t.attach != nil {
			its.Files, err = t.attach(e)
		}
		return its, err
	}
	var whole []byte // the games of the current file
	return t.Do(ctx, parts, worker, describe, func(part int, data string) error {
		first, count, err := parseBlock(parts[part])
		var games []byte
		if err == nil {
			games, err = base64.StdEncoding.DecodeString(data)
		}
		if err == nil {
			_, err = t.records(games, pass, first, count, 1)
		}
		if err != nil {
			return reason.Errorf("games %s: %w", parts[part], err)
		}
		whole = append(whole, games[:len(games)-checksum]...)
		end := first + count
		t.Tell(workshop.Progress{Pass: pass, Passes: t.Passes, Stage: "self-play", Done: end, Total: t.Games})
		if end%filed != 0 && end != t.Games {
			return nil
		}
		file := sealed(whole)
		whole = whole[:0]
		return t.Save(gamesName(pass, (end-1)/filed*filed), file)
	})
}

// Worker implements workshop.Tasks.
func (t Trainer[S, M, R]) Worker(ctx context.Context, text string, fetch workshop.Fetch) (workshop.Worker, error) {
	var its plan
	if err := json.Unmarshal([]byte(text), &its); err != nil {
		return nil, err
	}
	if its.Schema != planSchema || its.Game != t.Game || its.Nodes < 1 {
		return nil, reason.Errorf("plan %q of %s with %d nodes, want %s of %s", its.Schema, its.Game, its.Nodes, planSchema, t.Game)
	}
	var net *network.Net
	rules := t.Rules
	var err error
	if its.Network != "" {
		file, err := fetch(ctx, its.Network)
		if err != nil {
			return nil, err
		}
		if net, err = network.Parse(file); err != nil {
			return nil, err
		}
		if err := net.Fits(t.Game, rules); err != nil {
			return nil, err
		}
	}
	switch {
	case t.Fetch != nil:
		if rules, err = t.Fetch(ctx, its.Files, fetch); err != nil {
			return nil, err
		}
	case len(its.Files) > 0:
		return nil, errors.New("files of equipment")
	}
	return newPlayer[S, M](rules, net, its.style).worker(its.Seed), nil
}

// worker returns a worker that plays blocks of the games of a seed.
func (p *player[S, M, R]) worker(seed uint64) workshop.Worker {
	return func(ctx context.Context, part string) (string, uint64, error) {
		first, count, err := parseBlock(part)
		if err != nil {
			return "", 0, err
		}
		games := make([]played, count)
		for i := range games {
			if ctx.Err() != nil {
				return "", 0, context.Cause(ctx)
			}
			games[i] = p.game(rand.New(rand.NewPCG(seed, uint64(first+i))))
		}
		return base64.StdEncoding.EncodeToString(format(games)), 0, nil
	}
}
