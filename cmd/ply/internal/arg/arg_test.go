package arg

import (
	"errors"
	"slices"
	"testing"

	"github.com/spf13/cobra"

	"github.com/plywood-go/plywood/cmd/ply/internal/cli"
	"github.com/plywood-go/plywood/cmd/ply/internal/exit"
)

// code returns the exit code of err, 0 if it is nil.
func code(err error) int {
	var coded *exit.Error
	if errors.As(err, &coded) {
		return coded.Code
	}
	return exit.CodeOK
}

func TestSource(t *testing.T) {
	for _, tt := range []struct {
		source Source
		args   []string
		file   string
		rest   []string
		code   int
	}{
		{Source{}, nil, "", nil, exit.CodeOK},
		{Source{}, []string{"a", "b"}, "", []string{"a", "b"}, exit.CodeOK},
		{Source{}, []string{"-"}, "-", nil, exit.CodeOK},
		{Source{File: "f", Expect: true}, nil, "f", nil, exit.CodeOK},
		{Source{File: "f"}, []string{"a"}, "f", []string{"a"}, exit.CodeUsage},
		{Source{Moves: "f5"}, []string{"-"}, "-", nil, exit.CodeUsage},
		{Source{Expect: true}, nil, "", nil, exit.CodeUsage},
	} {
		file, rest, err := tt.source.from(tt.args)
		if file != tt.file || !slices.Equal(rest, tt.rest) || code(err) != tt.code {
			t.Errorf("%+v %q: %q, %q, %v", tt.source, tt.args, file, rest, err)
		}
	}
}

func TestPosition(t *testing.T) {
	g, err := Game("tictactoe")
	if err != nil {
		t.Fatal(err)
	}
	for _, tt := range []struct {
		args  []string
		moves string
		want  string
		code  int
	}{
		{nil, "", "---/---/--- X", exit.CodeOK},
		{[]string{"3/3/3", "X"}, "b2", "---/-X-/--- O", exit.CodeOK},
		{[]string{"nonsense"}, "", "", exit.CodeInvalid},
		{nil, "z9", "", exit.CodeInvalid},
	} {
		p, err := Position(&cli.Env{}, g, tt.args, tt.moves)
		if code(err) != tt.code || err == nil && p.String() != tt.want {
			t.Errorf("%q %q: %v, %v, want %q", tt.args, tt.moves, p, err, tt.want)
		}
	}
	if _, err := Game("othelo"); code(err) != exit.CodeInvalid {
		t.Errorf("unknown game: %v", err)
	}
}

func TestWant(t *testing.T) {
	want := errors.New("want one")
	check := Want(cobra.ExactArgs(1), want)
	c := &cobra.Command{Use: "x"}
	if err := check(c, []string{"a"}); err != nil {
		t.Error(err)
	}
	if err := check(c, nil); !errors.Is(err, want) || code(err) != exit.CodeUsage {
		t.Errorf("%v, want %v", err, want)
	}
}
