package sheet

import (
	"bytes"
	_ "embed" // page.html
	"fmt"
	"html"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/plywood-go/plywood/game/event"
	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/learn/lesson"
	"github.com/plywood-go/plywood/trace"
)

// block is a part of a printed sheet. All formats print the same blocks.
type block struct {
	kind blockKind
	text string
	id   string      // of a field, for the answer
	tree *trace.Tree // of a picture
	look trace.RenderOptions
}

type blockKind uint8

const (
	titleBlock   blockKind = iota // begins a page
	headingBlock                  // of a problem, kept with the picture below
	stageBlock                    // of the questions of one kind
	textBlock
	noteBlock // small
	pictureBlock
	fieldBlock // a question with room for a short answer
	longBlock  // a question with room for a long answer
)

// blocks returns a variant for the student.
func (s *Sheet) blocks(v *Variant) []block {
	text := s.Lang.Text
	all := []block{
		{kind: titleBlock, text: s.heading(v)},
		{kind: longBlock, id: "student", text: text("sheet.name")},
		{kind: noteBlock, text: s.conventions(v)},
	}
	for i := range v.Problems {
		p := &v.Problems[i]
		all = append(all,
			block{kind: headingBlock, text: text("sheet.problem", "n", i+1)},
			s.problem(p))
		for k, x := range p.Questions {
			if k == 0 || x.Stage != p.Questions[k-1].Stage {
				all = append(all, block{kind: stageBlock, text: p.Quiz.Introduction(s.Lang, x.Stage)})
			}
			kind := fieldBlock
			if x.Node < 0 {
				kind = longBlock
			}
			all = append(all, block{kind: kind, id: x.ID, text: p.Quiz.Ask(s.Lang, x.Question)})
		}
	}
	return all
}

// keyBlocks returns the answers of a variant, with the searched trees and the reasons
// for the cutoffs.
func (s *Sheet) keyBlocks(v *Variant) []block {
	text := s.Lang.Text
	all := []block{{kind: titleBlock, text: s.heading(v) + " · " + text("sheet.key")}, {kind: noteBlock, text: s.conventions(v)}}
	for i := range v.Problems {
		p := &v.Problems[i]
		run := p.Quiz.Run(s.Stages[len(s.Stages)-1])
		if slices.Contains(s.Stages, lesson.Cuts) {
			run = p.Quiz.Run(lesson.Cuts)
		}
		all = append(all, block{kind: headingBlock, text: text("sheet.problem", "n", i+1)}, s.picture(p, run, run.Len()))
		for _, stage := range s.Stages {
			var answers []string
			for _, x := range p.Questions {
				if x.Stage == stage {
					answers = append(answers, p.Quiz.Ask(s.Lang, x.Question)+" "+p.Quiz.Key(s.Lang, 0, x.Question))
				}
			}
			all = append(all, block{kind: stageBlock, text: text("stage." + stage.String())},
				block{kind: textBlock, text: strings.Join(answers, "; ")})
		}
		for step := range run.Len() {
			if run.Replay.Event(step).Kind == event.Cutoff {
				all = append(all, block{kind: noteBlock, text: run.Explain(s.Lang, step+1)})
			}
		}
	}
	return all
}

// conventions names the algorithm of a problem with its conventions.
func (p *Problem) conventions(l lesson.Lang) string {
	return p.Quiz.Run(lesson.Cuts).Setup.Conventions(l)
}

// heading returns the title of a variant.
func (s *Sheet) heading(v *Variant) string {
	return s.Title + " · " + s.Lang.Text("sheet.variant", "n", v.Number) + " · " + v.ID
}

// conventions names the algorithms of a variant with their conventions.
func (s *Sheet) conventions(v *Variant) string {
	var all []string
	for i := range v.Problems {
		if text := v.Problems[i].conventions(s.Lang); !slices.Contains(all, text) {
			all = append(all, text)
		}
	}
	return strings.Join(all, "; ")
}

// problem returns the picture that the questions of a problem are about.
func (s *Sheet) problem(p *Problem) block {
	if run, step := p.Quiz.Start(s.Stages[0]); step > 0 {
		b := s.picture(p, run, step)
		b.tree.Current = -1
		return b
	}
	return s.picture(p, p.Quiz.Run(lesson.Values), 0)
}

// picture returns the tree of a problem after the given step of a run. Step 0 is the
// tree before the search.
func (s *Sheet) picture(p *Problem, run *lesson.Run, step int) block {
	look := run.Render(s.Lang)
	look.Blank = step == 0
	if look.Blank {
		look.Description = p.Tree
	}
	return block{kind: pictureBlock, tree: run.Replay.At(step), look: look}
}

// The frame of a page, what ends a page to fill in, and the frame of a LaTeX sheet. After \documentclass the
// commands \usepackage and \RequirePackage are the same. So a sheet can find out whether another document
// includes it.
var (
	//go:embed page.html
	page string
	//go:embed form.html
	form string
	//go:embed page.tex
	latex string
)

