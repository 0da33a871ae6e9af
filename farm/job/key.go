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

// A sealed document ends with a field that holds the SHA-256 sum of the document without that
// field:
//
//	{"schema":"ply.job/1",…,"sum":"0123…"}
const (
	sealBegin = `,"sum":"`
	sealEnd   = `"}`
	sealSize  = len(sealBegin) + 2*sha256.Size + len(sealEnd)
)

// seal returns a document with its sum.
func seal(body []byte) []byte {
	sum := Key(sha256.Sum256(body))
	doc := append(make([]byte, 0, len(body)+sealSize), body[:len(body)-1]...)
	doc = append(doc, sealBegin...)
	doc = hex.AppendEncode(doc, sum[:])
	return append(doc, sealEnd...)
}

// unseal returns a sealed document without its sum, and the sum. ok is false if the sum is
// wrong.
func unseal(doc []byte) (body []byte, sum Key, ok bool) {
	at := len(doc) - sealSize
	if at < 1 || string(doc[at:at+len(sealBegin)]) != sealBegin || string(doc[len(doc)-len(sealEnd):]) != sealEnd {
		return nil, sum, false
	}
	body = append(append(make([]byte, 0, at+1), doc[:at]...), '}')
	sum = sha256.Sum256(body)
	return body, sum, string(doc[at+len(sealBegin):len(doc)-len(sealEnd)]) == sum.String()
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

// decode reads a sealed document, which stores its schema in *schema, and returns its sum. The
// schema must be want.
func decode(data []byte, doc any, schema *string, want string) (Key, error) {
	body, sum, ok := unseal(data)
	if !ok {
		return sum, ErrDamaged
	}
	switch err := json.Unmarshal(body, doc); {
	case *schema != want:
		return sum, reason.Errorf("schema %q, want %s: it may be of a later version", *schema, want)
	case err != nil:
		return sum, reason.Errorf("%w: %w", ErrDamaged, err)
	}
	return sum, nil
}
