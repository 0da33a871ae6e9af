package sheet

import (
	"cmp"
	"context"
	"encoding/json"

	"github.com/plywood-go/plywood/internal/reason"
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

// Conventions are the algorithm and the conventions of a sheet, by the names that package lesson
// reads.
type Conventions struct {
	Algorithm string `json:"algorithm"` // its name in package textbook
	Cut       string `json:"cut"`       // as lesson.ParseCut reads it; the next three likewise
	Fail      string `json:"fail"`
	Signs     string `json:"signs"`
	Players   string `json:"players"`
	// Alpha and Beta are the ends of the window at the roots, "" for infinity.
	Alpha   string `json:"alpha,omitempty"`
	Beta    string `json:"beta,omitempty"`
	LastCut bool   `json:"last_cut,omitempty"` // lesson.Setup.LastCut
	// Goal, Rounds, Explore and Depth are the fields of lesson.Setup.
	Goal    string  `json:"goal,omitempty"`
	Rounds  int     `json:"rounds,omitempty"`
	Explore float64 `json:"explore,omitempty"`
	Depth   int     `json:"depth,omitempty"`
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
	c := Conventions{string(s.Algorithm), s.Cut.String(), "soft", s.Signs.String(), "maxmin", s.Alpha, s.Beta, s.LastCut, s.Goal, s.Rounds, s.Explore, s.Depth}
	if s.Hard {
		c.Fail = "hard"
	}
	if s.OrAnd {
		c.Players = "orand"
	}
	return c
}

// setup reads conventions.
func (c *Conventions) setup() (s lesson.Setup, err error) {
	read := func(failed error) {
		if err == nil {
			err = failed
		}
	}
	var failed error
	s.Algorithm, failed = lesson.ParseTextbook(c.Algorithm)
	read(failed)
	s.Cut, failed = lesson.ParseCut(c.Cut)
	read(failed)
	s.Hard, failed = lesson.ParseFail(c.Fail)
	read(failed)
	s.Signs, failed = lesson.ParseSigns(c.Signs)
	read(failed)
	s.OrAnd, failed = lesson.ParsePlayers(c.Players)
	read(failed)
	if s.Alpha, s.Beta, s.LastCut = c.Alpha, c.Beta, c.LastCut; c.Alpha+c.Beta != "" {
		read(s.ParseWindow(cmp.Or(c.Alpha, "-inf") + " " + cmp.Or(c.Beta, "inf")))
	}
	s.Goal, s.Rounds, s.Explore, s.Depth = c.Goal, c.Rounds, c.Explore, c.Depth
	return s, err
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

// Read reads the JSON of a Document. It takes the points of questions from there, and works out
// the answers anew. It fails if the questions of a variant are not those of its trees.
func Read(ctx context.Context, data []byte) (*Sheet, error) {
	var doc Document
	if err := json.Unmarshal(data, &doc); err != nil {
		return nil, reason.Errorf("not a sheet: %w", err)
	}
	if doc.Schema != "ply.sheet/1" {
		return nil, reason.Errorf("not a sheet: schema %q, want %s", doc.Schema, "ply.sheet/1")
	}
	s := &Sheet{Settings: Settings{Title: doc.Title, Seed: doc.Seed}}
	var err error
	if s.Lang, err = lesson.ParseLang(doc.Lang); err != nil {
		return nil, err
	}
	if s.Setup, err = doc.Conventions.setup(); err != nil {
		return nil, err
	}
	for _, name := range doc.Stages {
		stage, err := lesson.ParseStage(name)
		if err != nil {
			return nil, err
		}
		s.Stages = append(s.Stages, stage)
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
