package book

import (
	"bufio"
	"fmt"
	"io"
	"iter"
	"slices"
	"strconv"
	"strings"

	"github.com/plywood-go/plywood/engine/record"
	"github.com/plywood-go/plywood/internal/reason"
)

// The text form of a book starts with the line "ply.book/1 SIZE" or "ply.book/1
// GAME". One line for each position follows, the earliest in the game first:
//
//	POSITION; depth 12 at 73; leaf f4:-1; links d3:+2 c5:+2
//
// The position is the canonical image. The leaf and links parts are left out if
// there are none. Lines that start with # are comments.

// Export writes the book as text. Equal books give equal text.
func (b *Book[P, M]) Export(w io.Writer) error {
	out := bufio.NewWriter(w)
	fmt.Fprintf(out, "%s %s\n", schema, headOf(b.kind))
	for e := range b.Entries() {
		fmt.Fprintln(out, b.line(e))
	}
	return out.Flush()
}

// Entries iterates over the entries, the earliest in the game first.
func (b *Book[P, M]) Entries() iter.Seq[*Entry[P, M]] {
	return func(yield func(*Entry[P, M]) bool) {
		for _, e := range slices.Backward(b.sorted()) {
			if !yield(e) {
				return
			}
		}
	}
}

// line formats an entry.
func (b *Book[P, M]) line(e *Entry[P, M]) string {
	var s strings.Builder
	fmt.Fprintf(&s, "%s; depth %d at %d", b.kind.FormatPosition(&e.Position), e.Depth, e.Confidence)
	if e.HasLeaf {
		fmt.Fprintf(&s, "; leaf %s", b.edge(e, e.Leaf))
	}
	if len(e.Links) > 0 {
		s.WriteString("; links")
		for _, l := range e.Links {
			s.WriteString(" " + b.edge(e, l))
		}
	}
	return s.String()
}

func (b *Book[P, M]) edge(e *Entry[P, M], x Edge[M]) string {
	return fmt.Sprintf("%s:%+d", b.kind.FormatMove(&e.Position, x.Move), x.Value)
}

// longestLine is the maximum length of a line of text in bytes.
const longestLine = 1 << 16

// Import adds the positions that r holds, in text or packed form, and returns their number. Of two
// entries for a position the one that was searched more deeply stays. On an error Import adds
// nothing; for text, the error names the line. It passes each line of text that it cannot read to
// leaveOut, and fails if it can read none. If leaveOut is nil, the first bad line is an error.
func (b *Book[P, M]) Import(r io.Reader, leaveOut func(*record.Fault)) (n int, err error) {
	from := bufio.NewReader(r)
	var list []*Entry[P, M]
	if isPacked(from) {
		list, err = b.readPack(from)
	} else {
		list, err = b.readText(from, leaveOut)
	}
	if err != nil {
		return 0, err
	}
	return len(list), b.merge(list)
}

// readPack reads the entries of a packed book.
func (b *Book[P, M]) readPack(r io.Reader) ([]*Entry[P, M], error) {
	data, err := readAll(r)
	if err != nil {
		return nil, err
	}
	packed, err := unpack(data, []Kind[P, M]{b.kind})
	if err != nil {
		return nil, err
	}
	return packed.sorted(), nil
}

// readText reads entries in text form.
func (b *Book[P, M]) readText(r io.Reader, leaveOut func(*record.Fault)) (list []*Entry[P, M], err error) {
	in := bufio.NewScanner(r)
	in.Buffer(nil, longestLine)
	headed := false
	var faults []*record.Fault
	for number := 1; in.Scan(); number++ {
		text := strings.TrimSpace(strings.TrimPrefix(in.Text(), "\ufeff"))
		if text == "" || text[0] == '#' {
			continue
		}
		if !headed {
			if headed, err = true, b.checkHead(text); err != nil {
				return nil, reason.Errorf("line %d: %w", number, err)
			}
			continue
		}
		e, err := b.parse(text)
		if err == nil {
			list = append(list, e)
			continue
		}
		err = reason.Errorf("line %d: %w", number, err)
		if leaveOut == nil {
			return nil, err
		}
		faults = append(faults, &record.Fault{Game: len(list) + len(faults) + 1, Err: err})
	}
	switch {
	case in.Err() != nil:
		return nil, in.Err()
	case !headed:
		return nil, reason.Errorf("line 1: nothing, want %s", schema)
	case list == nil && faults != nil:
		return nil, faults[0].Err
	}
	for _, f := range faults {
		leaveOut(f)
	}
	return list, nil
}

func (b *Book[P, M]) checkHead(text string) error {
	if want := fmt.Sprintf("%s %s", schema, headOf(b.kind)); text != want {
		return reason.Errorf("%q, want %q", text, want)
	}
	return nil
}

// merge adds the entries of list that are new, or were searched more deeply than the entries in b.
func (b *Book[P, M]) merge(list []*Entry[P, M]) error {
	var changed []*Entry[P, M]
	for _, e := range list {
		held := b.entries[e.key]
		if held == nil || e.Depth > held.Depth || e.Depth == held.Depth && e.Confidence > held.Confidence {
			b.insert(e)
			changed = append(changed, e)
		}
	}
	if err := b.commit(changed, nil); err != nil {
		return err
	}
	return b.Settle()
}

// parse parses an entry.
func (b *Book[P, M]) parse(text string) (*Entry[P, M], error) {
	fields := strings.Split(text, ";")
	p, err := b.kind.ParsePosition(fields[0])
	if err != nil {
		return nil, err
	}
	q, ok := b.kind.At(b.key(&p))
	if !ok || b.kind.FormatPosition(&q) != b.kind.FormatPosition(&p) {
		return nil, b.foreign(&p)
	}
	e := b.entry(q)
	for i, field := range fields[1:] {
		word, rest, _ := strings.Cut(strings.TrimSpace(field), " ")
		switch {
		case i == 0 && word == "depth":
			_, err = fmt.Sscanf(rest, "%d at %d", &e.Depth, &e.Confidence)
		case i > 0 && word == "leaf":
			e.Leaf, err = b.parseEdge(e, rest)
			e.HasLeaf = true
		case i > 0 && word == "links":
			e.Links, err = b.parseEdges(e, rest)
		default:
			err = reason.Errorf("%q, want depth, leaf or links", strings.TrimSpace(field))
		}
		if err != nil {
			return nil, err
		}
	}
	return e, b.checkEntry(e)
}

func (b *Book[P, M]) parseEdges(e *Entry[P, M], text string) (list []Edge[M], err error) {
	for _, word := range strings.Fields(text) {
		x, err := b.parseEdge(e, word)
		if err != nil {
			return nil, err
		}
		list = append(list, x)
	}
	return list, nil
}

func (b *Book[P, M]) parseEdge(e *Entry[P, M], text string) (Edge[M], error) {
	colon := strings.LastIndexByte(text, ':') // moves may contain colons
	if colon < 0 {
		return Edge[M]{}, reason.Errorf("%q, want MOVE:VALUE", text)
	}
	m, err := b.kind.ParseMove(&e.Position, text[:colon])
	if err != nil {
		return Edge[M]{}, err
	}
	n, err := strconv.ParseInt(text[colon+1:], 10, 16)
	if most := b.kind.Most(); err != nil || max(n, -n) > int64(most) {
		return Edge[M]{}, reason.Errorf("value %q of move %s, want -%d to %d", text[colon+1:], text[:colon], most, most)
	}
	return Edge[M]{m, int16(n)}, nil
}
