package search_test

import (
	"testing"
	"time"

	"github.com/plywood-go/plywood/games/connect4"
	"github.com/plywood-go/plywood/games/connect4/connect4engine"
	"github.com/plywood-go/plywood/search"
)

func TestClock(t *testing.T) {
	tests := []struct {
		clock      search.Clock
		soft, hard time.Duration
	}{
		{search.Clock{Left: 26*time.Second + 10*time.Millisecond}, time.Second, 5 * time.Second},
		{search.Clock{Left: 41*time.Second + 10*time.Millisecond, Moves: 40}, time.Second, 5 * time.Second},
		{search.Clock{Left: 51*time.Second + 10*time.Millisecond, Moves: 400}, time.Second, 5 * time.Second},
		{search.Clock{Left: 11*time.Second + 10*time.Millisecond, Moves: 1}, 10 * time.Second, 10 * time.Second},
		{search.Clock{Left: 5*time.Second + 10*time.Millisecond, Moves: 2, Increment: 4 * time.Second}, 2 * time.Second, 2 * time.Second},
		{search.Clock{Left: 2 * time.Second, Moves: 1, Overhead: 500 * time.Millisecond}, time.Second, time.Second},
		{search.Clock{Left: 2 * time.Second, Moves: 1, Overhead: time.Millisecond, Reserve: 999 * time.Millisecond}, time.Second, time.Second},
		{search.Clock{}, time.Millisecond, time.Millisecond},
		{search.Clock{Left: -time.Hour}, time.Millisecond, time.Millisecond},
	}
	for _, tt := range tests {
		l := tt.clock.Spend(search.Control{})
		if l.SoftTime != tt.soft || l.Time != tt.hard {
			t.Errorf("%+v: soft %v hard %v, want %v and %v", tt.clock, l.SoftTime, l.Time, tt.soft, tt.hard)
		}
	}
}

// TestPonder checks that a search may exceed its time while the opponent
// thinks.
func TestPonder(t *testing.T) {
	rules := connect4engine.Lines{}
	start := rules.Start()
	s := search.New(rules, search.Options{TableBytes: 1 << 20})
	hit := make(chan struct{})
	c := search.Control{Time: time.Millisecond, SoftTime: time.Millisecond, Ponder: hit}
	deep := make(chan struct{})
	told := false
	done := make(chan search.Result[uint8])
	go func() {
		r := s.Search(background, &start, search.Query{}, c, func(r search.Result[connect4.Move]) {
			if r.Depth == 8 && !told {
				told = true
				close(deep)
			}
		})
		done <- search.Result[uint8]{Depth: r.Depth, Stopped: r.Stopped}
	}()
	<-deep // much later than the time limit of a running clock
	close(hit)
	if r := <-done; r.Stopped != search.TimeLimit || r.Depth < 8 {
		t.Errorf("stopped by %v at depth %d, want time at 8 or more", r.Stopped, r.Depth)
	}
}

// TestPonderUnhit checks that a pondering search ends when the game is solved,
// and leaves nothing running.
func TestPonderUnhit(t *testing.T) {
	rules := ticTacToe()
	start := rules.Start()
	r := search.New(rules, search.Options{TableBytes: 1 << 16}).Search(background, &start,
		search.Query{}, search.Control{Time: time.Nanosecond, Ponder: make(chan struct{})}, nil)
	if r.Stopped != search.Solved {
		t.Errorf("stopped by %v, want solved", r.Stopped)
	}
}
