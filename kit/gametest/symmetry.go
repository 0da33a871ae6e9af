package gametest

import (
	"errors"
	"fmt"
	"slices"

	"github.com/plywood-go/plywood/game"
)

// maxImages exceeds the number of images of any board.
const maxImages = 1 << 10

// symmetryLaws are the laws of Symmetric and Folder.
func (c *checker[S, M, R]) symmetryLaws() []law[S, M] {
	y := c.offers.Symmetric
	if y == nil {
		return nil
	}
	laws := []law[S, M]{{"Symmetric", func(p *place[S, M]) error { return c.images(y, p) }}}
	if f := c.offers.Folder; f != nil {
		laws = append(laws, law[S, M]{"Folder", func(p *place[S, M]) error { return c.folds(y, f, p) }})
	}
	return laws
}

// images checks every image of p, and that their number is finite.
func (c *checker[S, M, R]) images(y game.Symmetric[S, M], p *place[S, M]) error {
	for k := range maxImages {
		var image S
		if _, ok := y.Image(&image, p.state, *new(M), k); !ok {
			if k == 0 {
				return errors.New("there is no image 0")
			}
			return nil
		}
		if err := c.image(y, p, &image, k); err != nil {
			return fmt.Errorf("image %d: %w", k, err)
		}
	}
	return errors.New("the images do not end")
}

// image checks the k-th image of p. Image 0 is the position itself. An image has the
// images of p's moves, and the game continues there as in p.
func (c *checker[S, M, R]) image(y game.Symmetric[S, M], p *place[S, M], image *S, k int) error {
	if k == 0 && !c.Equal(image, p.state) {
		return fmt.Errorf("it is %s, not the position", c.show(image))
	}
	q := c.look(image, nil)
	if q.status != p.status || len(q.moves) != len(p.moves) {
		return fmt.Errorf("%s has %d moves (%v), not %d (%v)", c.show(image), len(q.moves), q.status, len(p.moves), p.status)
	}
	var moves []M
	for _, m := range p.moves {
		var again, imageOfChild S
		moved, _ := y.Image(&again, p.state, m, k)
		if !c.Equal(&again, image) {
			return fmt.Errorf("it depends on the move given with it")
		}
		if !slices.Contains(q.moves, moved) {
			return fmt.Errorf("the image of %s is not legal", c.showMove(p.state, m))
		}
		moves = append(moves, moved)
		child := c.after(p.state, m)
		y.Image(&imageOfChild, child, m, k)
		if got := c.after(image, moved); c.rules.Hash(got) != c.rules.Hash(&imageOfChild) {
			return fmt.Errorf("after %s: the image of the child is %s, the child of the image %s",
				c.showMove(p.state, m), c.show(&imageOfChild), c.show(got))
		}
	}
	if m, ok := repeated(moves); ok {
		return fmt.Errorf("two moves have the image %s", c.showMove(image, m))
	}
	return nil
}

// folds checks that all images of p have one key and one representative.
func (c *checker[S, M, R]) folds(y game.Symmetric[S, M], f game.Folder[S], p *place[S, M]) error {
	key, k := f.Fold(p.state)
	var standing, image, other S
	if _, ok := y.Image(&standing, p.state, *new(M), k); !ok {
		return fmt.Errorf("Fold names image %d, which there is not", k)
	}
	for i := range maxImages {
		if _, ok := y.Image(&image, p.state, *new(M), i); !ok {
			return nil
		}
		imageKey, imageK := f.Fold(&image)
		y.Image(&other, &image, *new(M), imageK)
		if imageKey != key || c.rules.Hash(&other) != c.rules.Hash(&standing) {
			return fmt.Errorf("image %d folds to %#x by %s, the position to %#x by %s",
				i, imageKey, c.show(&other), key, c.show(&standing))
		}
	}
	return nil
}
