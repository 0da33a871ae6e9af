package charset

import (
	"bufio"
	"errors"
	"io"
	"strings"
	"unicode/utf8"

	"golang.org/x/text/transform"
)

// Reader reads text line by line as UTF-8. It is Text for large inputs: lines that are
// not UTF-8 have the declared encoding, or else the one guessed from the first of them.
type Reader struct {
	in    io.Reader // of lines that are UTF-8, nil if it is lines
	other string    // declared for lines that are not UTF-8, or empty
	lines *bufio.Reader
	rest  []byte
	found Found
	err   error
}

// NewReader returns a Reader. The encoding is name if that is not empty; it must be known.
func NewReader(in io.Reader, name string) *Reader {
	const size = 64 << 10
	lines := bufio.NewReaderSize(in, size)
	head, _ := lines.Peek(4096)
	_, found := Text(head, name)
	r := &Reader{lines: lines, other: declaredName(head), found: found}
	switch {
	case Known(name) != "" || strings.HasPrefix(found.Name, "utf-16"):
		r.in = transform.NewReader(lines, encodings[found.Name].NewDecoder())
	case len(head) >= 3 && string(head[:3]) == "\xef\xbb\xbf":
		_, _ = lines.Discard(3)
		r.found = Found{Name: "utf-8"}
	default:
		r.found = Found{Name: "utf-8"}
	}
	return r
}

// Found returns the encoding of the text that has been read so far.
func (r *Reader) Found() Found { return r.found }

func (r *Reader) Read(p []byte) (int, error) {
	if r.in != nil {
		return r.in.Read(p)
	}
	if len(r.rest) == 0 && r.err == nil {
		r.line()
	}
	n := copy(p, r.rest)
	r.rest = r.rest[n:]
	if n == 0 && len(p) > 0 {
		return 0, r.err
	}
	return n, nil
}

// line reads a line.
func (r *Reader) line() {
	r.rest, r.err = r.lines.ReadSlice('\n')
	if errors.Is(r.err, bufio.ErrBufferFull) {
		r.err = nil // a line in several parts stays as it is
		return
	}
	if utf8.Valid(r.rest) {
		return
	}
	if r.found.Name == "utf-8" {
		if r.found = (Found{Name: r.other}); r.other == "" {
			r.found = Found{Name: Guess(r.rest), Guessed: true}
		}
	}
	text, f := decode(r.rest, r.found.Name)
	r.rest = text
	r.found.Lost += f.Lost
}
