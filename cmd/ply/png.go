package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"

	"github.com/plywood-go/plywood/internal/raster"
	"github.com/plywood-go/plywood/trace"
)

// writePNG draws a tree as SVG and that as PNG.
func (d *drawing) writePNG(t *trace.Tree) error {
	var o raster.Options
	if d.flags.font != "" {
		var err error
		if o.Font, err = os.ReadFile(d.flags.font); err != nil {
			return invalid(err)
		}
	}
	var svg bytes.Buffer
	if err := trace.Render(&svg, t, d.render); err != nil {
		return err
	}
	err := raster.PNG(d.out, svg.Bytes(), o)
	switch {
	case errors.Is(err, raster.ErrTooLarge):
		return failure(fmt.Errorf("%w; --format svg fits", err))
	case errors.Is(err, raster.ErrNoGlyph):
		return failure(fmt.Errorf("%w; --font FILE names one that has it", err))
	case errors.Is(err, raster.ErrFont):
		return invalid(fmt.Errorf("--font: %w", err))
	}
	return err
}
