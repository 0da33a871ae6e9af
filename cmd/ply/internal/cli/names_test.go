package cli

import (
	"errors"
	"slices"
	"testing"

	"github.com/spf13/cobra"
)

// code returns the exit code of err, 0 if it is nil.
func code(err error) int {
	var coded *Error
	if errors.As(err, &coded) {
		return coded.Code
	}
	return CodeOK
}

func TestSource(t *testing.T) {
	for _, tt := range []struct {
		source Source
		args   []string
		file   string
		rest   []string
		code   int
	}{
		{Source{}, nil, "", nil, CodeOK},
		{Source{}, []string{"a", "b"}, "", []string{"a", "b"}, CodeOK},
		{Source{}, []string{"-"}, "-", nil, CodeOK},
		{Source{File: "f", Expect: true}, nil, "f", nil, CodeOK},
		{Source{File: "f"}, []string{"a"}, "f", []string{"a"}, CodeUsage},
		{Source{Moves: "f5"}, []string{"-"}, "-", nil, CodeUsage},
		{Source{Expect: true}, nil, "", nil, CodeUsage},
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
		{nil, "", "---/---/--- X", CodeOK},
		{[]string{"3/3/3", "X"}, "b2", "---/-X-/--- O", CodeOK},
		{[]string{"nonsense"}, "", "", CodeInvalid},
		{nil, "z9", "", CodeInvalid},
	} {
		p, err := Position(&Env{}, g, tt.args, tt.moves)
		if code(err) != tt.code || err == nil && p.String() != tt.want {
			t.Errorf("%q %q: %v, %v, want %q", tt.args, tt.moves, p, err, tt.want)
		}
	}
	if _, err := Game("othelo"); code(err) != CodeInvalid {
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
	if err := check(c, nil); !errors.Is(err, want) || code(err) != CodeUsage {
		t.Errorf("%v, want %v", err, want)
	}
}
