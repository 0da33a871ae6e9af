package proof

import (
	"bufio"
	"crypto/sha256"
	"encoding/binary"
	"encoding/json"
	"hash"
	"io"

	"github.com/plywood-go/plywood/internal/reason"
)

// Writer writes a proof, record by record in the order of the file. It does not check
// the records; Verify does. After an error it writes nothing more, and
// Close returns the error.
type Writer struct {
	out *bufio.Writer
	sum hash.Hash
	err error
}

// NewWriter begins a proof. The schema of the header may be left out.
func NewWriter(w io.Writer, h Header) (*Writer, error) {
	h = Header{Schema, h.Game, h.Position, h.Claims, h.Jobs}
	if err := h.check(); err != nil {
		return nil, err
	}
	line, err := json.Marshal(h)
	if err != nil {
		return nil, err
	}
	if len(line) >= maxHeader {
		return nil, reason.Errorf("a header of %d bytes, want less than %d", len(line), maxHeader)
	}
	p := &Writer{out: bufio.NewWriter(w), sum: sha256.New()}
	p.write(append(line, '\n'))
	return p, nil
}

// End says that the game is over.
func (w *Writer) End() { w.record(kindEnd, 0) }

// Known says that the position, or an image of it, was proven above.
func (w *Writer) Known() { w.record(kindKnown, 0) }

// Rests says that the named job found the position's worth.
func (w *Writer) Rests(job string) {
	if (job == "" || len(job) > maxName) && w.err == nil {
		w.err = reason.Errorf("the name of a job has %d bytes, want 1 to %d", len(job), maxName)
	}
	w.record(kindRests, len(job))
	w.write([]byte(job))
}

// Choose says that a move of the attacker suffices, by its number. What follows is
// about the position after it.
func (w *Writer) Choose(move int) { w.record(kindChoose, move) }

// All says that none of the replies helps the other side. What follows is about
// the positions after them, in their order.
func (w *Writer) All(replies int) { w.record(kindAll, replies) }

// Close ends the proof, but does not close what it was written to.
func (w *Writer) Close() error {
	w.write(w.sum.Sum(nil))
	if w.err != nil {
		return w.err
	}
	return w.out.Flush()
}

func (w *Writer) record(k kind, number int) {
	w.write(binary.AppendUvarint(nil, uint64(number)<<kindBits|uint64(k)))
}

func (w *Writer) write(b []byte) {
	if w.err != nil {
		return
	}
	if _, w.err = w.out.Write(b); w.err == nil {
		w.sum.Write(b)
	}
}
