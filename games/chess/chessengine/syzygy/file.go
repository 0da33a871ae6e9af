package syzygy

import (
	"encoding/binary"
	"math/bits"

	"github.com/plywood-go/plywood/games/chess"
	"github.com/plywood-go/plywood/internal/memory"
	"github.com/plywood-go/plywood/internal/reason"
)

// ErrDamaged is wrapped by errors about files that are damaged or not Syzygy tables.
var ErrDamaged = reason.New("not a Syzygy table, or damaged")

// kind is the content of a file.
type kind uint8

const (
	outcomes  kind = iota
	distances      // to the next capture or pawn's move
)

// suffixes are the names' ends, magics the files' first bytes.
var (
	suffixes = [...]string{outcomes: ".rtbw", distances: ".rtbz"}
	magics   = [...]uint32{outcomes: 0x5d23e871, distances: 0xa50c66d7}
)

// The flags of a part.
const (
	blackMoves  = 1 << 0 // the part is of positions with the second side to move
	mapped      = 1 << 1 // values are indexes into a map
	winPlies    = 1 << 2 // distances of wins are in plies, otherwise in moves
	lossPlies   = 1 << 3 // distances of losses likewise
	wideMap     = 1 << 4 // numbers of the map have two bytes
	singleValue = 1 << 7 // all values are equal
)

// The flags of a file.
const (
	splitFile = 1 << 0 // parts for both sides to move
	withPawns = 1 << 1
)

// noHalf in place of the second half marks a symbol that is a value.
const noHalf = 1<<12 - 1

// header is what a file says about its positions.
type header struct {
	material
	pawns, bothPawns bool
	symmetric        bool // the sides have equal pieces
	sides            int  // with parts of their own
}

// file is a table.
type file struct {
	header
	kind  kind
	bytes int
	parts [4][2]part // by the file of the leading pawn and the side to move
}

// part is the values of a file for some positions.
type part struct {
	order  []byte // the pieces, as placing has them
	groups []group
	size   uint64 // number of positions

	flags  byte
	value  byte      // if all are equal
	maps   [4][]byte // of distances, by outcome
	span   uint64    // positions for each entry of index
	index  []byte    // 6 bytes: the block of the span's middle, and the place in it
	counts []byte    // 2 bytes: values in a block, minus one
	blocks []byte
	block  int    // bytes of a block
	sizes  [3]int // of index, counts and blocks

	shortest int      // bits of the shortest code
	bases    []uint64 // the first code of each length, in the high bits
	first    []byte   // 2 bytes: the first symbol of each length
	symbols  []byte   // 3 bytes: two symbols of 12 bits, or a value
	lengths  []uint16 // the values of a symbol, minus one
}

// cursor reads a file from its start.
type cursor struct {
	data  []byte
	at    int
	short bool // the file is too short
}

// take returns the next n bytes, or nil if there are fewer.
func (c *cursor) take(n int) []byte {
	if c.short || n < 0 || n > len(c.data)-c.at {
		c.short = true
		return nil
	}
	c.at += n
	return c.data[c.at-n : c.at]
}

// number reads an unsigned number of n bytes.
func (c *cursor) number(n int) (v int) {
	for i, b := range c.take(n) {
		v |= int(b) << (8 * i)
	}
	return v
}

// align skips to a multiple of n bytes.
func (c *cursor) align(n int) { c.take(-c.at & (n - 1)) }

// open maps the file of a material.
func open(name string, m material, k kind) (*file, error) {
	data, err := memory.Map(name)
	if err != nil {
		return nil, err
	}
	var f *file
	if !memory.Guarded(func() { f = parse(data, m, k) }) || f == nil {
		return nil, reason.Errorf("%w: %s", ErrDamaged, name)
	}
	return f, nil
}

// parse reads everything but the values. It returns nil if the file is damaged.
func parse(data []byte, m material, k kind) *file {
	c := &cursor{data: data}
	f := &file{kind: k, bytes: len(data), header: header{material: m, symmetric: m == m.turned(), sides: 1}}
	white, black := m.count(0, chess.Pawn), m.count(1, chess.Pawn)
	f.pawns, f.bothPawns = white+black > 0, white > 0 && black > 0
	if k == outcomes && !f.symmetric {
		f.sides = 2
	}
	magic, flags := c.number(4), c.number(1)
	if uint32(magic) != magics[k] || flags&withPawns != 0 != f.pawns || flags&splitFile != 0 == f.symmetric {
		return nil
	}
	files := f.parts[:1]
	if f.pawns {
		files = f.parts[:]
	}
	for i := range files {
		if !f.readOrders(c, i) {
			return nil
		}
	}
	c.align(2)
	each := func(read func(p *part) bool) bool {
		for i := range files {
			for side := range f.sides {
				if !read(&files[i][side]) || c.short {
					return false
				}
			}
		}
		return true
	}
	if !each(func(p *part) bool { return p.readCodes(c) }) {
		return nil
	}
	if k == distances {
		each(func(p *part) bool { p.readMaps(c); return true })
		c.align(2)
	}
	each(func(p *part) bool { p.index = c.take(p.sizes[0]); return true })
	each(func(p *part) bool { p.counts = c.take(p.sizes[1]); return true })
	each(func(p *part) bool {
		c.align(64)
		p.blocks = c.take(p.sizes[2])
		return true
	})
	if c.short {
		return nil
	}
	return f
}

