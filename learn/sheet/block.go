package sheet

import (
	"slices"
	"strings"

	"github.com/plywood-go/plywood/game/event"
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
