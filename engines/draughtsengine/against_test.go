package draughtsengine

import (
	"context"
	"flag"
	"math"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/plywood-go/plywood/engines/draughtsengine/draughtspatterns"
	"github.com/plywood-go/plywood/games/draughts"
	"github.com/plywood-go/plywood/network"
	"github.com/plywood-go/plywood/search"
)

var (
	against = flag.String("against", "", "a file of weights, with -measure; features if it is empty")
	weighed = flag.String("weights", "", "the file of weights that plays it, with -measure; those of the program if it is empty")
	nodes   = flag.Uint64("nodes", 2000, "nodes of a move, with -measure")
	pairs   = flag.Int("pairs", 174, "how many openings are played, with -measure")
)

// contender is a player: a game, and its network or nil.
type contender struct {
	Fitted
	net *network.Net
}

// weightsIn returns draughts with the weights or the network of a file, or
// usual if name is empty.
func weightsIn(t *testing.T, name string, usual Fitted) contender {
	if name == "" {
		return contender{usual, nil}
	}
	file, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	if n, err := network.Parse(file); err == nil {
		return contender{usual, n}
	}
	w, err := draughtspatterns.ParseWeights(usual.Rules, file)
	if err != nil {
		t.Fatal(err)
	}
	return contender{usual.Weighing(draughtspatterns.New(usual.Rules, w)), nil}
}

// TestAgainst plays checkers ballots, or random openings of another -variant,
// with the weights of two files, each opening from both sides, and logs the
// first one's score.
func TestAgainst(t *testing.T) {
	if !*measured {
		t.Skip("no -measure")
	}
	r := draughts.Rules{Variant: draughts.Variant(*variant)}
	players := [2]contender{weightsIn(t, *weighed, Learned(r)), weightsIn(t, *against, Fitted{Rules: r})}
	var results [3]int // of the first player: losses, draws, wins
	sum, squares, played := 0.0, 0.0, 0.0
	for _, opening := range openings(r, *pairs) {
		pair := 0
		for first := range 2 {
			outcome := playOpening(r, opening, [2]contender{players[first], players[1-first]})
			if first == 1 {
				outcome = -outcome
			}
			results[1+outcome]++
			pair += outcome
		}
		points := 0.5 + float64(pair)/4
		sum, squares, played = sum+points, squares+points*points, played+1
	}
	mean := sum / played
	t.Logf("+%d =%d -%d, %.1f %% ± %.1f (standard error of pairs)", results[2], results[1], results[0],
		100*mean, 100*math.Sqrt((squares/played-mean*mean)/played))
}

// openings returns at most n openings: ballots if the variant has them,
// otherwise six random plies after which the game is not over.
func openings(r draughts.Rules, n int) (all [][]draughts.Move) {
	if ballots := r.Ballots(); ballots != nil {
		return ballots[:min(n, len(ballots))]
	}
	random := rand.New(rand.NewPCG(1, uint64(r.Variant)))
	for len(all) < n {
		s := r.Start()
		var opening []draughts.Move
		for range 6 {
			if moves, _ := r.Moves(&s, nil); len(moves) > 0 {
				opening = append(opening, moves[random.IntN(len(moves))])
				r.Play(&s, &s, opening[len(opening)-1])
			}
		}
		if !r.Status(&s).Over() {
			all = append(all, opening)
		}
	}
	return all
}

// playOpening plays a game from an opening and returns the first player's
// outcome.
func playOpening(r draughts.Rules, opening []draughts.Move, players [2]contender) int {
	var by [2]*search.Searcher[position, move]
	for i, f := range players {
		by[i] = search.New(f.Fitted, search.Options{TableBytes: 1 << 20, Network: f.net})
	}
	s := r.Start()
	var history []uint64
	for ply := 0; ; ply++ {
		if r.Status(&s).Over() {
			return 2*int(s.Turn) - 1 // the side to move has lost
		}
		repeated := 0
		for _, h := range history {
			if h == r.Hash(&s) {
				repeated++
			}
		}
		if limit, _ := r.Limit(&s); limit > 0 || repeated >= r.Occurrences()-1 {
			return 0
		}
		var m draughts.Move
		if ply < len(opening) {
			m = opening[ply]
		} else {
			q := search.Query{Nodes: *nodes, History: history}
			result := by[s.Turn&1].Search(context.Background(), &s, q, search.Control{}, nil)
			m, _ = result.Best()
		}
		history = append(history, r.Hash(&s))
		r.Play(&s, &s, m)
	}
}
