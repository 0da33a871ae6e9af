package arch

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// TestScriptTestsAll has ./test run a go that says what it is asked: without a
// package it is all of them.
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
		"":                      "test ./...",
		"-short":                "test -short ./...",
		"-short -run TestX":     "test -short -run TestX ./...",
		"-short ./web":          "test -short ./web",
		"./web ./engine/...":    "test ./web ./engine/...",
		"-count 3 -run Y .":     "test -count 3 -run Y .",
		"-short -timeout 5m -v": "test -short -timeout 5m -v ./...",
	} {
		c := exec.Command("../../test", strings.Fields(args)...)
		c.Env = append(os.Environ(), "PATH="+dir+string(os.PathListSeparator)+os.Getenv("PATH"), "CHROMIUM="+bash)
		out, err := c.Output()
		if got := strings.TrimSpace(string(out)); err != nil || got != want {
			t.Errorf("./test %s: go %s, %v; want go %s", args, got, err, want)
		}
	}
}
