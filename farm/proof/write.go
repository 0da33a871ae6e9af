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

// Writer writes a proof record by record, in the order of the file. It does not check the
// records; Verify does. After an error it writes nothing, and Close returns the error.
type Writer struct {
	out *bufio.Writer
	sum hash.Hash
	err error
}

// NewWriter begins a proof. It sets the schema of the header.
func NewWriter(w io.Writer, h Header) (*Writer, error) {
	h = Header{schema, h.Game, h.Position, h.Claims, h.Jobs}
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

// End writes that the game is over.
func (w *Writer) End() { w.record(kindEnd, 0) }

// Known writes that the position, or an image of it, was proven above.
func (w *Writer) Known() { w.record(kindKnown, 0) }

// Rests writes that the position's value rests on the named job.
func (w *Writer) Rests(job string) {
	if (job == "" || len(job) > maxName) && w.err == nil {
		w.err = reason.Errorf("the name of a job has %d bytes, want 1 to %d", len(job), maxName)
	}
	w.record(kindRests, len(job))
	w.write([]byte(job))
}

// Choose writes that a move of the attacker, given by its number, suffices. The records of the
// position after it follow.
func (w *Writer) Choose(move int) { w.record(kindChoose, move) }

// All writes that all replies are refuted. The records of the positions after them follow, in
// their order.
func (w *Writer) All(replies int) { w.record(kindAll, replies) }

// Close ends the proof. It does not close the underlying writer.
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
