package arch

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// TestScriptTestsAll runs ./test with a fake go that prints its arguments:
// without a package it tests all of them. It compiles with the profile of ply, as
// 'go run ./cmd/ply' does, unless GOFLAGS say otherwise.
func TestScriptTestsAll(t *testing.T) {
	bash, err := exec.LookPath("bash")
	if err != nil || runtime.GOOS == "windows" {
		t.Skip("there is no bash: ./test is not tested")
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "go"), []byte("#!"+bash+"\necho \"$@\"\n"), 0o777); err != nil {
		t.Fatal(err)
	}
	for args, want := range map[string]string{
		"":                      "./...",
		"-short":                "-short ./...",
		"-short -run TestX":     "-short -run TestX ./...",
		"-short ./web":          "-short ./web",
		"./web ./engine/...":    "./web ./engine/...",
		"-count 3 -run Y .":     "-count 3 -run Y .",
		"-short -timeout 5m -v": "-short -timeout 5m -v ./...",
	} {
		limit := "-timeout=1h "
		if strings.Contains(args, "-timeout") {
			limit = ""
		}
		for flags, profile := range map[string]string{"": "-pgo=cmd/ply/default.pgo ", "-pgo=off": ""} {
			c := exec.Command("../../test", strings.Fields(args)...)
			c.Env = append(os.Environ(), "PATH="+dir+string(os.PathListSeparator)+os.Getenv("PATH"), "CHROMIUM="+bash, "GOFLAGS="+flags)
			out, err := c.Output()
			if got, want := strings.TrimSpace(string(out)), "test "+limit+profile+want; err != nil || got != want {
				t.Errorf("GOFLAGS=%s ./test %s: go %s, %v; want go %s", flags, args, got, err, want)
			}
		}
	}
}
