package tui

import (
	"fmt"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/internal/words"
	"github.com/plywood-go/plywood/textbook"
	"github.com/plywood-go/plywood/trace"
)

// BenchmarkWalk draws one screen of a walk through a tree of 5461 nodes.
func BenchmarkWalk(b *testing.B) {
	text := "1"
	for range 6 {
		text = "(" + strings.Repeat(text+" ", 4) + ")"
	}
	for i := range 9 {
		text = strings.Replace(text, "1 1 1 1", fmt.Sprintf("%d 2 %d 1", i, 9-i), 60)
	}
	w := NewWalk(run(b, text, textbook.Minimax), words.English, trace.RenderOptions{})
	w.step = w.run.Len() / 2
	for b.Loop() {
		w.screen()
	}
}
