package farming

import (
	"io"
	"os"
	"path/filepath"
	"runtime/debug"
	"strings"
	"testing"

	"github.com/plywood-go/plywood/cmd/ply/internal/cli"
	"github.com/plywood-go/plywood/internal/words"
)

// TestFindQueue finds the server of the queue on the PATH. Without it, and without the go
// tool to build it, the error says how to install it.
func TestFindQueue(t *testing.T) {
	dir := t.TempDir()
	t.Setenv("PATH", dir)
	t.Setenv("HOME", dir)
	t.Setenv("XDG_CACHE_HOME", filepath.Join(dir, "cache"))
	env := &cli.Env{Err: io.Discard, Lang: words.English}
	if path, err := findQueue(t.Context(), env); err == nil || !strings.Contains(err.Error(), "go install "+queuePackage+"@latest") {
		t.Errorf("no program: %s, %v", path, err)
	}
	want := filepath.Join(dir, queueProgram)
	if err := os.WriteFile(want, nil, 0o777); err != nil {
		t.Fatal(err)
	}
	if path, err := findQueue(t.Context(), env); err != nil || path != want {
		t.Errorf("%s, %v, want %s", path, err, want)
	}
}

// TestProfileOf finds the profile in what the compiler recorded.
func TestProfileOf(t *testing.T) {
	info := &debug.BuildInfo{Settings: []debug.BuildSetting{{Key: "-buildmode", Value: "exe"}, {Key: "-pgo", Value: "/x/default.pgo"}}}
	if got := profileOf(info); got != "/x/default.pgo" {
		t.Errorf("%q", got)
	}
	if got := profileOf(&debug.BuildInfo{}) + profileOf(nil); got != "" {
		t.Errorf("%q without a profile", got)
	}
}
