package cli_test

import (
	"bytes"
	"errors"
	"fmt"
	"testing"

	"github.com/plywood-go/plywood/cmd/ply/internal/cli"
	"github.com/plywood-go/plywood/internal/words"
)

func TestReport(t *testing.T) {
	failed := errors.New("failed")
	for _, tt := range []struct {
		err  error
		code int
		text string
	}{
		{nil, cli.CodeOK, ""},
		{cli.With(cli.CodeOK), cli.CodeOK, ""},
		{cli.With(cli.CodeLimit), cli.CodeLimit, ""},
		{failed, cli.CodeUsage, "ply: failed\n"}, // cobra's own
		{cli.Usage(failed), cli.CodeUsage, "ply: failed\n"},
		{cli.Invalid(failed), cli.CodeInvalid, "ply: failed\n"},
		{cli.Failure(failed), cli.CodeFailure, "ply: failed\n"},
		{cli.Interrupted, cli.CodeInterrupted, "ply: interrupted\n"},
		{cli.Interrupt(cli.Invalid(fmt.Errorf("a file: %w", cli.Interrupted))), cli.CodeInterrupted, "ply: interrupted\n"},
		{cli.Interrupt(failed), cli.CodeInterrupted, "ply: interrupted\n"},
		{cli.Interrupt(cli.With(cli.CodeLimit)), cli.CodeLimit, ""},
		{cli.Interrupt(nil), cli.CodeOK, ""},
		{fmt.Errorf("around: %w", cli.Invalid(failed)), cli.CodeInvalid, "ply: failed\n"},
	} {
		var out bytes.Buffer
		if code := cli.Report(&out, words.English, tt.err); code != tt.code || out.String() != tt.text {
			t.Errorf("%v: %d, %q; want %d, %q", tt.err, code, &out, tt.code, tt.text)
		}
	}
}
