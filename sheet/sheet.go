// Package sheet makes problem sheets about search trees, with their keys, and marks the answers.
//
// A sheet has one or more variants of equal difficulty. It can be printed (LaTeX, PDF), filled in
// (HTML), and given to other programs (JSON, Moodle, GIFT). A sheet of the same settings is always
// the same. Sheets are immutable and safe for concurrent use.
package sheet

import (
	"cmp"
	"context"
	"crypto/sha256"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/lesson"
)

// Settings describe a sheet.
type Settings struct {
	Title    string // Zero means a title in the language.
	Lang     lesson.Lang
	Seed     uint64 // of the random trees and orders
	Variants int    // Zero means 1.
	// Trees are the trees of every variant. Zero means random ones.
	Trees    []*lesson.Tree
	Problems int            // the number of random trees. Zero means 3.
	Wish     lesson.Wish    // what the random trees are like
	Setup    lesson.Setup   // the search, the conventions and the order of the children
	Stages   []lesson.Stage // Zero means values and cuts; of a tree that grows, all.
}

// Bounds of a sheet.
const (
	maxVariants = 1000
	maxProblems = 100
)

// Sheet is a problem sheet with its variants.
type Sheet struct {
	Settings
	Variants []Variant // numbered from 1
}

// Variant is what one student gets.
type Variant struct {
	Number   int    // from 1
	ID       string // identifies the trees and the setup, in eight digits
	Problems []Problem
}

// Problem asks about one tree.
type Problem struct {
	Tree      string // as lesson.ParseTree reads it, in the order of the search
	Quiz      *lesson.Quiz
	Questions []Question
}

// Question is a question with its name on the sheet, such as p1q2.
type Question struct {
	ID     string
	Points float64 // for the right answer
	Label  string  // of the node, "" for a question about the whole tree
	lesson.Question
}

// New makes a sheet. It fails if a tree has no quiz, or if no random tree fulfils the wish.
func New(ctx context.Context, s Settings) (*Sheet, error) {
	s.Variants, s.Problems = cmp.Or(s.Variants, 1), cmp.Or(s.Problems, 3)
	if s.Variants < 1 || s.Variants > maxVariants {
		return nil, reason.Errorf("%d variants, want 1 to %d", s.Variants, maxVariants)
	}
	if s.Problems < 1 || max(s.Problems, len(s.Trees)) > maxProblems {
		return nil, reason.Errorf("%d problems, want 1 to %d", max(s.Problems, len(s.Trees)), maxProblems)
	}
	s.Setup.Algorithm = cmp.Or(s.Setup.Algorithm, lesson.Quizzed()[0])
	if len(s.Stages) == 0 {
		s.Stages = s.Setup.Stages()
		if slices.Contains(s.Stages, lesson.Values) {
			s.Stages = []lesson.Stage{lesson.Values, lesson.Cuts}
		}
	}
	if err := s.Setup.CheckStages(s.Stages); err != nil {
		return nil, err
	}
	s.Title = cmp.Or(s.Title, s.Lang.Text("sheet.title"))
	sheet := &Sheet{Settings: s}
	for number := range s.Variants {
		v, err := sheet.variant(ctx, number+1)
		if err != nil {
			return nil, err
		}
		sheet.Variants = append(sheet.Variants, *v)
	}
	sheet.Setup.Order, sheet.Setup.Seed = lesson.Given, 0 // the trees are in their order now
	return sheet, nil
}

// variant makes a variant.
func (s *Sheet) variant(ctx context.Context, number int) (*Variant, error) {
	r, setup := rand.New(rand.NewPCG(s.Seed, uint64(number))), s.Setup
	setup.Seed = r.Uint64()
	trees := s.Trees
	for range s.Problems {
		if len(s.Trees) > 0 {
			break
		}
		t, err := lesson.Draw(ctx, r, s.Wish, setup)
		if err != nil {
			return nil, err
		}
		trees = append(trees, t)
	}
	var texts []string
	for _, t := range trees {
		t, err := lesson.Arrange(t, setup.For(t))
		if err != nil {
			return nil, err
		}
		texts = append(texts, lesson.Write(t))
	}
	setup.Order = lesson.Given
	return assemble(ctx, number, texts, setup, s.Stages)
}

// assemble makes a variant of trees in the order of the search.
func assemble(ctx context.Context, number int, trees []string, setup lesson.Setup, stages []lesson.Stage) (*Variant, error) {
	setup.Seed = 1 // of playouts: equal trees have equal questions
	v := &Variant{Number: number, ID: identify(trees, setup, stages)}
	for i, text := range trees {
		t, err := lesson.ParseTree(text)
		if err != nil {
			return nil, err
		}
		p := Problem{Tree: text}
		if p.Quiz, err = lesson.NewQuiz(ctx, t, setup.For(t)); err != nil {
			return nil, err
		}
		for _, stage := range stages {
			for _, x := range p.Quiz.Questions(stage) {
				label := ""
				if x.Node >= 0 {
					label = p.Quiz.Run(stage).Replay.Tree().Nodes[x.Node].Label
				}
				p.Questions = append(p.Questions, Question{questionID(i, len(p.Questions)), 1, label, x})
			}
		}
		v.Problems = append(v.Problems, p)
	}
	return v, nil
}

// identify returns the name of the questions and their right answers.
func identify(trees []string, setup lesson.Setup, stages []lesson.Stage) string {
	sum := sha256.Sum256([]byte(fmt.Sprint(strings.Join(trees, "\n"), conventionsOf(&setup), stages)))
	return fmt.Sprintf("%x", sum[:4])
}

// Points returns how many points the variant is worth.
func (v *Variant) Points() (sum float64) {
	for i := range v.Problems {
		for _, x := range v.Problems[i].Questions {
			sum += x.Points
		}
	}
	return sum
}

// IDs returns the names of the questions of all variants, in order.
func (s *Sheet) IDs() (all []string) {
	for problem := range maxProblems {
		most := 0
		for i := range s.Variants {
			if problem < len(s.Variants[i].Problems) {
				most = max(most, len(s.Variants[i].Problems[problem].Questions))
			}
		}
		for k := range most {
			all = append(all, questionID(problem, k))
		}
	}
	return all
}

// questionID returns the name of question k of a problem, such as p1q2. A spreadsheet does not
// take it for a number.
func questionID(problem, k int) string { return fmt.Sprintf("p%dq%d", problem+1, k+1) }

// Only returns the sheet with one of its variants.
func (s *Sheet) Only(number int) (*Sheet, error) {
	if number < 1 || number > len(s.Variants) {
		return nil, reason.Errorf("variant %d, want 1 to %d", number, len(s.Variants))
	}
	only := *s
	only.Variants = s.Variants[number-1 : number]
	return &only, nil
}
