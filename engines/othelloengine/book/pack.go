package book

import (
	"bufio"
	"bytes"
	"compress/flate"
	_ "embed" // for the book
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/plywood-go/plywood/games/othello"
	"github.com/plywood-go/plywood/internal/boltfile"
)

// A packed book begins with the line "ply.bookpack/1 SIZE POSITIONS", and then,
// compressed (RFC 1951), has one column after the other of what [columns] names, each
// after its length in bytes. The last four bytes are the CRC-32C of all before. What
// can be told from the rules is not written: a position stands where a walk along the
// links first meets it, depth first and moves in the order of their squares, and the
// values of links are those of the positions behind them.
const packSchema = "ply.bookpack/1"

// columns are what is written of positions, in the order of the walk.
type columns struct {
	roots  []byte // keys of the positions that the walk begins with: 16 bytes each
	links  []byte // which of the legal moves are links, a bit each: an unsigned varint
	leaves []byte // which is the leaf, counted from 1, or 0 if there is none
	values []byte // value of the leaf, with its sign; 0 if there is none
	depths []byte
	trusts []byte // confidence in percent
}

func (c *columns) all() []*[]byte {
	return []*[]byte{&c.roots, &c.links, &c.leaves, &c.values, &c.depths, &c.trusts}
}

// legal returns the moves of a position in the order of a packed book.
func (b *Book) legal(p *othello.Position) []othello.Move {
	list, _ := b.rules.Moves(p, nil)
	slices.Sort(list)
	return list
}

// Pack writes the book, settled, in a form that takes some two bytes a position and
// that Open reads, but to which nothing can be added. It takes some 20 µs a position.
func (b *Book) Pack(w io.Writer) error {
	settled := New(b.rules)
	for _, e := range b.entries {
		copied := *e
		copied.Links = slices.Clone(e.Links)
		settled.insert(&copied)
	}
	if err := settled.Settle(); err != nil {
		return err
	}
	return settled.pack(w)
}

func (b *Book) pack(w io.Writer) error {
	var out bytes.Buffer
	fmt.Fprintf(&out, "%s %d %d\n", packSchema, b.rules.Size(), b.Len())
	press, _ := flate.NewWriter(&out, flate.BestCompression) // fails on other levels alone
	for _, column := range b.walk().all() {
		press.Write(binary.AppendUvarint(nil, uint64(len(*column)))) // to memory, which does not fail
		press.Write(*column)
	}
	press.Close()
	sum := boltfile.Checksum([]byte(packSchema), out.Bytes())
	_, err := w.Write(binary.BigEndian.AppendUint32(out.Bytes(), sum))
	return err
}

// walk returns the columns of b.
func (b *Book) walk() *columns {
	c := &columns{}
	seen := map[key]bool{}
	for _, e := range slices.Backward(b.sorted()) {
		if !seen[e.key()] {
			c.roots = append(c.roots, e.key().bytes()...)
			b.describe(e, c, seen)
		}
	}
	return c
}

// describe adds a position and all that its links lead to.
func (b *Book) describe(e *Entry, c *columns, seen map[key]bool) {
	seen[e.key()] = true
	legal := b.legal(&e.Position)
	var links uint64
	for _, l := range e.Links {
		links |= 1 << slices.Index(legal, l.Move)
	}
	c.links = binary.AppendUvarint(c.links, links)
	leaf := 0
	if e.HasLeaf {
		leaf = 1 + slices.Index(legal, e.Leaf.Move)
	}
	c.leaves = append(c.leaves, byte(leaf))
	c.values = append(c.values, byte(e.Leaf.Value))
	c.depths, c.trusts = append(c.depths, e.Depth), append(c.trusts, e.Confidence)
	for i, m := range legal {
		if k := b.after(&e.Position, m); links>>i&1 != 0 && !seen[k] {
			b.describe(b.entries[k], c, seen)
		}
	}
}

var errPacked = errors.New("a packed book is damaged")

// readPacked returns what a file holds if it is a packed book, and else nothing.
func readPacked(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	in := bufio.NewReader(f)
	if !isPacked(in) {
		return nil, nil
	}
	return io.ReadAll(in)
}

// isPacked reports whether a packed book can be read from in.
func isPacked(in *bufio.Reader) bool {
	begin, _ := in.Peek(len(packSchema)) // what fails, fails again when it is read
	return string(begin) == packSchema
}

// openPacked returns the packed book that a file holds.
func openPacked(path string, data []byte, write bool) (*Book, error) {
	if write {
		return nil, fmt.Errorf("book %s: %w", path, ErrPacked)
	}
	b, err := unpack(data)
	if err != nil {
		return nil, fmt.Errorf("book %s: %w: %w", path, ErrDamaged, err)
	}
	return b, nil
}

