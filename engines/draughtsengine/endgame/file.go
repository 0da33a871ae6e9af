package endgame

import (
	"bytes"
	"compress/flate"
	"crypto/rand"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"hash/crc32"
	"io"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"github.com/plywood-go/plywood/games/draughts"
	"github.com/plywood-go/plywood/internal/memory"
)

// A file begins with a line of JSON, the header. Behind it are the values, in blocks
// that are compressed on their own (RFC 1951), those of the positions of the pair's
// material and then those of the material turned. It ends with the checksum of all
// before it, CRC-32C, in four bytes, the lowest first.

// ErrDamaged is wrapped by the errors for files that are no databases, or not whole.
var ErrDamaged = errors.New("not an endgame database, or damaged")

// header describes a file.
type header struct {
	Schema    string `json:"schema"`
	Game      string `json:"game"`
	Material  string `json:"material"`
	Values    string `json:"values"`
	Positions []int  `json:"positions"` // of the material and, if it differs, of it turned
	Block     int    `json:"block"`     // positions, but for the last of a material
	Lengths   []int  `json:"lengths"`   // of the blocks, in bytes
}

const (
	schema = "ply.endgame/1"
	// blockSize is the number of positions in a block. A smaller one is unpacked
	// sooner and compressed less.
	blockSize = 1 << 14
)

// kind is what a file holds of a position.
type kind uint8

const (
	// outcomes are 0 for a draw, 1 for a win and 2 for a loss, four to a byte, the
	// first in the lowest bits.
	outcomes kind = iota
	// values are Values, one to a byte.
	values
	kinds
)

// String returns the name of a kind and the extension of its files.
func (k kind) String() string { return [kinds]string{outcomes: "outcomes", values: "plies"}[k] }

// pack appends values as a file of the kind holds them.
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

// outcomeCode is 0 for a draw, 1 for a win and 2 for a loss.
func outcomeCode(v Value) byte {
	if v == 0 {
		return 0
	}
	return 1 + byte(v&1)
}

// packed returns how many bytes so many positions take.
func (k kind) packed(positions int) int {
	if k == values {
		return positions
	}
	return (positions + 3) / 4
}

// folder returns where the files of a game are.
func folder(dir string, r draughts.Rules) string {
	return filepath.Join(dir, strings.ReplaceAll(r.String(), ":", "-"))
}

func fileName(dir string, r draughts.Rules, m Material, k kind) string {
	return filepath.Join(folder(dir, r), baseName(m, k))
}

func baseName(m Material, k kind) string { return m.String() + "." + k.String() }

// encode returns a file of the values of a pair.
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
			w.Write(buf) // to memory, which does not fail
			w.Close()
			h.Lengths = append(h.Lengths, blocks.Len()-before)
			rest = rest[n:]
		}
	}
	file, _ := json.Marshal(h) // of numbers and names
	file = append(append(file, '\n'), blocks.Bytes()...)
	return binary.LittleEndian.AppendUint32(file, checksum(file))
}

var castagnoli = crc32.MakeTable(crc32.Castagnoli)

func checksum(data []byte) uint32 { return crc32.Checksum(data, castagnoli) }

// file is a file whose checksum was right. Its blocks are unpacked when they are asked
// for.
type file struct {
	kind
	name   string
	pair   []*numbering // of the material and, if it differs, of it turned
	first  []int        // block of each of the pair
	whole  []byte       // may be mapped, and change with the file
	data   []byte       // all blocks, in whole
	ends   []int        // of each block in data
	sums   []uint32     // of each block, as it was
	sizes  []int        // of each block unpacked, in bytes
	blocks []cell
}

