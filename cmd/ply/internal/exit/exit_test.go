package exit_test

import (
	"bytes"
	"errors"
	"fmt"
	"testing"

	"github.com/plywood-go/plywood/cmd/ply/internal/exit"
	"github.com/plywood-go/plywood/internal/words"
)

func TestReport(t *testing.T) {
	failed := errors.New("failed")
	for _, tt := range []struct {
		err  error
		code int
		text string
	}{
		{nil, exit.CodeOK, ""},
		{exit.With(exit.CodeOK), exit.CodeOK, ""},
		{exit.With(exit.CodeLimit), exit.CodeLimit, ""},
		{failed, exit.CodeUsage, "ply: failed\n"}, // cobra's own
		{exit.Usage(failed), exit.CodeUsage, "ply: failed\n"},
		{exit.Invalid(failed), exit.CodeInvalid, "ply: failed\n"},
		{exit.Failure(failed), exit.CodeFailure, "ply: failed\n"},
		{exit.Interrupted, exit.CodeInterrupted, "ply: interrupted\n"},
		{exit.Interrupt(exit.Invalid(fmt.Errorf("a file: %w", exit.Interrupted))), exit.CodeInterrupted, "ply: interrupted\n"},
		{exit.Interrupt(failed), exit.CodeInterrupted, "ply: interrupted\n"},
		{exit.Interrupt(exit.With(exit.CodeLimit)), exit.CodeLimit, ""},
		{exit.Interrupt(nil), exit.CodeOK, ""},
		{fmt.Errorf("around: %w", exit.Invalid(failed)), exit.CodeInvalid, "ply: failed\n"},
	} {
		var out bytes.Buffer
		if code := exit.Report(&out, words.English, tt.err); code != tt.code || out.String() != tt.text {
			t.Errorf("%v: %d, %q; want %d, %q", tt.err, code, &out, tt.code, tt.text)
		}
	}
}
