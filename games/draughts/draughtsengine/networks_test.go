package draughtsengine

import (
	"path/filepath"
	"testing"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/games/draughts"
	"github.com/plywood-go/plywood/search"
)

// TestNetworks checks that each built-in network is that of a variant and serves as its
// evaluation by default.
func TestNetworks(t *testing.T) {
	files, err := filepath.Glob("networks/*")
	if err != nil || len(files) != len(builtIn) {
		t.Errorf("%d variants use the files %s, %v", len(builtIn), files, err)
	}
	for v := range draughts.Variant(4) {
		r := draughts.Rules{Variant: v}
		net := Fitted{Rules: r}.Network()
		if err := net.Fits(r.String(), Fitted{Rules: r}); err != nil {
			t.Errorf("%v: %v", r, err)
		}
		p := r.Start()
		q := search.Query{Nodes: 3000}
		var found [2]search.Result[move]
		for i, o := range []search.Options{{TableBytes: 1 << 16}, {TableBytes: 1 << 16, Network: net}} {
			found[i] = newSearcher(r, engine.Options{Options: o}).Search(t.Context(), &p, q, search.Control{}, nil)
		}
		if found[0].Score() != found[1].Score() || found[0].Nodes != found[1].Nodes {
			t.Errorf("%v: the default search is not that of the network: %v and %v", r, found[0], found[1])
		}
	}
}
