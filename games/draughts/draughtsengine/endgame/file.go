package endgame

import (
	"bytes"
	"compress/flate"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"path/filepath"
	"strings"
	"sync"

	"github.com/plywood-go/plywood/games/draughts"
	"github.com/plywood-go/plywood/internal/memory"
	"github.com/plywood-go/plywood/internal/reason"
)

// A file starts with a line of JSON, the header. Then come blocks of values, each compressed
// separately (RFC 1951), first for the pair's material and then for the turned material. It ends
// with the CRC-32C checksum of everything before it, four bytes, little-endian.

// ErrDamaged is wrapped by errors about files that are damaged or not databases.
var ErrDamaged = reason.New("not an endgame database, or damaged")

// header is the first line of a file.
type header struct {
	Schema    string `json:"schema"`
	Game      string `json:"game"`
	Material  string `json:"material"`
	Values    string `json:"values"`
	Positions []int  `json:"positions"` // of the material and, if different, of the turned material
	Block     int    `json:"block"`     // positions per block; the last block of a material may be shorter
	Lengths   []int  `json:"lengths"`   // of the blocks in bytes
}

const (
	schema = "ply.endgame/1"
	// blockSize is the number of positions in a block. Smaller blocks unpack
	// faster but compress less.
	blockSize = 1 << 14
)

// kind is the content of a file.
type kind uint8

const (
	// outcomes stores 0 for a draw, 1 for a win and 2 for a loss, four to a
	// byte, the first in the low bits.
	outcomes kind = iota
	// values stores Values, one to a byte.
	values
	kinds
)

// String returns the name of the kind, which is also its file extension.
func (k kind) String() string { return [kinds]string{outcomes: "outcomes", values: "plies"}[k] }

// pack appends values in the kind's file format.
func (k kind) pack(buf, from []byte) []byte {
	if k == values {
		return append(buf, from...)
	}
	for len(from) > 0 {
		n := min(4, len(from))
		var four byte
		for i, v := range from[:n] {
			four |= outcomeCode(Value(v)) << (2 * i)
		}
		buf, from = append(buf, four), from[n:]
	}
	return buf
}

// outcomeCode returns 0 for a draw, 1 for a win and 2 for a loss.
func outcomeCode(v Value) byte {
	if v == 0 {
		return 0
	}
	return 1 + byte(v&1)
}

// packed returns the number of bytes for the given number of positions.
func (k kind) packed(positions int) int {
	if k == values {
		return positions
	}
	return (positions + 3) / 4
}

// folder returns the directory of a game's files.
func folder(dir string, r draughts.Rules) string {
	return filepath.Join(dir, strings.ReplaceAll(r.String(), ":", "-"))
}

func fileName(dir string, r draughts.Rules, m Material, k kind) string {
	return filepath.Join(folder(dir, r), baseName(m, k))
}

func baseName(m Material, k kind) string { return m.String() + "." + k.String() }

