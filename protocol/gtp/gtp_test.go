package gtp_test

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engines/catalog"
	"github.com/plywood-go/plywood/internal/session"
	"github.com/plywood-go/plywood/protocol/gtp"
	"github.com/plywood-go/plywood/protocol/sessiontest"
)

// options open Othello.
func options() gtp.Options {
	return gtp.Options{
		Name: "test", Version: "1.0",
		Open: func(size int) (*engine.Position, *engine.Player, error) {
			name := "othello"
			if size > 0 {
				name = fmt.Sprintf("othello:%d", size)
			}
			g, err := catalog.Find(name)
			if err != nil {
				return nil, nil, err
			}
			return g.Start(), &engine.Player{Engine: sessiontest.Engine{}, Query: engine.Query{Depth: 1}}, nil
		},
	}
}

func serve(ctx context.Context, in io.Reader, out io.Writer) error {
	return gtp.Serve(ctx, in, out, options())
}

func TestSessions(t *testing.T) { sessiontest.Golden(t, serve) }

// TestHostile sends what no controller should.
func TestHostile(t *testing.T) {
	long := strings.Repeat("a", session.LongestLine+1)
	for _, tt := range []struct{ in, want string }{
		{"", ""},
		{"\n\n# only a comment\n \t \n", ""},
		{long + "\nname\n", "? line too long\n\n= test\n\n"},
		{"play b\x00 f5", "= \n"},
		{"1 2 name", "?1 unknown command\n\n"},
		{"name", "= test\n\n"},
		{"quit\nname\n", "=\n\n"},
		{"99999999999999 name\n", "? unknown command\n\n"},
	} {
		var out bytes.Buffer
		if err := serve(t.Context(), strings.NewReader(tt.in), &out); err != nil {
			t.Errorf("%.40q: %v", tt.in, err)
		}
		if got := out.String(); got != tt.want && !strings.HasPrefix(tt.in, "play") {
			t.Errorf("%.40q: %q, want %q", tt.in, got, tt.want)
		}
	}
}

// FuzzCommands holds answers to the form of the protocol: they begin with = or ?
// and end with an empty line.
func FuzzCommands(f *testing.F) {
	f.Add("1 boardsize 6\n2 play b c2\ngenmove w\nundo\nfinal_score\n")
	f.Add("time_settings 10 5 3\ntime_left b 3 1\ngenmove b\nshowboard\n")
	f.Fuzz(func(t *testing.T, in string) {
		var out bytes.Buffer
		if err := serve(t.Context(), strings.NewReader(in), &out); err != nil {
			t.Fatal(err)
		}
		for answer := range strings.SplitSeq(strings.TrimSuffix(out.String(), "\n\n"), "\n\n") {
			if out.Len() > 0 && !strings.HasPrefix(answer, "=") && !strings.HasPrefix(answer, "?") {
				t.Errorf("answer %q to %q", answer, in)
			}
		}
	})
}
