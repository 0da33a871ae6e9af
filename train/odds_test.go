package train

import (
	"flag"
	"math"
	"os"
	"path/filepath"
	"testing"
)

var oddsOf = flag.String("odds", "", "fit the odds of wins and draws to the games in these files of self-play")

// TestOdds fits the chances of wins, draws and losses to the values of searches: the side to
// move wins with chance 1/(1+exp((middle-v)/slope)) and loses with that of -v.
func TestOdds(t *testing.T) {
	if *oddsOf == "" {
		t.Skip("no -odds")
	}
	names, err := filepath.Glob(*oddsOf)
	if err != nil || len(names) == 0 {
		t.Fatal("no files: ", err)
	}
	var counts [201][3]float64 // losses, draws and wins, by the value in tens
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		games, err := parse(data, filed)
		if err != nil {
			t.Fatal(name, err)
		}
		for _, g := range games {
			for i, v := range g.values {
				if v == unknown || v == proven || v == -proven || v > 1000 || v < -1000 || v == 0 { // most positions of value 0 are drawn endings
					continue
				}
				result := int(g.result)
				if i%2 == 1 {
					result = -result
				}
				counts[100+int(v)/10][1+result]++
			}
		}
	}
	loss := func(middle, slope float64) (sum float64) {
		for i, c := range counts {
			v := float64(10 * (i - 100))
			win := 1 / (1 + math.Exp((middle-v)/slope))
			lost := 1 / (1 + math.Exp((middle+v)/slope))
			sum -= c[2]*math.Log(win) + c[0]*math.Log(lost) + c[1]*math.Log(max(1e-6, 1-win-lost))
		}
		return sum
	}
	best, middle, slope := math.Inf(1), 0.0, 0.0
	for m := 0.0; m < 400; m += 2 {
		for s := 20.0; s < 400; s += 2 {
			if l := loss(m, s); l < best {
				best, middle, slope = l, m, s
			}
		}
	}
	t.Logf("middle %.0f, slope %.0f", middle, slope)
	for i := 0; i < len(counts); i += 20 {
		c := counts[i]
		v := float64(10 * (i - 100))
		n := c[0] + c[1] + c[2]
		t.Logf("%6.0f: %.3f %.3f of %.0f, fitted %.3f %.3f", v, c[2]/n, c[0]/n, n, 1/(1+math.Exp((middle-v)/slope)), 1/(1+math.Exp((middle+v)/slope)))
	}
}
