package book

import (
	"bufio"
	"bytes"
	"cmp"
	"compress/flate"
	"encoding/binary"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/plywood-go/plywood/engine/workshop"
	"github.com/plywood-go/plywood/internal/boltfile"
	"github.com/plywood-go/plywood/internal/reason"
)

// A packed book starts with the line "ply.bookpack/1 SIZE POSITIONS", with GAME in place of SIZE as
// in the text form. The fields of [columns] follow, compressed (RFC 1951), each preceded by its
// length in bytes. The last four bytes are the CRC-32C of everything before them.
//
// Information that follows from the rules is left out. Positions appear in the order in which a
// depth-first walk along the links first reaches them. A link has no value of its own, because the
// position after it has one. A move is given by its index in the order of codes.
const (
	packFamily = "ply.bookpack/"
	packSchema = packFamily + "1"
)

// columns holds the fields of positions in the order of the walk.
type columns struct {
	roots  []byte // keys of the positions at which the walk starts: 16 bytes each
	links  []byte // bit set of the legal moves that are links: an unsigned varint
	leaves []byte // index of the leaf among the legal moves, from 1; 0 if there is no leaf
	values []byte // value of the leaf: a varint; 0 if there is none
	depths []byte
	trusts []byte // confidence in percent
}

func (c *columns) all() []*[]byte {
	return []*[]byte{&c.roots, &c.links, &c.leaves, &c.values, &c.depths, &c.trusts}
}

// legal returns the moves of a position in the order of their codes.
func (b *Book[P, M]) legal(p *P) []M {
	list, _ := b.kind.Moves(p, nil)
	slices.SortFunc(list, func(x, y M) int { return cmp.Compare(b.kind.Code(p, x), b.kind.Code(p, y)) })
	return list
}

// Pack writes a settled copy of the book in a compact form of about two bytes a position. Open
// reads this form, but it cannot be extended. Pack takes about 20 µs a position.
func (b *Book[P, M]) Pack(w io.Writer) error {
	settled := New(b.kind)
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

func (b *Book[P, M]) pack(w io.Writer) error {
	var out bytes.Buffer
	fmt.Fprintf(&out, "%s %s %d\n", packSchema, headOf(b.kind), b.Len())
	b.walk().press(&out)
	sum := boltfile.Checksum([]byte(packSchema), out.Bytes())
	_, err := w.Write(binary.BigEndian.AppendUint32(out.Bytes(), sum))
	return err
}

// press compresses the columns into out.
func (c *columns) press(out *bytes.Buffer) {
	w, _ := flate.NewWriter(out, flate.BestCompression) // fails only for invalid levels
	for _, column := range c.all() {
		w.Write(binary.AppendUvarint(nil, uint64(len(*column))))
		w.Write(*column)
	}
	w.Close()
}

// walk returns the columns of b.
func (b *Book[P, M]) walk() *columns {
	c := &columns{}
	seen := map[Key]bool{}
	for _, e := range slices.Backward(b.sorted()) {
		if !seen[e.key] {
			c.roots = append(c.roots, e.key.bytes()...)
			b.describe(e, c, seen)
		}
	}
	return c
}

// describe adds an entry and everything its links lead to.
func (b *Book[P, M]) describe(e *Entry[P, M], c *columns, seen map[Key]bool) {
	seen[e.key] = true
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
	c.values = binary.AppendVarint(c.values, int64(e.Leaf.Value))
	c.depths, c.trusts = append(c.depths, e.Depth), append(c.trusts, e.Confidence)
	for i, m := range legal {
		if links>>i&1 == 0 {
			continue
		}
		if k := b.after(&e.Position, m); !seen[k] {
			b.describe(b.entries[k], c, seen)
		}
	}
}

var errPacked = reason.New("a packed book is damaged")

// readPacked returns the contents of a packed book, or nil if the file is something else.
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
	return readAll(in)
}

// maxPacked is the maximum size of a packed book in bytes: a hundred million positions.
const maxPacked = 256 << 20

// readAll reads r to its end, up to maxPacked bytes.
func readAll(r io.Reader) ([]byte, error) {
	data, err := io.ReadAll(io.LimitReader(r, maxPacked+1))
	if len(data) > maxPacked {
		return nil, reason.Errorf("more than %d MiB", maxPacked>>20)
	}
	return data, err
}

// isPacked reports whether in holds a packed book.
func isPacked(in *bufio.Reader) bool {
	begin, _ := in.Peek(len(packFamily)) // an error will occur again on reading
	return string(begin) == packFamily
}

// openPacked opens the packed book in data.
func openPacked[P any, M comparable](path string, data []byte, write bool, kinds []Kind[P, M]) (*Book[P, M], error) {
	if write {
		return nil, reason.Errorf("book %s: %w", path, workshop.ErrPacked)
	}
	b, err := unpack(data, kinds)
	return b, refused(path, err)
}

