package lesson

import (
	"strings"

	"github.com/plywood-go/plywood/internal/words"
)

// ComparisonDocument is a comparison as JSON, the document "ply.comparison/2" of docs/cli/learn.md. It
// compares searches of a written tree or of a position of a game.
type ComparisonDocument struct {
	Schema   string `json:"schema"`             // "ply.comparison/2"
	Tree     string `json:"tree,omitempty"`     // a written tree, in search order
	Game     string `json:"game,omitempty"`     // otherwise the game,
	Position string `json:"position,omitempty"` // its position
	Depth    int    `json:"depth,omitempty"`    // and the depth in plies
	Order    string `json:"order"`              // of the children, as ParseOrder reads it
	Seed     uint64 `json:"seed"`               // of a shuffled order
	Leaves   int    `json:"leaves,omitempty"`   // as in Comparison
	Minimum  int    `json:"minimum,omitempty"`  // as in Comparison
	// Summary says in words how many leaves a search needs.
	Summary string        `json:"summary"`
	Rows    []RowDocument `json:"algorithms"` // one for each algorithm
}

// RowDocument is the result of one algorithm, without values if it was stopped.
type RowDocument struct {
	Algorithm   string  `json:"algorithm"`         // its name
	Stopped     bool    `json:"stopped,omitempty"` // by a limit: the other fields are invalid
	Value       string  `json:"value"`             // of the root
	Leaves      int     `json:"leaves"`            // as in Row, like the following fields
	Evaluations int     `json:"evaluations"`
	Nodes       int     `json:"nodes"`
	Visits      int     `json:"visits"`
	Cutoffs     int     `json:"cutoffs"`
	Pruned      *int    `json:"pruned,omitempty"`
	Ratio       float64 `json:"ratio,omitempty"`
}

// Describe returns the document of a comparison made with the setup s, with values and summary
// in the language l.
func (c *Comparison) Describe(l Lang, s Setup) ComparisonDocument {
	doc := ComparisonDocument{
		Schema: "ply.comparison/2", Game: c.Game, Position: c.Position, Depth: c.Depth,
		Order: s.Order.String(), Seed: s.Seed, Leaves: c.Leaves, Minimum: c.Minimum, Summary: c.Summary(l),
	}
	if IsWritten(c.Game) {
		doc.Tree, doc.Game, doc.Position = c.Position, "", ""
	}
	for i := range c.Rows {
		r := &c.Rows[i]
		row := RowDocument{
			Algorithm: string(r.Algorithm), Stopped: r.Stopped, Value: r.Value(l), Leaves: r.Leaves, Evaluations: r.Evaluations,
			Nodes: r.Nodes, Visits: r.Visits, Cutoffs: r.Cutoffs, Ratio: r.Ratio,
		}
		if r.Pruned >= 0 && !r.Stopped {
			row.Pruned = &r.Pruned
		}
		doc.Rows = append(doc.Rows, row)
	}
	return doc
}

// written is the game name of trees that are written down.
const written = "tree"

// IsWritten reports whether game is the game of trees that are written down.
func IsWritten(game string) bool { return game == written }

// IsTree reports whether game is a game of trees, written down or computed. Trees are for
// lessons and laboratories and have no board.
func IsTree(game string) bool {
	family, _, _ := strings.Cut(game, ":")
	return family == written
}

// Lang is a language of explanations, by its ISO 639 code.
type Lang = words.Lang

// The languages.
const (
	English = words.English
	Russian = words.Russian
	Chinese = words.Chinese
)

// ParseLang returns the language of a tag or locale name such as "ru", "zh-Hans" or
// "ru_RU.UTF-8". Case does not matter. It fails for an unsupported language.
func ParseLang(text string) (Lang, error) { return words.Parse(text) }