// readOrders reads the orders of groups and pieces of the parts of a file of the board.
func (f *file) readOrders(c *cursor, file int) bool {
	// The places of the first group and of the other side's pawns among the groups, the
	// first side's in the low four bits.
	places := [2]int{c.number(1), 0xff}
	if f.bothPawns {
		places[1] = c.number(1)
	}
	n := f.pieces()
	pieces := c.take(n)
	for side := range f.sides {
		p, shift := &f.parts[file][side], 4*side
		for _, both := range pieces {
			p.order = append(p.order, both>>shift&15)
		}
		if c.short || !f.setGroups(p, file, places[0]>>shift&15, places[1]>>shift&15) {
			return false
		}
	}
	return true
}

// setGroups sets the groups of a part: the first, and the pawns of the other side, have the
// given places in the order of digits, the least significant first.
func (f *file) setGroups(p *part, file, first, pawns int) bool {
	size := 1 // of the first group
	switch {
	case f.pawns:
		for size < len(p.order) && p.order[size] == p.order[0] {
			size++
		}
		if p.order[0]&7 != codes[chess.Pawn] {
			return false
		}
	case f.unique():
		size = 3
	default:
		size = 2
	}
	p.groups = []group{{size: size}}
	for i := size; i < len(p.order); i++ {
		if last := &p.groups[len(p.groups)-1]; i > size && p.order[i] == p.order[i-1] {
			last.size++
		} else {
			p.groups = append(p.groups, group{size: 1})
		}
	}
	t, free, next := numbers(), 64-size, 1
	if f.bothPawns {
		free -= p.groups[1].size
		next = 2
	}
	if f.pawns && size >= len(t.lead) {
		return false
	}
	p.size = 1
	for k := 0; next < len(p.groups) || k == first || k == pawns; k++ {
		g, count := &p.groups[0], uint64(0)
		switch {
		case k == first && f.pawns:
			count = t.leads[size][file]
		case k == first && f.unique():
			count = triplets
		case k == first:
			count = pairs
		case k == pawns && f.bothPawns:
			g = &p.groups[1]
			count = t.choose[g.size][48-size]
		case next < len(p.groups):
			g = &p.groups[next]
			count = t.choose[g.size][free]
			free -= g.size
			next++
		default:
			return false
		}
		g.factor = p.size
		high, low := bits.Mul64(p.size, count)
		if p.size = low; high != 0 || low == 0 || low > 1<<56 {
			return false
		}
	}
	return p.groups[0].factor > 0 && (!f.bothPawns || p.groups[1].factor > 0)
}

// readCodes reads the compression of a part, and the sizes of its index, counts and blocks.
func (p *part) readCodes(c *cursor) bool {
	if p.flags = byte(c.number(1)); p.flags&singleValue != 0 {
		p.value = byte(c.number(1))
		return true
	}
	block, span := c.number(1), c.number(1)
	padding := c.number(1)
	blocks := c.number(4)
	longest := c.number(1)
	p.shortest = c.number(1)
	if block > 30 || span > 40 || p.shortest < 1 || longest < p.shortest || longest > 32 {
		return false
	}
	p.block, p.span = 1<<block, 1<<span
	p.first = c.take(2 * (longest - p.shortest + 1))
	symbols := c.number(2)
	p.symbols = c.take(3 * symbols)
	c.take(symbols & 1)
	spans := (p.size + p.span - 1) / p.span
	if c.short || symbols == 0 || spans > uint64(len(c.data)) || blocks > len(c.data)/p.block {
		return false
	}
	p.sizes = [3]int{6 * int(spans), 2 * (blocks + padding), blocks * p.block}
	return p.setBases() && p.setLengths(symbols)
}

// setBases computes the first code of each length. The codes are canonical: longer codes
// are smaller, so each length's first code is half of what follows the next length's codes.
func (p *part) setBases() bool {
	n := len(p.first) / 2
	p.bases = make([]uint64, n)
	for i := n - 2; i >= 0; i-- {
		p.bases[i] = (p.bases[i+1] + uint64(p.firstSymbol(i)) - uint64(p.firstSymbol(i+1))) / 2
	}
	for i := range p.bases {
		p.bases[i] <<= 64 - i - p.shortest
	}
	return p.bases[n-1] == 0
}

