package sheet

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/internal/setting"
	"github.com/plywood-go/plywood/internal/words"
	"github.com/plywood-go/plywood/learn/lesson"
)

// Document is the document "ply.sheet/1": a sheet with its key.
type Document struct {
	Schema      string            `json:"schema"`
	Title       string            `json:"title"`
	Lang        string            `json:"lang"`        // ISO 639 code
	Seed        uint64            `json:"seed"`        // of the random trees
	Conventions Conventions       `json:"conventions"` // that all answers assume
	Stages      []string          `json:"stages"`      // the kinds of questions, in order
	Variants    []VariantDocument `json:"variants"`
}

// Conventions are the algorithm and the conventions of a sheet. The fields listed here are always in
// the document, or have other names there than in the Setup.
type Conventions struct {
	// The fields of the Setup.
	Algorithm lesson.Algorithm `json:"algorithm"`
	Cut       lesson.Cut       `json:"cut"`
	Fail      lesson.Fail      `json:"fail"`
	Signs     lesson.Signs     `json:"signs"`
	Players   lesson.Players   `json:"players"`
	Alpha     string           `json:"alpha,omitempty"` // of its Window
	Beta      string           `json:"beta,omitempty"`
	LastCut   bool             `json:"last_cut,omitempty"`
	Window    string           `json:"window,omitempty"` // always empty
	lesson.Setup
}

// VariantDocument is a variant in a Document.
type VariantDocument struct {
	Variant  int               `json:"variant"` // from 1
	Sheet    string            `json:"sheet"`   // Variant.ID
	Points   float64           `json:"points"`  // of all problems
	Problems []ProblemDocument `json:"problems"`
}

// ProblemDocument is a problem in a Document.
type ProblemDocument struct {
	Tree      string             `json:"tree"` // as trees are written
	Questions []QuestionDocument `json:"questions"`
}

// QuestionDocument is a question in a Document, with its right answers.
type QuestionDocument struct {
	ID     string  `json:"id"`
	Points float64 `json:"points"` // for the right answer
	lesson.QuestionDocument
}

func conventionsOf(s *lesson.Setup) Conventions {
	return Conventions{s.Algorithm, s.Cut, s.Hard, s.Signs, s.OrAnd, s.Window.Alpha, s.Window.Beta, s.LastCut, "", *s}
}

// setup reads conventions.
func (c *Conventions) setup() (s lesson.Setup, err error) {
	s = c.Setup
	s.Cut, s.Hard, s.Signs, s.OrAnd, s.LastCut = c.Cut, c.Fail, c.Signs, c.Players, c.LastCut
	s.Window = lesson.Window{Alpha: c.Alpha, Beta: c.Beta}
	if s.Algorithm, err = lesson.ParseTextbook(string(c.Algorithm)); err != nil {
		return s, err
	}
	return s, new(lesson.Window).UnmarshalText([]byte(s.Window.String()))
}

// named are the options that text has in a fixed order, and those of the trees, which have it already.
var named = []string{"algo", "cut", "fail", "signs", "players", "window", "last-cut", "goal", "rounds", "explore", "depth", "order", "seed"}

// text is a part of the names of sheets. Options that are not named are in it only if they are set, so
// that old names stay valid.
func (c *Conventions) text() string {
	text := fmt.Sprintf("{%v %v %v %v %v %v %v %v %v %v %v %v}",
		c.Algorithm, c.Cut, c.Fail, c.Signs, c.Players, c.Alpha, c.Beta, c.LastCut, c.Goal, c.Rounds, c.Explore, c.Depth)
	for _, x := range setting.Of(&c.Setup) {
		if !slices.Contains(named, x.Name) && !x.IsZero() {
			text += " " + x.Name + "=" + x.String()
		}
	}
	return text
}

// Describe returns the document of the sheet.
func (s *Sheet) Describe() Document {
	doc := Document{
		Schema: "ply.sheet/1", Title: s.Title, Lang: string(s.Lang), Seed: s.Seed,
		Conventions: conventionsOf(&s.Setup), Variants: []VariantDocument{},
	}
	for _, stage := range s.Stages {
		doc.Stages = append(doc.Stages, stage.String())
	}
	for i := range s.Variants {
		v := &s.Variants[i]
		d := VariantDocument{v.Number, v.ID, v.Points(), []ProblemDocument{}}
		for _, p := range v.Problems {
			problem := ProblemDocument{p.Tree, []QuestionDocument{}}
			for k, x := range p.Quiz.Describe(s.Lang, s.Stages).Questions {
				problem.Questions = append(problem.Questions, QuestionDocument{p.Questions[k].ID, p.Questions[k].Points, x})
			}
			d.Problems = append(d.Problems, problem)
		}
		doc.Variants = append(doc.Variants, d)
	}
	return doc
}

// Read reads a Document from JSON. It takes the points of questions from there, and computes the
// answers again. It fails if the questions of a variant do not fit its trees.
func Read(ctx context.Context, data []byte) (*Sheet, error) {
	var doc Document
	if err := json.Unmarshal(data, &doc); err != nil {
		return nil, reason.Errorf("not a sheet: %w", err)
	}
	if err := reason.Schema(doc.Schema, "ply.sheet/1", nil); err != nil {
		return nil, reason.Errorf("not a sheet: %w", err)
	}
	s := &Sheet{Settings: Settings{Title: doc.Title, Seed: doc.Seed}}
	var err error
	if s.Lang, err = words.Parse(doc.Lang); err != nil {
		return nil, err
	}
	if s.Setup, err = doc.Conventions.setup(); err != nil {
		return nil, err
	}
	if s.Stages, err = s.Setup.ParseStages(doc.Stages); err != nil {
		return nil, err
	}
	for i := range doc.Variants {
		v, err := s.read(ctx, &doc.Variants[i])
		if err != nil {
			return nil, reason.Errorf("variant %d: %w", doc.Variants[i].Variant, err)
		}
		s.Variants = append(s.Variants, *v)
	}
	if len(s.Variants) == 0 {
		return nil, reason.New("a sheet without variants")
	}
	return s, nil
}

// read reads a variant.
func (s *Sheet) read(ctx context.Context, d *VariantDocument) (*Variant, error) {
	v := &Variant{Number: d.Variant}
	for i := range d.Problems {
		p, err := problem(ctx, i, d.Problems[i].Tree, s.made(), s.Stages)
		if err != nil {
			return nil, err
		}
		v.Problems = append(v.Problems, *p)
	}
	if v.ID = identify(v.trees(), s.made(), s.Stages); v.ID != d.Sheet {
		return nil, reason.Errorf("the trees and conventions are those of sheet %s, not %s", v.ID, d.Sheet)
	}
	for i, p := range d.Problems {
		questions := v.Problems[i].Questions
		if len(p.Questions) != len(questions) {
			return nil, reason.Errorf("problem %d has %d questions, want %d", i+1, len(p.Questions), len(questions))
		}
		for k, x := range p.Questions {
			if x.ID != questions[k].ID || !(x.Points >= 0 && x.Points <= 1000) {
				return nil, reason.Errorf("question %q with %v points, want %s with 0 to 1000", x.ID, x.Points, questions[k].ID)
			}
			questions[k].Points = x.Points
		}
	}
	return v, nil
}