// encode returns the file of a pair.
func encode(r draughts.Rules, pair []*slice, k kind) []byte {
	h := header{
		Schema: schema, Game: r.String(), Material: pair[0].String(), Values: k.String(), Block: blockSize,
	}
	var blocks bytes.Buffer
	w, _ := flate.NewWriter(&blocks, flate.DefaultCompression)
	buf := make([]byte, 0, blockSize)
	for _, s := range pair {
		h.Positions = append(h.Positions, s.size)
		for rest := s.values; len(rest) > 0; {
			n := min(blockSize, len(rest))
			before := blocks.Len()
			w.Reset(&blocks)
			buf = k.pack(buf[:0], rest[:n])
			w.Write(buf) // memory writes never fail
			w.Close()
			h.Lengths = append(h.Lengths, blocks.Len()-before)
			rest = rest[n:]
		}
	}
	file, _ := json.Marshal(h) // never fails for numbers and strings
	file = append(append(file, '\n'), blocks.Bytes()...)
	return binary.LittleEndian.AppendUint32(file, checksum(file))
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func checksum(data []byte) uint32 { return crc32.Checksum(data, castagnoli) }

// file is a file with a valid checksum. Its blocks are unpacked on demand.
type file struct {
	kind
	name   string
	pair   []*numbering // of the material and, if different, of the turned material
	first  []int        // first block of each of the pair
	whole  []byte       // may be memory-mapped and change with the file
	data   []byte       // all blocks, a part of whole
	ends   []int        // end of each block in data
	sums   []uint32     // checksum of each block when the file was opened
	sizes  []int        // unpacked size of each block in bytes
	blocks []cell
}

// decode parses a file written by encode.
func decode(name string, data []byte, r draughts.Rules, m Material, k kind) (*file, error) {
	fault := func(why error) error { return reason.Errorf("%s: %w: %v", name, ErrDamaged, why) }
	line := bytes.IndexByte(data, '\n') + 1
	if line == 0 || len(data) < line+4 {
		return nil, fault(reason.New("it is too short"))
	}
	body := data[:len(data)-4]
	var h header
	if err := json.Unmarshal(data[:line], &h); err != nil {
		return nil, fault(reason.New("its first line cannot be read"))
	}
	f := &file{kind: k, name: name, whole: data, data: body[line:], pair: newPair(r, m)}
	var want []int
	for _, n := range f.pair {
		want = append(want, n.size)
		f.first = append(f.first, len(f.sizes))
		for left := n.size; left > 0; left -= blockSize {
			f.sizes = append(f.sizes, k.packed(min(left, blockSize)))
		}
	}
	if err := reason.Schema(h.Schema, schema, nil); errors.Is(err, reason.ErrNewer) {
		return nil, reason.Errorf("%s: %w", name, err)
	}
	switch {
	case h.Schema != schema || h.Block != blockSize:
		return nil, fault(reason.Errorf("it is of another version: %s", h.Schema))
	case h.Game != r.String() || h.Material != m.String() || h.Values != k.String():
		return nil, fault(reason.Errorf("it is of %s, %s, %s", h.Game, h.Material, h.Values))
	case fmt.Sprint(h.Positions) != fmt.Sprint(want) || len(h.Lengths) != len(f.sizes):
		return nil, fault(reason.Errorf("it has %d positions, want %d", h.Positions, want))
	}
	end := 0
	for _, n := range h.Lengths {
		if n < 0 || n > len(f.data)-end {
			return nil, fault(reason.New("its blocks are longer than the file"))
		}
		f.sums = append(f.sums, checksum(f.data[end:end+n]))
		end += n
		f.ends = append(f.ends, end)
	}
	if end != len(f.data) {
		return nil, fault(reason.New("its blocks are shorter than the file"))
	}
	if checksum(body) != binary.LittleEndian.Uint32(data[len(body):]) { // checked last, to notice changes made meanwhile
		return nil, changed(name)
	}
	f.blocks = make([]cell, len(f.sizes))
	return f, nil
}

// readFile maps and decodes a file of a pair.
func readFile(dir string, r draughts.Rules, m Material, k kind) (*file, error) {
	name := fileName(dir, r, m, k)
	data, err := memory.Map(name)
	if err != nil {
		return nil, err
	}
	f, err := decodeMapped(name, data, r, m, k)
	if err != nil && !errors.Is(err, reason.ErrNewer) {
		err = &damaged{name, err}
	}
	return f, err
}

// damaged is the error for a file that exists but is not the database that its name promises.
type damaged struct {
	file string
	err  error
}

func (d *damaged) Error() string { return d.err.Error() }
func (d *damaged) Unwrap() error { return d.err }

// DamagedFile returns the name of the file; see workshop.Endgames.
func (d *damaged) DamagedFile() string { return d.file }

// decodeMapped is decode for a mapped file, which another process may truncate meanwhile.
func decodeMapped(name string, data []byte, r draughts.Rules, m Material, k kind) (f *file, err error) {
	if !memory.Guarded(func() { f, err = decode(name, data, r, m, k) }) {
		return nil, changed(name)
	}
	return f, err
}

// changed returns the error for a file whose checksum does not match.
func changed(name string) error {
	return reason.Errorf("%s: %w: the checksum is another", name, ErrDamaged)
}

// inflater unpacks blocks. It is reused because its window takes 32 KiB.
type inflater struct {
	packed []byte
	reader io.ReadCloser
}

var inflaters = sync.Pool{New: func() any { return &inflater{reader: flate.NewReader(nil)} }}

// unpack returns the unpacked bytes of a block. It fails if the file has
// changed since it was opened.
func (f *file) unpack(block int) ([]byte, error) {
	fault := func(why error) error { return reason.Errorf("%s: %w: block %d: %v", f.name, ErrDamaged, block, why) }
	z := inflaters.Get().(*inflater)
	defer inflaters.Put(z)
	if !f.copyBlock(z, block) || checksum(z.packed) != f.sums[block] {
		return nil, fault(reason.New("it has changed"))
	}
	if err := z.reader.(flate.Resetter).Reset(bytes.NewReader(z.packed), nil); err != nil {
		return nil, err
	}
	buf := make([]byte, f.sizes[block])
	if _, err := io.ReadFull(z.reader, buf); err != nil {
		return nil, fault(err)
	}
	return buf, nil
}

// copyBlock copies a packed block. It returns false if the file has become too short.
func (f *file) copyBlock(z *inflater, block int) (ok bool) {
	begin := 0
	if block > 0 {
		begin = f.ends[block-1]
	}
	return memory.Guarded(func() { z.packed = append(z.packed[:0], f.data[begin:f.ends[block]]...) })
}

// copied returns the bytes of the file. It fails if the file has changed since it was opened.
func (f *file) copied() (data []byte, err error) {
	data = make([]byte, len(f.whole))
	if !memory.Guarded(func() { copy(data, f.whole) }) || checksum(data[:len(data)-4]) != binary.LittleEndian.Uint32(data[len(data)-4:]) {
		return nil, changed(f.name)
	}
	return data, nil
}

// slices returns all values of a values file.
func (f *file) slices() (pair []*slice, err error) {
	for i, n := range f.pair {
		s := &slice{n, make([]byte, 0, n.size)}
		for block := f.first[i]; len(s.values) < n.size; block++ {
			data, err := f.unpack(block)
			if err != nil {
				return nil, err
			}
			s.values = append(s.values, data...)
		}
		pair = append(pair, s)
	}
	return pair, nil
}
