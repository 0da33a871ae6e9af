package words

import (
	"io/fs"
	"strings"
	"syscall"
	"testing"

	"github.com/plywood-go/plywood/internal/reason"
)

// TestSystemErrors translates errors of the operating system about a path, with the path
// and the text around them.
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