// builtIn is the book of the program, packed. builtin.json tells how it was made.
//
//go:embed builtin.bin
var builtIn []byte

// unpack reads a book that Pack has written.
func unpack(data []byte) (*Book, error) {
	if len(data) < 4 || boltfile.Checksum([]byte(packSchema), data[:len(data)-4]) != binary.BigEndian.Uint32(data[len(data)-4:]) {
		return nil, errPacked
	}
	return unpackBody(data[:len(data)-4])
}

// unpackBody reads what stands before the checksum.
func unpackBody(data []byte) (*Book, error) {
	head, rest, _ := bytes.Cut(data, []byte("\n"))
	var size, positions int
	if _, err := fmt.Sscanf(string(head), packSchema+" %d %d", &size, &positions); err != nil {
		return nil, fmt.Errorf("%q, want %s", head, packSchema)
	}
	r, ok := othello.Sized(size)
	if !ok {
		return nil, fmt.Errorf("board size %d", size)
	}
	c, err := readColumns(rest)
	if err != nil {
		return nil, err
	}
	u := unpacker{Book: New(r), columns: c}
	for len(c.roots) > 0 {
		p, err := u.root()
		if err != nil {
			return nil, err
		}
		if err := u.position(p); err != nil {
			return nil, err
		}
	}
	if u.Len() != positions || len(c.links)+len(c.leaves)+len(c.values)+len(c.depths)+len(c.trusts) > 0 {
		return nil, errPacked
	}
	return u.Book, nil
}

// longestColumn bounds what is read of a column, in bytes: those of ten million
// positions.
const longestColumn = 10_000_000 * binary.MaxVarintLen16

func readColumns(data []byte) (*columns, error) {
	c := &columns{}
	in := bufio.NewReader(flate.NewReader(bytes.NewReader(data)))
	for _, column := range c.all() {
		n, err := binary.ReadUvarint(in)
		if err != nil || n > longestColumn {
			return nil, errPacked
		}
		if *column, err = io.ReadAll(io.LimitReader(in, int64(n))); err != nil || uint64(len(*column)) != n {
			return nil, errPacked
		}
	}
	if _, err := in.ReadByte(); err != io.EOF {
		return nil, errPacked
	}
	return c, nil
}

// unpacker takes positions from the front of columns.
type unpacker struct {
	*Book
	*columns
}

func (u *unpacker) root() (p othello.Position, err error) {
	if len(u.roots) < 16 {
		return p, errPacked
	}
	p = othello.Position{Own: binary.BigEndian.Uint64(u.roots), Opp: binary.BigEndian.Uint64(u.roots[8:])}
	u.roots = u.roots[16:]
	q, _ := canonical(u.rules, p)
	if p.Own&p.Opp != 0 || (p.Own|p.Opp)&^u.rules.Board() != 0 || p != q || u.entries[key{p.Own, p.Opp}] != nil {
		return p, errPacked
	}
	return p, nil
}

// position adds p, the smallest of its images, and all that its links lead to.
func (u *unpacker) position(p othello.Position) error {
	links, n := binary.Uvarint(u.links)
	if n <= 0 || len(u.leaves) == 0 || len(u.values) == 0 || len(u.depths) == 0 || len(u.trusts) == 0 {
		return errPacked
	}
	legal := u.legal(&p)
	leaf := int(u.leaves[0])
	if leaf > len(legal) || links>>len(legal) != 0 {
		return errPacked
	}
	e := &Entry{Position: p, Depth: u.depths[0], Confidence: u.trusts[0], HasLeaf: leaf > 0}
	if e.HasLeaf {
		e.Leaf = Edge{legal[leaf-1], int8(u.values[0])}
	}
	u.links, u.leaves, u.values, u.depths, u.trusts = u.links[n:], u.leaves[1:], u.values[1:], u.depths[1:], u.trusts[1:]
	u.entries[e.key()] = e
	for i, m := range legal {
		if links>>i&1 == 0 {
			continue
		}
		v, err := u.behind(&p, m)
		if err != nil {
			return err
		}
		e.Links = append(e.Links, Edge{m, int8(-v)})
		u.adopt(e, m)
	}
	e.sort()
	return u.checkEntry(e)
}

// behind returns the value of the position after a link, which it adds if it was not
// met before.
func (u *unpacker) behind(p *othello.Position, m othello.Move) (int, error) {
	k := u.after(p, m)
	if u.entries[k] == nil {
		if err := u.position(othello.Position{Own: k[0], Opp: k[1]}); err != nil {
			return 0, err
		}
	}
	return u.entries[k].Value(), nil
}