// HTML writes the sheet as a page that needs no network. With one variant it is a page
// to fill in; with key it shows the keys of all variants. Its button saves the answers
// in a form that ReadAnswers reads, and so does saving the page.
func (s *Sheet) HTML(w io.Writer, key bool) error {
	if len(s.Variants) != 1 && !key {
		return reason.New("a page holds one variant")
	}
	v := &s.Variants[0]
	values := map[string]string{
		"lang": string(s.Lang), "title": html.EscapeString(s.Title), "id": html.EscapeString(v.ID), "number": fmt.Sprint(v.Number),
		"save": html.EscapeString(s.Lang.Text("sheet.save")), "help": html.EscapeString(s.Lang.Text("sheet.save-help")),
	}
	fill := func(text string) string { return os.Expand(text, func(name string) string { return values[name] }) }
	var parts strings.Builder
	for _, blocks := range s.pages(key) {
		part, err := htmlBlocks(blocks)
		if err != nil {
			return err
		}
		parts.WriteString("<section>\n" + part + "</section>\n")
	}
	values["parts"] = parts.String()
	if !key {
		values["parts"] = fill(form)
	}
	_, err := io.WriteString(w, fill(page))
	return err
}

// htmlForms are the blocks as HTML: %[1]s is the text, %[2]s the name of a field.
var htmlForms = map[blockKind]string{
	titleBlock: "<h1>%[1]s</h1>\n", headingBlock: "<h2>%[1]s</h2>\n", stageBlock: "<p class=\"stage\">%[1]s</p>\n",
	textBlock: "<p>%[1]s</p>\n", noteBlock: "<p class=\"small\">%[1]s</p>\n",
	fieldBlock: "<label>%[1]s <input name=\"%[2]s\"></label>\n", longBlock: "<label class=\"long\">%[1]s <input name=\"%[2]s\"></label>\n",
}

// htmlBlocks returns blocks as HTML. All texts are escaped.
func htmlBlocks(blocks []block) (string, error) {
	var out strings.Builder
	open := false // a list of fields
	for _, b := range blocks {
		text, isField := html.EscapeString(b.text), b.kind == fieldBlock || b.kind == longBlock
		if isField != open {
			out.WriteString(map[bool]string{true: "<div class=\"fields\">\n", false: "</div>\n"}[isField])
			open = isField
		}
		if b.kind != pictureBlock {
			fmt.Fprintf(&out, htmlForms[b.kind], text, b.id)
			continue
		}
		out.WriteString("<figure>")
		b.look.Format = trace.SVG
		if err := trace.Render(&out, b.tree, b.look); err != nil {
			return "", err
		}
		out.WriteString("</figure>\n")
	}
	if open {
		out.WriteString("</div>\n")
	}
	return out.String(), nil
}

// LaTeX writes the variants, or their keys, as LaTeX. The file is a complete document,
// but another document can include it.
func (s *Sheet) LaTeX(w io.Writer, key bool) error {
	var body bytes.Buffer
	for _, blocks := range s.pages(key) {
		if err := latexBlocks(&body, blocks); err != nil {
			return err
		}
	}
	values := map[string]string{"fonts": trace.TeXFonts(body.String()), "body": body.String()}
	_, err := io.WriteString(w, os.Expand(latex, func(name string) string { return values[name] }))
	return err
}

// pages returns the blocks of all variants, or of their keys.
func (s *Sheet) pages(key bool) (all [][]block) {
	for i := range s.Variants {
		if key {
			all = append(all, s.keyBlocks(&s.Variants[i]))
		} else {
			all = append(all, s.blocks(&s.Variants[i]))
		}
	}
	return all
}

// latexForms are the blocks of text as LaTeX.
var latexForms = map[blockKind]string{
	titleBlock: "\\clearpage\n{\\Large\\bfseries %s\\par}\n", stageBlock: "\\par\\textit{%s}\\par\\nopagebreak\n",
	textBlock: "%s\\par\n", noteBlock: "\\par{\\small %s\\par}\n",
	fieldBlock: "\\plyfield{%s}{2.5cm}\n", longBlock: "\\par\\plyfield{%s}{9cm}\\par\n",
}

func latexBlocks(out *bytes.Buffer, blocks []block) error {
	heading := ""
	for _, b := range blocks {
		text := trace.EscapeTeX(b.text)
		switch b.kind {
		case headingBlock: // printed above the picture
			heading = text
		case pictureBlock:
			b.look.Format, b.look.Fragment = trace.TikZ, true
			var picture strings.Builder
			if err := trace.Render(&picture, b.tree, b.look); err != nil {
				return err
			}
			fmt.Fprintf(out, "\\setbox\\plybox\\hbox{%s}\\plyfit{%s}\n", picture.String(), heading)
		default:
			fmt.Fprintf(out, latexForms[b.kind], text)
		}
	}
	return nil
}