func (p *part) firstSymbol(length int) uint16 { return binary.LittleEndian.Uint16(p.first[2*length:]) }

// halves returns the two symbols that a symbol stands for, or a value and noHalf.
func (p *part) halves(symbol int) (left, right int) {
	b := p.symbols[3*symbol:][:3]
	return int(b[1]&15)<<8 | int(b[0]), int(b[2])<<4 | int(b[1]>>4)
}

// setLengths computes how many values each symbol stands for. It reports false if a symbol
// contains itself.
func (p *part) setLengths(symbols int) bool {
	const open, unknown = 1<<16 - 1, 1<<16 - 2
	p.lengths = make([]uint16, symbols)
	for i := range p.lengths {
		p.lengths[i] = unknown
	}
	var length func(symbol int) bool
	length = func(symbol int) bool {
		if symbol >= symbols || p.lengths[symbol] == open {
			return false
		}
		if p.lengths[symbol] != unknown {
			return true
		}
		p.lengths[symbol] = open
		left, right := p.halves(symbol)
		if right == noHalf {
			p.lengths[symbol] = 0
			return true
		}
		if !length(left) || !length(right) {
			return false
		}
		n := int(p.lengths[left]) + int(p.lengths[right]) + 1
		p.lengths[symbol] = uint16(n)
		return n < unknown
	}
	for symbol := range p.lengths {
		if !length(symbol) {
			return false
		}
	}
	return true
}

// readMaps reads the maps of a part's distances: for wins, losses, cursed wins and blessed losses.
func (p *part) readMaps(c *cursor) {
	if p.flags&mapped == 0 {
		return
	}
	size := 1
	if p.flags&wideMap != 0 {
		size = 2
		c.align(2)
	}
	for i := range p.maps {
		p.maps[i] = c.take(size * c.number(size))
	}
}

// at returns the value with a number. ok is false if the file is damaged.
func (p *part) at(number uint64) (value int, ok bool) {
	if p.flags&singleValue != 0 {
		return int(p.value), true
	}
	block, offset, ok := p.find(number)
	if !ok {
		return 0, false
	}
	return p.unpack(p.blocks[block*p.block:], offset)
}

// find returns the block of a number and its place there.
func (p *part) find(number uint64) (block, offset int, ok bool) {
	entry := 6 * (number / p.span)
	if entry+6 > uint64(len(p.index)) {
		return 0, 0, false
	}
	index := p.index[entry:]
	block = int(binary.LittleEndian.Uint32(index))
	offset = int(binary.LittleEndian.Uint16(index[4:])) + int(number%p.span) - int(p.span/2)
	size := func() int { return int(binary.LittleEndian.Uint16(p.counts[2*block:])) + 1 }
	for most := len(p.counts) / 2; ; {
		switch {
		case block < 0 || block >= most:
			return 0, 0, false
		case offset < 0:
			if block--; block >= 0 {
				offset += size()
			}
		case offset >= size():
			offset -= size()
			block++
		default:
			return block, offset, block < len(p.blocks)/p.block
		}
	}
}

// unpack returns a value of a block. data begins with the block.
func (p *part) unpack(data []byte, offset int) (value int, ok bool) {
	reader := bitReader{data: data}
	for {
		code := reader.peek()
		length := 0
		for code < p.bases[length] {
			length++
		}
		symbol := int(p.firstSymbol(length)) + int((code-p.bases[length])>>(64-length-p.shortest))
		if symbol >= len(p.lengths) || reader.used > 8*p.block {
			return 0, false
		}
		if n := int(p.lengths[symbol]); offset > n {
			offset -= n + 1
			reader.used += length + p.shortest
			continue
		}
		for p.lengths[symbol] > 0 {
			left, right := p.halves(symbol)
			if n := int(p.lengths[left]); offset <= n {
				symbol = left
			} else {
				offset -= n + 1
				symbol = right
			}
		}
		value, _ = p.halves(symbol)
		return value, true
	}
}

// bitReader reads bits, the high bit of each byte first.
type bitReader struct {
	data []byte
	used int
}

// peek returns the next bits, at least 57 of 64, followed by zeros.
func (r *bitReader) peek() uint64 {
	rest := r.data[min(r.used/8, len(r.data)):]
	if len(rest) < 8 {
		rest = append(append(make([]byte, 0, 16), rest...), make([]byte, 8)...)
	}
	return binary.BigEndian.Uint64(rest) << (r.used % 8)
}
