package othellorecord

import (
	"encoding/binary"
	"io"
	"slices"
	"strings"

	"github.com/plywood-go/plywood/internal/reason"
)

// Names is a WTHOR list of the names of players (.jou) or of tournaments
// (.trn), to which the games of a [Base] refer by number.
type Names struct {
	Created Day      // as the file says
	List    []string // by number
}

// NameBytes is the number of bytes that a name takes, with the zero that ends it.
type NameBytes int

// The sizes of names in the two kinds of lists.
const (
	PlayerName     NameBytes = 20
	TournamentName NameBytes = 26
)

// ReadNames reads a list of names, each of size bytes of Latin-1.
func ReadNames(in io.Reader, size NameBytes) (Names, error) {
	var header [wthorHeader]byte
	if _, err := io.ReadFull(in, header[:]); err != nil {
		return Names{}, reason.Errorf("othello: header of a WTHOR list: %w", err)
	}
	names := Names{Created: Day{header[0], header[1], header[2], header[3]}}
	raw := make([]byte, size)
	for n := range int(binary.LittleEndian.Uint16(header[8:])) {
		if _, err := io.ReadFull(in, raw); err != nil {
			return Names{}, reason.Errorf("othello: WTHOR name %d: %w", n, err)
		}
		names.List = append(names.List, fromLatin1(raw))
	}
	return names, nil
}

// fromLatin1 decodes raw up to its first zero byte.
func fromLatin1(raw []byte) string {
	var b strings.Builder
	for _, c := range raw {
		if c == 0 {
			break
		}
		b.WriteRune(rune(c))
	}
	return b.String()
}

// Write writes n as a list of names of size bytes each. It fails for names that
// are too long or not Latin-1.
func (n *Names) Write(w io.Writer, size NameBytes) error {
	if len(n.List) > 1<<16-1 {
		return reason.Errorf("othello: %d names, a WTHOR list has room for 65535", len(n.List))
	}
	header := wthorHead(n.Created)
	binary.LittleEndian.PutUint16(header[8:], uint16(len(n.List)))
	if _, err := w.Write(header); err != nil {
		return err
	}
	for i, name := range n.List {
		raw := make([]byte, 0, size)
		for _, c := range name {
			if c == 0 || c > 0xFF || len(raw) == int(size)-1 {
				return reason.Errorf("othello: WTHOR name %d: %q, want at most %d characters of Latin-1", i, name, size-1)
			}
			raw = append(raw, byte(c))
		}
		if _, err := w.Write(raw[:size]); err != nil {
			return err
		}
	}
	return nil
}

// Name returns the i-th name, or "" if i is out of range.
func (n *Names) Name(i int) string {
	if i < 0 || i >= len(n.List) {
		return ""
	}
	return n.List[i]
}

// Number returns the number of name. If the list does not have it, Number returns 0, the
// number of the unknown name.
func (n *Names) Number(name string) int { return max(0, slices.Index(n.List, name)) }
