package web

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"
)

// TestFarm shows a farm at work, a farm in trouble, and a farm that does not answer.
func TestFarm(t *testing.T) {
	standing := Farm{
		Batches: []FarmBatch{
			{Name: "3f0c1d2e4b5a", Game: "othello:6", Kind: "solve", Jobs: 400, Solved: 123, Failed: 7},
			{Name: "b2", Game: "<game>", Kind: "label", Jobs: 1, Solved: 1, Finished: true},
			{Name: "b3", Game: "tree", Kind: "label", Jobs: 1, Cancelled: true, Finished: true},
		},
		Workers: []FarmWorker{{Name: "cellar-1", Slots: 8, Figures: []uint64{77, 6, 5, 4, 3, 2}, Seen: time.Date(2026, 1, 2, 3, 4, 5, 0, time.UTC), Standing: "farm.distrusted"}},
		Results: 131, Nodes: 99_000, Dead: 5,
	}
	var failure error
	c := testConfig()
	c.Farm = func(context.Context) (Farm, error) { return standing, failure }
	_, server := newTest(t, c)
	get := func(language string) (int, string) {
		r := request(t, "GET", server.URL+"/farm?lang="+language, nil)
		status, _, body := do(t, r)
		return status, body
	}
	shown := func(language string, want int, parts ...string) {
		t.Helper()
		status, body := get(language)
		if status != want {
			t.Errorf("%s: status %d, want %d", language, status, want)
		}
		for _, part := range parts {
			if !strings.Contains(body, part) {
				t.Errorf("%s: no %q in\n%s", language, part, body)
			}
		}
	}
	shown("en", 200, `<html lang="en">`, "<code>3f0c1d2e4b5a</code>", "<td>400</td><td>123</td><td>0</td><td>7</td><td></td>", "&lt;game&gt;",
		"<td>finished</td>", "<td>cancelled</td>", "cellar-1", "<td>77</td><td>6</td><td>5</td><td>4</td><td>3</td><td>2</td>", "2026-01-02 03:04:05 UTC", "not trusted", "5 dead letters")
	shown("ru", 200, "Ферма", "отменён")
	shown("zh", 200, "求解集群")
	standing.Trouble = "no space left"
	shown("en", 200, `<p role="alert">nothing goes on: no space left</p>`)
	failure = errors.New("nobody answers")
	shown("en", 502, `the farm does not answer: nobody answers`)
	if _, body := get("en"); strings.Contains(body, "<table>") {
		t.Error("a farm that is away has tables")
	}
	_, server = newTest(t, testConfig())
	if status, _ := get("en"); status != 404 {
		t.Errorf("without a farm: %d", status)
	}
}
