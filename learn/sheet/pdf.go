package sheet

import (
	"io"
	"strings"
	"unicode"

	"github.com/plywood-go/plywood/trace"
	"github.com/plywood-go/plywood/trace/raster"
)

// Lengths of a page, in points.
const (
	pageMargin = 50.0
	pageBottom = raster.PageHeight - pageMargin
	lineWide   = raster.PageWidth - 2*pageMargin
	textSize   = 10.5
	pictureMax = 0.9 // of an SVG's pixel, in points
)

// PDF writes the variants, or their keys, as PDF in the fonts of o. Each begins on a new page. It
// fails if no font has one of the characters.
func (s *Sheet) PDF(w io.Writer, key bool, o raster.Options) error {
	out, err := raster.NewPDF(s.Title, string(s.Lang), o)
	if err != nil {
		return err
	}
	p := &press{PDF: out}
	for _, blocks := range s.pages(key) {
		for i := range blocks {
			if blocks[i].kind == headingBlock {
				_, height, _, err := p.size(&blocks[i+1]) // of its picture, which stays with it
				if err != nil {
					return err
				}
				p.keep(height + 40)
			}
			if err := p.print(&blocks[i]); err != nil {
				return err
			}
		}
	}
	return out.Write(w)
}

// press prints blocks from the top of a page to its bottom.
type press struct {
	*raster.PDF
	y      float64 // the bottom of what is printed
	column int     // of the next field
}

// columns is how many short fields stand side by side.
const columns = 2

func (p *press) print(b *block) error {
	if b.kind != fieldBlock {
		p.column = 0
	}
	switch b.kind {
	case titleBlock:
		p.AddPage()
		p.y = pageMargin
		return p.paragraph(b.text, 16, raster.Bold, 0)
	case headingBlock:
		return p.paragraph(b.text, 13, raster.Bold, 14)
	case stageBlock:
		p.keep(50)
		return p.paragraph(b.text, textSize, raster.Italic, 8)
	case textBlock:
		return p.paragraph(b.text, textSize, raster.Regular, 3)
	case noteBlock:
		return p.paragraph(b.text, 8.5, raster.Regular, 5)
	case pictureBlock:
		return p.picture(b)
	case longBlock:
		return p.field(b, 0, lineWide)
	}
	at := p.column
	p.column = (p.column + 1) % columns
	return p.field(b, at, lineWide/columns-12)
}

// keep begins a page if less than height is left on this one.
func (p *press) keep(height float64) {
	if p.y+height > pageBottom {
		p.AddPage()
		p.y = pageMargin
	}
}

// paragraph prints text in lines, below a gap.
func (p *press) paragraph(text string, size float64, f raster.Face, gap float64) error {
	lines, err := p.fold(text, size, f)
	p.y += gap
	for _, line := range lines {
		p.keep(size * 1.35)
		p.y += size * 1.35
		if err == nil {
			err = p.Text(pageMargin, p.y-size*0.3, line, size, f)
		}
	}
	return err
}

// fold breaks text into lines, at spaces and beside Chinese characters.
func (p *press) fold(text string, size float64, f raster.Face) (lines []string, err error) {
	line := ""
	for _, word := range wordsOf(text) {
		wide, err := p.Width(line+strings.TrimRight(word, " "), size, f)
		if err != nil {
			return nil, err
		}
		if wide > lineWide && line != "" {
			lines, line = append(lines, strings.TrimRight(line, " ")), ""
		}
		line += word
	}
	return append(lines, line), nil
}

// wordsOf splits text where a line may break, after each piece.
func wordsOf(text string) (pieces []string) {
	start := 0
	for i, r := range text {
		han := unicode.Is(unicode.Han, r)
		if i > start && (han || text[i-1] == ' ') {
			pieces, start = append(pieces, text[start:i]), i
		}
	}
	return append(pieces, text[start:])
}

// field prints a question with a line for its answer, in a column.
func (p *press) field(b *block, column int, width float64) error {
	if column == 0 {
		p.keep(22)
		p.y += 22
	}
	x := pageMargin + float64(column)*(lineWide/columns)
	wide, err := p.Width(b.text, textSize, raster.Regular)
	if err != nil {
		return err
	}
	p.Rule(x+wide+4, p.y, max(20, width-wide-4))
	return p.Text(x, p.y-1, b.text, textSize, raster.Regular)
}

// picture prints a tree.
func (p *press) picture(b *block) error {
	width, height, scale, err := p.size(b)
	if err != nil {
		return err
	}
	p.keep(height)
	err = p.Picture(b.draw, pageMargin+(lineWide-width)/2, p.y, scale)
	p.y += height
	return err
}

// size returns the size of a picture on a page, and the scale that makes it fit.
func (p *press) size(b *block) (width, height, scale float64, err error) {
	if width, height, err = p.Size(b.draw); err != nil {
		return 0, 0, 0, err
	}
	scale = min(pictureMax, lineWide/width, (pageBottom-pageMargin-40)/height)
	return width * scale, height * scale, scale, nil
}

// draw draws the picture of a block.
func (b *block) draw(c trace.Canvas) error { return trace.Draw(c, b.tree, b.look) }
