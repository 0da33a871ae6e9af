package teaching

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"runtime"

	"github.com/plywood-go/plywood/cmd/ply/internal/exit"
	"github.com/plywood-go/plywood/cmd/ply/internal/input"
	"github.com/plywood-go/plywood/internal/raster"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/trace"
)

// writePNG renders a tree as SVG and converts that to PNG.
func (d *drawing) writePNG(ctx context.Context, t *trace.Tree) error {
	var o raster.Options
	if d.flags.font != "" {
		var err error
		if o.Font, err = d.In.ReadAll(ctx, d.flags.font, input.MaxFile); err != nil {
			return exit.Invalid(reason.Errorf("--font: %w", err))
		}
	} else {
		o.Folders = fontFolders()
	}
	var svg bytes.Buffer
	if err := trace.Render(&svg, t, d.render); err != nil {
		return err
	}
	scale, err := raster.PNG(d.Out, svg.Bytes(), o)
	switch {
	case err == nil && scale < 1:
		fmt.Fprintln(d.Err, d.Lang.Text("tree.scaled", "percent", math.Round(100*scale)))
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