// decode reads what encode wrote of a pair.
func decode(name string, data []byte, r draughts.Rules, m Material, k kind) (*file, error) {
	fault := func(what string) error { return fmt.Errorf("%s: %w: %s", name, ErrDamaged, what) }
	line := bytes.IndexByte(data, '\n') + 1
	if line == 0 || len(data) < line+4 {
		return nil, fault("it is too short")
	}
	body := data[:len(data)-4]
	var h header
	if err := json.Unmarshal(data[:line], &h); err != nil {
		return nil, fault("its first line cannot be read")
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
	switch {
	case h.Schema != schema || h.Block != blockSize:
		return nil, fault("it is of another version: " + h.Schema)
	case h.Game != r.String() || h.Material != m.String() || h.Values != k.String():
		return nil, fault(fmt.Sprintf("it is of %s, %s, %s", h.Game, h.Material, h.Values))
	case fmt.Sprint(h.Positions) != fmt.Sprint(want) || len(h.Lengths) != len(f.sizes):
		return nil, fault(fmt.Sprintf("it has %d positions, want %d", h.Positions, want))
	}
	end := 0
	for _, n := range h.Lengths {
		if n < 0 || n > len(f.data)-end {
			return nil, fault("its blocks are longer than it")
		}
		f.sums = append(f.sums, checksum(f.data[end:end+n]))
		end += n
		f.ends = append(f.ends, end)
	}
	if end != len(f.data) {
		return nil, fault("its blocks are shorter than it")
	}
	if checksum(body) != binary.LittleEndian.Uint32(data[len(body):]) { // in the end: what changes before is noticed
		return nil, changed(name)
	}
	f.blocks = make([]cell, len(f.sizes))
	return f, nil
}

// readFile reads a file of a pair.
func readFile(dir string, r draughts.Rules, m Material, k kind) (*file, error) {
	name := fileName(dir, r, m, k)
	data, err := memory.Map(name)
	if err != nil {
		return nil, err
	}
	f, err := decodeMapped(name, data, r, m, k)
	if err != nil {
		return nil, &damaged{name, err}
	}
	return f, nil
}

// damaged is the error for a file that is there and no database of its name.
type damaged struct {
	file string
	err  error
}

func (d *damaged) Error() string { return d.err.Error() }
func (d *damaged) Unwrap() error { return d.err }

// DamagedFile returns the name of the file; see workshop.Endgames.
func (d *damaged) DamagedFile() string { return d.file }

// decodeMapped is decode of a file that is mapped, of which others may take the end away
// meanwhile.
func decodeMapped(name string, data []byte, r draughts.Rules, m Material, k kind) (f *file, err error) {
	if !memory.Guarded(func() { f, err = decode(name, data, r, m, k) }) {
		return nil, changed(name)
	}
	return f, err
}

// changed is the error for a file that is not, or no longer, what was written.
func changed(name string) error {
	return fmt.Errorf("%s: %w: the checksum is another", name, ErrDamaged)
}

// inflater unpacks a block after the other: its window has 32 KiB.
type inflater struct {
	packed []byte
	reader io.ReadCloser
}

var inflaters = sync.Pool{New: func() any { return &inflater{reader: flate.NewReader(nil)} }}

// unpack returns the bytes of a block. A file that was written to since its checksum was
// right gives an error.
func (f *file) unpack(block int) ([]byte, error) {
	fault := func(why any) error { return fmt.Errorf("%s: %w: block %d: %v", f.name, ErrDamaged, block, why) }
	z := inflaters.Get().(*inflater)
	defer inflaters.Put(z)
	if !f.copyBlock(z, block) || checksum(z.packed) != f.sums[block] {
		return nil, fault("it has changed")
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

// copyBlock copies a block as it is. It reports false if the file has become so short
// that the block is not there.
func (f *file) copyBlock(z *inflater, block int) (ok bool) {
	begin := 0
	if block > 0 {
		begin = f.ends[block-1]
	}
	return memory.Guarded(func() { z.packed = append(z.packed[:0], f.data[begin:f.ends[block]]...) })
}

// copied returns the bytes of the file as they were when its checksum was right.
func (f *file) copied() (data []byte, err error) {
	data = make([]byte, len(f.whole))
	if !memory.Guarded(func() { copy(data, f.whole) }) || checksum(data[:len(data)-4]) != binary.LittleEndian.Uint32(data[len(data)-4:]) {
		return nil, changed(f.name)
	}
	return data, nil
}

// slices returns all of a file of values.
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

// writeWhole writes a file whole or not at all: beside, and renamed when it is
// complete, so that neither a program that is killed nor two that write the same at
// once leave half a file.
func writeWhole(name string, data []byte, create func(name string) (io.WriteCloser, error)) error {
	beside := filepath.Join(filepath.Dir(name), "."+filepath.Base(name)+"-"+rand.Text())
	f, err := create(beside)
	if err != nil {
		return err
	}
	_, err = f.Write(data)
	if err := errors.Join(err, f.Close()); err != nil {
		os.Remove(beside)
		return fmt.Errorf("%s could not be written: %w", name, err)
	}
	return os.Rename(beside, name)
}

// createFile creates a file that must not exist.
func createFile(name string) (io.WriteCloser, error) {
	return os.OpenFile(name, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o666)
}
