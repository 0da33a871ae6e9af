package words

import (
	"io/fs"
	"strings"
	"syscall"
	"testing"

	"github.com/plywood-go/plywood/internal/reason"
)

// TestSystemErrors: what the operating system refuses about a path is told in every
// language, with the path and what is wrapped around it.
func TestSystemErrors(t *testing.T) {
	for _, no := range []syscall.Errno{syscall.ENOENT, syscall.EACCES, syscall.EEXIST, syscall.EISDIR, syscall.ENOSPC} {
		inner := &fs.PathError{Op: "open", Path: "/a/b", Err: no}
		err := reason.Errorf("--log: %w", inner)
		for _, l := range []Lang{Russian, Chinese} {
			got := l.Error(err)
			if strings.Contains(got, no.Error()) || !strings.HasPrefix(got, "--log"+l.separator(": ")) || !strings.Contains(got, "/a/b") {
				t.Errorf("%v: %q, want all but --log and the path told", l, got)
			}
		}
	}
}
