package book_test

import (
	"context"
	"errors"
	"testing"

	"github.com/plywood-go/plywood/kit/enginetest"

	"github.com/plywood-go/plywood/engine"
	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/games/catalog"
	"github.com/plywood-go/plywood/games/catalog/catalogtest"
	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/search"
)

// forgetful searches each position with an empty table.
type forgetful struct {
	engine.Searcher[othello.Position, othello.Move]
}

func (f forgetful) Search(ctx context.Context, p *othello.Position, q search.Query, c search.Control, report func(search.Result[othello.Move])) search.Result[othello.Move] {
	f.Clear()
	return f.Searcher.Search(ctx, p, q, c, report)
}

const bookPlan = `{"schema":"ply.bookplan/1","size":6,"request":{"depth":2},"tt":1048576}`

// TestTask grows a book with searches elsewhere and with the same searches
// here. The books must be equal, and nearly all searches must have been sent in
// batches.
func TestTask(t *testing.T) {
	here := enginetest.Here(catalog.Offers[workshop.Books]()[0])
	grow := func(change func(*builderOf)) string {
		b, builder := inMemory(t, 6, 2)
		change(builder)
		builder.Most = 120
		game := []othello.Position{b.Root()}
		for range 6 {
			last := game[len(game)-1]
			moves, _ := b.Kind().Moves(&last, nil)
			var next othello.Position
			b.Kind().Play(&next, &last, moves[len(moves)-1])
			game = append(game, next)
		}
		if err := builder.Learn(t.Context(), game); err != nil {
			t.Fatal(err)
		}
		if err := builder.Extend(t.Context(), b.Root()); err != nil {
			t.Fatal(err)
		}
		return export(t, b)
	}
	want := grow(func(b *builderOf) { b.Engine = forgetful{b.Engine} })
	alone, together := 0, 0
	got := grow(func(b *builderOf) {
		b.Engine, b.Query, b.Plan = nil, nil, bookPlan
		b.Send = func(ctx context.Context, e workshop.Task, take func(int, string) error) error {
			if len(e.Parts) == 1 {
				alone++
			} else {
				together += len(e.Parts)
			}
			return here(ctx, e, take)
		}
	})
	if got != want {
		t.Errorf("another book: got\n%s\nwant\n%s", got, want)
	}
	if together < 4*alone {
		t.Errorf("%d searches sent together, %d alone", together, alone)
	}
}

// TestTaskFails checks that building ends with the error of Send, or with an
// error for invalid results.
func TestTaskFails(t *testing.T) {
	failure := errors.New("it is away")
	for what, send := range map[string]workshop.Send{
		"an error":                    func(context.Context, workshop.Task, func(int, string) error) error { return failure },
		"nonsense":                    func(_ context.Context, _ workshop.Task, take func(int, string) error) error { return take(0, "x") },
		"a move of nobody":            answers(`{"lines":[{"move":"a1","value":3}]}`),
		"a value that no game has":    answers(`{"lines":[{"move":"c2","value":65}]}`),
		"one that none has by far":    answers(`{"lines":[{"move":"c2","value":-65536}]}`),
		"a depth below the beginning": answers(`{"depth":-1,"lines":[{"move":"c2","value":3}]}`),
		"more than certainty":         answers(`{"confidence":256,"lines":[{"move":"c2","value":3}]}`),
		"doubt of everything":         answers(`{"confidence":-1,"lines":[{"move":"c2","value":3}]}`),
		"no move":                     answers(`{"confidence":100,"lines":[]}`),
	} {
		b, builder := inMemory(t, 6, 2)
		builder.Send = send
		if err := builder.Extend(t.Context(), b.Root()); err == nil || b.Len() > 0 {
			t.Errorf("%s: %v, %d positions", what, err, b.Len())
		}
	}
}

// answers returns a Send function with the same result for every position.
func answers(data string) workshop.Send {
	return func(_ context.Context, e workshop.Task, take func(int, string) error) error {
		for i := range e.Parts {
			if err := take(i, data); err != nil {
				return err
			}
		}
		return nil
	}
}

// TestWorkerRefuses checks that workers reject invalid plans and parts.
func TestWorkerRefuses(t *testing.T) {
	books, _ := engine.Offered[workshop.Books](catalogtest.Find(t, "othello"))
	for _, text := range []string{"", `{"schema":"ply.bookplan/2","size":8}`, `{"schema":"ply.bookplan/1","size":5}`} {
		if _, err := books.Worker(t.Context(), text, nil); err == nil {
			t.Errorf("plan %q", text)
		}
	}
	bench, err := books.Worker(t.Context(), bookPlan, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{"", "1", "1 x", "0 ------" + "X", "x y"} {
		if data, _, err := bench(t.Context(), part); err == nil {
			t.Errorf("part %q: %s", part, data)
		}
	}
}
