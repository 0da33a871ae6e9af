package engine

import (
	_ "embed"
	"encoding/json"
	"sync"
	"time"

	"github.com/plywood-go/plywood/game"
	"github.com/plywood-go/plywood/game/capability"
)

// About describes a game to its users.
type About struct {
	// Name is one word for the game, with its size:
	// "connect4:7x6".
	Name string `json:"name"`
	// Rules is the version of the rules under this name. It grows when positions may get other
	// values, so that results under different rules are not mixed.
	Rules int `json:"-"`
	// Title is the game's full name.
	Title string `json:"title"`
	// Sizes describes the possible sizes: "connect4:WxH, W·(H+1) ≤ 64".
	Sizes string `json:"sizes"`
	// Positions and Moves describe the notation.
	Positions string `json:"positions"`
	Moves     string `json:"moves"`
	// Solved states the known value of the game, with its source.
	Solved string `json:"solved"`
	// Sides are the names of the first and the second player.
	Sides [2]string `json:"sides"`
	// Unit is the unit of estimates: "discs", "lines".
	Unit string `json:"unit"`
	// Proven is the unit of proven values. Empty means Unit.
	Proven string `json:"-"`
	// Counting describes how the margin is counted if it is not the count of
	// pieces on the board. Empty means that it is.
	Counting string `json:"counting,omitempty"`
	// Solver means that the engine solves every position of this size within seconds.
	Solver bool `json:"solver,omitempty"`
	// Size is added to the title if there are several sizes; empty for the usual one.
	Size string `json:"size,omitempty"`
	// Menu lists the sizes that a player may choose from. Nil means only this one.
	Menu []Size `json:"menu,omitempty"`
	// In holds translations of these texts, by ISO 639 code.
	In map[string]Words `json:"in,omitempty"`
}

// Size is a size of a game: its About.Name, and its name in a menu.
type Size struct {
	Name  string `json:"name"`  // as About.Name
	Label string `json:"label"` // its name in a menu
}

// Words are texts about a game in one language. An empty one falls back to English.
type Words struct {
	Title string `json:"title,omitempty"` // name of the game
	// Notation describes positions and moves.
	Notation string `json:"notation,omitempty"`
	// Sides are the names of the first and the second player.
	Sides [2]string `json:"sides,omitzero"`
	// Counting is the translation of About.Counting.
	Counting string `json:"counting,omitempty"`
	// Sizes and Solved are as in About.
	Sizes  string `json:"-"`
	Solved string `json:"-"`
}

//go:embed translations.json
var translationsJSON []byte

// translations holds the words of games by their English titles, then by language.
var translations = sync.OnceValue(func() (all map[string]map[string]struct {
	Title, Notation         string
	Sides                   [2]string
	Counting, Sizes, Solved string
},
) {
	if err := json.Unmarshal(translationsJSON, &all); err != nil {
		panic("engine: translations.json: " + err.Error()) // the file is embedded: this is a bug
	}
	return all
})

// Translations returns the words, by language, of the game of the program with an English title.
// They are in translations.json.
func Translations(title string) map[string]Words {
	in := map[string]Words{}
	for language, words := range translations()[title] {
		in[language] = Words(words)
	}
	return in
}

// Census is the document "ply.perft/1": the result of [Position.Perft].
type Census struct {
	Schema   string `json:"schema"`          // "ply.perft/1"
	Index    *int   `json:"index,omitempty"` // of a batch
	Game     string `json:"game"`            // as About.Name
	Position string `json:"position"`        // as Position.String
	Depth    int    `json:"depth"`           // plies
	game.Counts
	TimeMS  float64 `json:"time_ms"`           // milliseconds spent
	Stopped string  `json:"stopped,omitempty"` // "signal" if the counts are incomplete
	Divide  []Share `json:"divide,omitempty"`  // counts by first move, if asked for
}

// Census describes the counts of a perft of p.
func (p *Position) Census(depth int, c game.Counts, took time.Duration) Census {
	return Census{Schema: "ply.perft/1", Game: p.game.About().Name, Position: p.String(), Depth: depth, Counts: c, TimeMS: Milliseconds(took)}
}

// Canonical returns the position that represents p and all its symmetric
// images, so that they share work. It has no history: a position read from
// text has the value of its images, but a played one may not.
func (p *Position) Canonical() *Position {
	g := p.game
	image := p.state
	if _, k := capability.Fold(g.rules, &g.caps, &p.state, &image); k > 0 && g.caps.Symmetric != nil {
		g.caps.Symmetric.Image(&image, &p.state, Move{}, k)
		return g.at(image)
	}
	return g.at(p.state)
}

// Key returns a number that p shares with its symmetric images and, but for rare collisions, with
// no other position. It is the same in every process.
func (p *Position) Key() uint64 {
	key, _ := capability.Fold(p.game.rules, &p.game.caps, &p.state, new(State))
	return key
}

// ShortKeyBytes is the length of a short key. JavaScript's numbers are exact up to 53 bits, and among the
// million positions of a large collection few share 48.
const ShortKeyBytes = 6

// ShortKey returns the first bits of Key.
func (p *Position) ShortKey() uint64 { return p.Key() >> (64 - 8*ShortKeyBytes) }

// Line converts consecutive moves from p to moves from to, which is p or an
// image of it; ok is false if it is neither, or a move is not legal.
func (p *Position) Line(to *Position, moves []string) (line []string, ok bool) {
	text := to.String()
	for k := 0; ; k++ {
		image, _, ok := p.game.image(p.state, Move{}, k)
		switch {
		case !ok:
			return nil, false
		case p.game.rules.FormatPosition(&image) == text:
			return p.imageLine(moves, k)
		}
	}
}

// imageLine returns the k-th image of a line.
func (p *Position) imageLine(moves []string, k int) (line []string, ok bool) {
	rules, at := p.game.rules, p.state
	for _, text := range moves {
		m, err := rules.ParseMove(&at, text)
		if err != nil {
			return nil, false
		}
		image, m2, _ := p.game.image(at, m, k)
		line = append(line, rules.FormatMove(&image, m2))
		rules.Play(&at, &at, m)
	}
	return line, true
}

// Remembers reports whether earlier moves can affect the value of a position, because positions may
// repeat. If so, the same position may have different values in different games.
func (g *Game) Remembers() bool { return g.caps.Repeater != nil }

// image returns the k-th image of s, and of m, which may be zero.
func (g *Game) image(s State, m Move, k int) (image State, move Move, ok bool) {
	if g.caps.Symmetric == nil {
		return s, m, k == 0
	}
	move, ok = g.caps.Symmetric.Image(&image, &s, m, k)
	return image, move, ok
}
