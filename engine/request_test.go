package engine_test

import (
	"encoding/json"
	"strings"
	"testing"
	"time"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/games/catalog/catalogtest"
	"github.com/plywood-go/plywood/search"
)

// TestRequest reads requests and checks their queries at a position, and the
// maximum values.
func TestRequest(t *testing.T) {
	p := catalogtest.Find(t, "othello").Start()
	most := engine.Most{Depth: 100, MultiPV: 64, Time: time.Hour}
	for _, tt := range []struct {
		text  string
		query search.Query
		time  time.Duration
		wrong string
	}{
		{`{}`, search.Query{}, time.Minute, ""},
		{`{"depth":7,"multipv":3}`, search.Query{Depth: 7, Lines: 3}, time.Minute, ""},
		{`{"nodes":5,"time_ms":20,"confidence":88}`, search.Query{Nodes: 5, Confidence: 88}, 20 * time.Millisecond, ""},
		{`{"level":4}`, p.AtLevel(4, search.Query{}), time.Minute, ""},
		{`{"clock":{"left_ms":1000,"increment_ms":10,"moves":3}}`, search.Query{}, p.OnClock(search.Clock{Left: time.Second, Increment: 10 * time.Millisecond, Moves: 3}, search.Control{}).Time, ""},
		{`{"depth":-1}`, search.Query{}, 0, "depth: -1"},
		{`{"depth":101}`, search.Query{}, 0, "depth: 101, want 0 to 100"},
		{`{"multipv":65}`, search.Query{}, 0, "multipv"},
		{`{"time_ms":3600001}`, search.Query{}, 0, "time_ms"},
		{`{"level":61}`, search.Query{}, 0, "level: 61"},
		{`{"confidence":101}`, search.Query{}, 0, "confidence"},
		{`{"level":3,"depth":3}`, search.Query{}, 0, "want one of them"},
		{`{"level":3,"confidence":72}`, search.Query{}, 0, "want one of them"},
		{`{"clock":{"left_ms":-1}}`, search.Query{}, 0, "clock: left_ms"},
		{`{"clock":{"left_ms":1,"increment_ms":3600001}}`, search.Query{}, 0, "clock: increment_ms"},
		{`{"clock":{"left_ms":1,"moves":-1}}`, search.Query{}, 0, "clock: moves: -1, want 0 or more"},
	} {
		var r engine.Request
		if err := json.Unmarshal([]byte(tt.text), &r); err != nil {
			t.Fatal(err)
		}
		err := r.Check(most)
		if (err != nil) != (tt.wrong != "") || err != nil && !strings.Contains(err.Error(), tt.wrong) {
			t.Errorf("%s: %v, want %q", tt.text, err, tt.wrong)
		}
		if err != nil {
			continue
		}
		if q, c := r.At(p, time.Minute); !q.Equal(tt.query) || c.Time != tt.time {
			t.Errorf("%s: %+v in %v, want %+v in %v", tt.text, q, c.Time, tt.query, tt.time)
		}
	}
}
