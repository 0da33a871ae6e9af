package trace

import (
	"strconv"
	"strings"
)

// Words are all the words that the renderers write.
type Words struct {
	Max, Min, Or, And string // the names of the players
	Chance            string // what a chance node is called. Zero means English.

	Tree      string // default title of a picture
	Summary   string // of the counts, with the same names in braces as in English
	Variation string // the principal variation
	Pruned    string // a branch cut off
	Bound     string // a value that is only a bound
	Unseen    string // a node that the search did not reach
	Current   string // the node of the last step
	Visits    string // before the number of visits
	Cutoff    string // by alpha or beta
	Table     string // a cutoff by a stored bound
	Selective string // a cutoff by a selective rule
	// Type stands before the type of a node. Types explains the types in the key. Zero means
	// English.
	Type, Types string
	// Texts for values of finished games; {n} is the distance in plies, or the
	// margin. Zero means English.
	Win, Loss, Final string
	// Point is the decimal mark. With a comma, semicolons separate the ends of windows. Zero
	// means a point.
	Point  string
	Path   PathWords   // for path searches
	Growth GrowthWords // for trees that grow
}

// english are the default words.
var english = Words{
	Max: "MAX", Min: "MIN", Or: "OR", And: "AND", Chance: "chance",
	Tree: "Search tree",
	Summary: "{nodes} nodes, {searched} of them searched in {visits} visits; " +
		"{evaluations} static evaluations, {cutoffs} cutoffs, {pruned} branches pruned; value {value}",
	Variation: "principal variation",
	Pruned:    "pruned",
	Bound:     "only a bound",
	Unseen:    "not searched",
	Current:   "current node",
	Visits:    "visits",
	Cutoff:    "cutoff",
	Table:     "table cutoff",
	Selective: "selective cutoff",
	Type:      "type",
	Types:     "types of Knuth and Moore: first moves, cut nodes, all nodes",
	Win:       "win in {n}", Loss: "loss in {n}", Final: "final {n}",
}

// summary returns the summary of a tree with the given value.
func (w *Words) summary(t *Tree, value string) string {
	s := &t.Stats
	return strings.NewReplacer(
		"{nodes}", strconv.Itoa(len(t.Nodes)),
		"{searched}", strconv.Itoa(s.Nodes),
		"{visits}", strconv.Itoa(s.Visits),
		"{evaluations}", strconv.Itoa(s.Evaluations),
		"{cutoffs}", strconv.Itoa(s.Cutoffs),
		"{pruned}", strconv.Itoa(s.Pruned),
		"{value}", value,
	).Replace(w.Summary)
}
