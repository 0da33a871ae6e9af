package job

import (
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"

	"github.com/plywood-go/plywood/internal/reason"
)

// Key names a job: the SHA-256 sum of its document.
type Key [sha256.Size]byte

// Key returns the name of j. To name many jobs of one [Spec], use a [Namer].
func (j *Job) Key() Key { return new(Namer).Key(j) }

// Namer names jobs. It reuses the document's beginning from job to job as long as the spec
// stays the same. The zero value is ready.
type Namer struct {
	spec Spec
	doc  []byte // begins with the part that jobs of spec share
	head int    // the length of that part
}

// Key returns the name of j.
func (n *Namer) Key(j *Job) Key {
	if !plain(j.Position) || !plain(j.Part) {
		return sha256.Sum256(encode(jobDocument{jobSchema, j}))
	}
	if n.head == 0 || n.spec != j.Spec {
		doc := encode(jobDocument{jobSchema, &Job{Spec: j.Spec}})
		n.spec, n.doc, n.head = j.Spec, doc, len(doc)-1
	}
	doc := n.doc[:n.head]
	if j.Position != "" {
		doc = append(append(append(doc, `,"position":"`...), j.Position...), '"')
	}
	if j.Part != "" {
		doc = append(append(append(doc, `,"part":"`...), j.Part...), '"')
	}
	n.doc = append(doc, '}')
	return sha256.Sum256(n.doc)
}

// plain reports whether JSON represents a text without escapes.
func plain(text string) bool {
	for i := range len(text) {
		if c := text[i]; c < ' ' || c > '~' || c == '"' || c == '\\' {
			return false
		}
	}
	return true
}

// String returns the key in hexadecimal digits.
func (k Key) String() string { return hex.EncodeToString(k[:]) }

// MarshalText implements encoding.TextMarshaler.
func (k Key) MarshalText() ([]byte, error) { return hex.AppendEncode(nil, k[:]), nil }

// UnmarshalText implements encoding.TextUnmarshaler.
func (k *Key) UnmarshalText(text []byte) error {
	if len(text) != hex.EncodedLen(len(k)) {
		return reason.Errorf("key %q, want %d hexadecimal digits", text, hex.EncodedLen(len(k)))
	}
	_, err := hex.Decode(k[:], text)
	return err
}

// encode returns the JSON of a document.
func encode(doc any) []byte {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(doc); err != nil {
		panic(err) // impossible: every field can be marshalled
	}
	return bytes.TrimSuffix(b.Bytes(), []byte("\n"))
}
