// Package sheet makes problem sheets about search trees, with their keys, and marks the answers.
//
// A sheet has one or more variants, if possible with equal work. It can be printed
// (LaTeX, PDF), filled in (HTML), and given to other programs (JSON, Moodle, GIFT).
// Equal settings give equal sheets. Sheets are immutable and safe for concurrent use.
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
	"github.com/plywood-go/plywood/learn/lesson"
)

// Settings describe a sheet.
type Settings struct {
	Title    string `flag:"title" help:"{title} of the sheet"` // Zero means a title in the language.
	Lang     lesson.Lang
	Seed     uint64 // of the random trees and orders
	Variants int    `flag:"variants" help:"the {number} of variants"` // Zero means 1.
	// Trees are the trees of every variant. Zero means random ones.
	Trees    []*lesson.Tree
	Problems int            `flag:"problems" help:"the {number} of random trees in a variant"` // Zero means 3.
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

// New makes a sheet. It fails if a tree has no quiz, or if no random tree meets the wish.
func New(ctx context.Context, s Settings) (*Sheet, error) {
	s.Variants, s.Problems = cmp.Or(s.Variants, 1), cmp.Or(s.Problems, 3)
	if s.Variants < 1 || s.Variants > maxVariants {
		return nil, reason.Errorf("%d variants, want 1 to %d", s.Variants, maxVariants)
	}
	if s.Problems < 1 || max(s.Problems, len(s.Trees)) > maxProblems {
		return nil, reason.Errorf("%d problems, want 1 to %d", max(s.Problems, len(s.Trees)), maxProblems)
	}
	s.Setup.Algorithm = cmp.Or(s.Setup.Algorithm, lesson.Quizzed()[0])
	if !slices.ContainsFunc(s.Trees, func(t *lesson.Tree) bool { return t.Chancy() != s.Trees[0].Chancy() }) {
		s.Setup = s.Setup.Suited(s.Wish.Chance && len(s.Trees) == 0 || len(s.Trees) > 0 && s.Trees[0].Chancy())
	}
	s.Setup = s.Setup.Stated()
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

// evenTries limits the trees that are drawn to find one with the load of the first
// variant. Of 87 random trees with the usual settings none needed more than 16. Of 87
// with 300 nodes and questions of all kinds, four needed more than 2000.
const evenTries = 2000

// variant makes a variant, if possible with the loads of the first one.
func (s *Sheet) variant(ctx context.Context, number int) (*Variant, error) {
	r := rand.New(rand.NewPCG(s.Seed, uint64(number)))
	v := &Variant{Number: number}
	count := cmp.Or(len(s.Trees), s.Problems)
	for i := range count {
		p, err := s.even(ctx, r, i)
		if err != nil {
			return nil, err
		}
		v.Problems = append(v.Problems, *p)
	}
	v.ID = identify(v.trees(), s.made(), s.Stages)
	return v, nil
}

// even makes problem i with its load in the first variant, or with any load if that
// takes too many tries.
func (s *Sheet) even(ctx context.Context, r *rand.Rand, i int) (*Problem, error) {
	var like *Problem
	if len(s.Variants) > 0 {
		like = &s.Variants[0].Problems[i]
	}
	for try := 1; ; try++ {
		p, err := s.draw(ctx, r, i, like)
		alike := like == nil || err == nil && p.load() == like.load()
		if err != nil || alike || try == evenTries || len(s.Trees) > 0 && s.Setup.Order != lesson.Shuffle {
			return p, err
		}
	}
}

// load is the work of a problem or of a variant.
type load struct {
	lesson.Load
	points float64
}

func (p *Problem) load() load {
	l := load{Load: p.Quiz.Load()}
	for _, x := range p.Questions {
		l.points += x.Points
	}
	return l
}

// load returns the sum of the loads of the problems.
func (v *Variant) load() (sum load) {
	for i := range v.Problems {
		l := v.Problems[i].load()
		sum.points, sum.Leaves, sum.Cuts = sum.points+l.points, sum.Leaves+l.Leaves, sum.Cuts+l.Cuts
	}
	return sum
}

// Uneven returns an error that states by how much the variants differ in points, leaves
// and branches cut off, or nil if they do not differ.
func (s *Sheet) Uneven() error {
	low, high := s.Variants[0].load(), s.Variants[0].load()
	for i := range s.Variants {
		l := s.Variants[i].load()
		low = load{lesson.Load{Leaves: min(low.Leaves, l.Leaves), Cuts: min(low.Cuts, l.Cuts)}, min(low.points, l.points)}
		high = load{lesson.Load{Leaves: max(high.Leaves, l.Leaves), Cuts: max(high.Cuts, l.Cuts)}, max(high.points, l.points)}
	}
	if low == high {
		return nil
	}
	return reason.Errorf("the variants differ: %g to %g points, %d to %d leaves, %d to %d branches cut off",
		low.points, high.points, low.Leaves, high.Leaves, low.Cuts, high.Cuts)
}

// draw makes problem i from a given or a random tree. If like is not nil, the tree has its shape.
func (s *Sheet) draw(ctx context.Context, r *rand.Rand, i int, like *Problem) (*Problem, error) {
	setup := s.Setup
	setup.Seed = r.Uint64()
	var t *lesson.Tree
	if len(s.Trees) > 0 {
		t = s.Trees[i]
	} else {
		wish := s.Wish
		var err error
		if like != nil {
			if wish.Like, err = lesson.ParseTree(like.Tree); err != nil {
				return nil, err
			}
		}
		if t, err = lesson.Draw(ctx, r, wish, setup); err != nil {
			return nil, err
		}
	}
	t, err := lesson.Arrange(t, setup.For(t))
	if err != nil {
		return nil, err
	}
	return problem(ctx, i, lesson.Write(t), s.made(), s.Stages)
}

// made returns the setup of trees in the order of the search.
func (s *Sheet) made() lesson.Setup {
	setup := s.Setup
	setup.Order, setup.Seed = lesson.Given, 1 // of playouts: equal trees have equal questions
	return setup
}

// trees returns the trees of v.
func (v *Variant) trees() (all []string) {
	for i := range v.Problems {
		all = append(all, v.Problems[i].Tree)
	}
	return all
}

// problem makes problem i of a tree in the order of the search.
func problem(ctx context.Context, i int, text string, setup lesson.Setup, stages []lesson.Stage) (*Problem, error) {
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
	return &p, nil
}

// identify returns the name of the questions and their right answers.
func identify(trees []string, setup lesson.Setup, stages []lesson.Stage) string {
	c := conventionsOf(&setup)
	sum := sha256.Sum256([]byte(fmt.Sprint(strings.Join(trees, "\n"), c.text(), " ", stages)))
	return fmt.Sprintf("%x", sum[:4])
}

// Points returns how many points the variant is worth.
func (v *Variant) Points() float64 { return v.load().points }

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

// questionID returns the name of question k of a problem, such as p1q2. A spreadsheet
// does not mistake it for a number.
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
