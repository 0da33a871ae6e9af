package teaching

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"

	"github.com/plywood-go/plywood/cmd/ply/internal/cli"
	"github.com/plywood-go/plywood/cmd/ply/internal/exit"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/trace"
	"github.com/plywood-go/plywood/trace/raster"
)

// writePNG draws a tree as PNG.
func (d *drawing) writePNG(ctx context.Context, t *trace.Tree) error {
	o, err := fonts(ctx, d.Env, d.flags.Font)
	if err != nil {
		return err
	}
	scale, err := raster.PNG(d.Out, func(c trace.Canvas) error { return trace.Draw(c, t, d.render) }, o)
	if err == nil && scale < 1 {
		fmt.Fprintln(d.Err, d.Lang.Text("tree.scaled", "percent", math.Round(100*scale)))
	}
	return fontError(err)
}

// fonts returns the font of --font, or those of the system.
func fonts(ctx context.Context, env *cli.Env, name string) (o raster.Options, err error) {
	if name == "" {
		return raster.Options{Folders: fontFolders()}, nil
	}
	if o.Font, err = env.In.ReadAll(ctx, name, cli.MaxFile); err != nil {
		return o, exit.Invalid(reason.Errorf("--font: %w", err))
	}
	return o, nil
}

// fontError adds what the user can do about an error of package raster.
func fontError(err error) error {
	switch {
	case errors.Is(err, raster.ErrNoGlyph):
		return exit.Failure(reason.Errorf("%w; --font FILE names one that has it", err))
	case errors.Is(err, raster.ErrFont):
		return exit.Invalid(reason.Errorf("--font: %w", err))
	}
	return err
}

// fontFolders returns the folders of the fonts of the system and the user.
func fontFolders() []string {
	home, _ := os.UserHomeDir() // without a home only the system's fonts are found
	own := func(parts ...string) string { return filepath.Join(append([]string{home}, parts...)...) }
	switch runtime.GOOS {
	case "windows":
		windows := cmp.Or(os.Getenv("WINDIR"), `C:\Windows`)
		return []string{filepath.Join(windows, "Fonts"), own("AppData", "Local", "Microsoft", "Windows", "Fonts")}
	case "darwin":
		return []string{"/System/Library/Fonts", "/Library/Fonts", own("Library", "Fonts")}
	}
	data := cmp.Or(os.Getenv("XDG_DATA_HOME"), own(".local", "share"))
	return []string{filepath.Join(data, "fonts"), own(".fonts"), "/usr/local/share/fonts", "/usr/share/fonts"}
}
