package playing

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime/debug"
	"strings"

	"github.com/spf13/cobra"

	"github.com/plywood-go/plywood/cmd/ply/internal/arg"
	"github.com/plywood-go/plywood/cmd/ply/internal/cli"
	"github.com/plywood-go/plywood/cmd/ply/internal/exit"
	"github.com/plywood-go/plywood/cmd/ply/internal/flags"
	"github.com/plywood-go/plywood/internal/asset"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/web"
)

// Site returns the command site.
func Site(env *cli.Env) *cobra.Command {
	c := &cobra.Command{
		Use:   "site FOLDER",
		Short: "Write the web page for a host without a server",
		Long: `Write the web page to a folder that any host of static files can serve: the engines
run in the browser, as WebAssembly, and the page also opens without a network.

The command compiles the engines with the go command, from the sources of this version
of Plywood: those of the current folder if it is a checkout, else those in Go's module
cache.`,
		Example: "  ply site public",
		Args:    arg.Counted(cobra.ExactArgs(1)),
		RunE:    func(c *cobra.Command, args []string) error { return runSite(c.Context(), env, args[0]) },
	}
	flags.AddLanguage(c)
	return c
}

// siteJSON is the document "ply.site/1".
type siteJSON struct {
	Schema string `json:"schema"`
	Folder string `json:"folder"`
	Bytes  int    `json:"bytes"` // of the engines, before compression
}

func runSite(ctx context.Context, env *cli.Env, dir string) error {
	sources, err := findSources(ctx)
	if err != nil {
		return exit.Failure(reason.Errorf("site: %w", err))
	}
	engines, err := compileEngines(ctx, sources)
	if err == nil {
		err = web.Publish(dir, cli.Version(), engines)
	}
	if err != nil {
		return exit.Failure(reason.Errorf("site: %w", err))
	}
	return env.Say(siteJSON{"ply.site/1", dir, len(engines.Program)}, env.Lang.Text("site.written", "folder", dir))
}

// findSources returns the folder of the module's sources.
func findSources(ctx context.Context) (string, error) {
	if _, err := exec.LookPath("go"); err != nil {
		return "", reason.New("the go command, which compiles the engines, is missing: see https://go.dev/dl")
	}
	info, ok := debug.ReadBuildInfo()
	if !ok {
		return "", reason.New("this program does not name its module")
	}
	main := info.Main
	if out, err := run(ctx, "", "list", "-m", "-json", main.Path); err == nil {
		var module struct{ Dir string }
		if json.Unmarshal(out, &module) == nil && module.Dir != "" {
			return module.Dir, nil
		}
	}
	if main.Version == "" || main.Version == "(devel)" {
		return "", reason.New("the sources are missing: run the command in a checkout of Plywood")
	}
	out, err := run(ctx, "", "mod", "download", "-json", main.Path+"@"+main.Version)
	var module struct{ Dir string }
	if err == nil {
		err = json.Unmarshal(out, &module)
	}
	return module.Dir, err
}

// compileEngines compiles cmd/ply-site of the sources to WebAssembly. It lets the go command see
// asset.Files as empty files.
func compileEngines(ctx context.Context, sources string) (engines web.Engines, err error) {
	dir, err := os.MkdirTemp("", "ply-site-")
	if err != nil {
		return engines, err
	}
	defer os.RemoveAll(dir)
	empty, list, program := filepath.Join(dir, "empty"), filepath.Join(dir, "overlay.json"), filepath.Join(dir, "engines.wasm")
	engines.Files = map[string][]byte{}
	replaced := map[string]string{}
	for _, name := range asset.Files {
		file := filepath.Join(sources, filepath.FromSlash(name))
		if engines.Files[name], err = os.ReadFile(file); err != nil {
			return engines, err
		}
		replaced[file] = empty
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replaced})
	if err == nil {
		err = errors.Join(os.WriteFile(empty, nil, 0o666), os.WriteFile(list, overlay, 0o666))
	}
	if err != nil {
		return engines, err
	}
	if _, err = run(ctx, sources, "build", "-overlay", list, "-trimpath", "-ldflags=-s -w", "-o", program, "./cmd/ply-site"); err != nil {
		return engines, err
	}
	if engines.Program, err = os.ReadFile(program); err != nil {
		return engines, err
	}
	root, err := run(ctx, sources, "env", "GOROOT")
	if err != nil {
		return engines, err
	}
	engines.Script, err = os.ReadFile(filepath.Join(strings.TrimSpace(string(root)), "lib", "wasm", "wasm_exec.js"))
	return engines, err
}

// run runs the go command in a folder, for programs in browsers, and returns its output.
func run(ctx context.Context, dir string, args ...string) ([]byte, error) {
	c := exec.CommandContext(ctx, "go", args...)
	c.Dir, c.Env = dir, append(os.Environ(), "GOOS=js", "GOARCH=wasm")
	var faults bytes.Buffer
	c.Stderr = &faults
	out, err := c.Output()
	if err != nil && faults.Len() > 0 {
		err = reason.Errorf("go %s: %s", args[0], strings.TrimSpace(faults.String()))
	}
	return out, err
}