// openBuiltIn opens the program's built-in book that path names; see Open.
func openBuiltIn[P any, M comparable](path string, write bool, kinds []Kind[P, M]) (*Book[P, M], error) {
	name := kinds[0].Name()
	if _, named, ok := strings.Cut(path, ":"); ok {
		name = named
	}
	for _, k := range kinds {
		if k.Name() != name {
			continue
		}
		if data := k.BuiltIn(); data != nil {
			return openPacked(path, data, write, []Kind[P, M]{k})
		}
		return nil, reason.Errorf("book %s: the program has none of %s", workshop.BuiltIn, name)
	}
	return nil, reason.Errorf("book %s: %w", path, workshop.ErrOther)
}

// unpack decodes a packed book.
func unpack[P any, M comparable](data []byte, kinds []Kind[P, M]) (*Book[P, M], error) {
	name, _, _ := bytes.Cut(data, []byte(" "))
	if err := reason.Schema(string(name), packSchema, errPacked); err != nil {
		return nil, err
	}
	if len(data) < 4 || boltfile.Checksum([]byte(packSchema), data[:len(data)-4]) != binary.BigEndian.Uint32(data[len(data)-4:]) {
		return nil, errPacked
	}
	return unpackBody(data[:len(data)-4], kinds)
}

// unpackBody decodes a packed book without its checksum.
func unpackBody[P any, M comparable](data []byte, kinds []Kind[P, M]) (*Book[P, M], error) {
	first, rest, _ := bytes.Cut(data, []byte("\n"))
	var word string
	var positions int
	if _, err := fmt.Sscanf(string(first), packSchema+" %s %d", &word, &positions); err != nil {
		return nil, reason.Errorf("%q, want %s", first, packSchema)
	}
	kind, err := kindOf(kinds, parseHead(word))
	if err != nil {
		return nil, err
	}
	c, err := readColumns(rest)
	if err != nil {
		return nil, err
	}
	u := unpacker[P, M]{Book: New(kind), columns: c}
	for len(c.roots) > 0 {
		k, err := u.root()
		if err != nil {
			return nil, err
		}
		if err := u.position(k); err != nil {
			return nil, err
		}
	}
	if u.Len() != positions || len(c.links)+len(c.leaves)+len(c.values)+len(c.depths)+len(c.trusts) > 0 {
		return nil, errPacked
	}
	return u.Book, nil
}

// longestColumn is the maximum length of a column in bytes: ten million positions.
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

// unpacker removes positions from the front of its columns.
type unpacker[P any, M comparable] struct {
	*Book[P, M]
	*columns
}

func (u *unpacker[P, M]) root() (k Key, err error) {
	if len(u.roots) < 16 {
		return k, errPacked
	}
	k = keyOf(u.roots)
	u.roots = u.roots[16:]
	if u.entries[k] != nil {
		return k, errPacked
	}
	return k, nil
}

// position adds the position of a key and everything its links lead to.
func (u *unpacker[P, M]) position(k Key) error {
	links, n := binary.Uvarint(u.links)
	value, wide := binary.Varint(u.values)
	p, ok := u.kind.At(k)
	if !ok || n <= 0 || wide <= 0 || value != int64(int16(value)) || len(u.leaves) == 0 || len(u.depths) == 0 || len(u.trusts) == 0 {
		return errPacked
	}
	legal := u.legal(&p)
	leaf := int(u.leaves[0])
	if leaf > len(legal) || links>>len(legal) != 0 {
		return errPacked
	}
	e := u.entry(p)
	e.Depth, e.Confidence = u.depths[0], u.trusts[0]
	if e.HasLeaf = leaf > 0; e.HasLeaf {
		e.Leaf = Edge[M]{legal[leaf-1], int16(value)}
	}
	u.links, u.leaves, u.values, u.depths, u.trusts = u.links[n:], u.leaves[1:], u.values[wide:], u.depths[1:], u.trusts[1:]
	u.entries[e.key] = e
	for i, m := range legal {
		if links>>i&1 == 0 {
			continue
		}
		v, err := u.behind(&p, m)
		if err != nil {
			return err
		}
		e.Links = append(e.Links, Edge[M]{m, int16(-v)})
		u.adopt(e, m)
	}
	u.sort(e)
	return u.checkEntry(e)
}

// behind returns the value of the position after a link, adding the position if it is new.
func (u *unpacker[P, M]) behind(p *P, m M) (int, error) {
	k := u.after(p, m)
	if u.entries[k] == nil {
		if err := u.position(k); err != nil {
			return 0, err
		}
	}
	return u.entries[k].Value(), nil
}
