// Package charset turns text of other encodings into UTF-8.
package charset

import (
	"bytes"
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	utf16 "golang.org/x/text/encoding/unicode"
)

// encodings are those that can be named, by their names in small letters.
var encodings = map[string]encoding.Encoding{
	"utf-8":        utf16.UTF8,
	"utf-16":       utf16.UTF16(utf16.LittleEndian, utf16.UseBOM),
	"utf-16le":     utf16.UTF16(utf16.LittleEndian, utf16.IgnoreBOM),
	"utf-16be":     utf16.UTF16(utf16.BigEndian, utf16.IgnoreBOM),
	"windows-1251": charmap.Windows1251,
	"windows-1252": charmap.Windows1252,
	"latin-1":      charmap.ISO8859_1,
	"koi8-r":       charmap.KOI8R,
	"shift_jis":    japanese.ShiftJIS,
	"gbk":          simplifiedchinese.GBK,
	"gb18030":      simplifiedchinese.GB18030,
	"big5":         traditionalchinese.Big5,
}

// aliases are other customary names.
var aliases = map[string]string{
	"utf8": "utf-8", "utf16": "utf-16", "cp1251": "windows-1251", "cp1252": "windows-1252", "iso-8859-1": "latin-1",
	"latin1": "latin-1", "iso8859-1": "latin-1", "sjis": "shift_jis", "shift-jis": "shift_jis", "shiftjis": "shift_jis",
	"cp932": "shift_jis", "gb2312": "gbk", "cp936": "gbk", "cp950": "big5", "koi8r": "koi8-r",
}

// Names returns the names of the encodings.
func Names() []string { return slices.Sorted(maps.Keys(encodings)) }

// Known returns the name of an encoding as Names spells it, "" if it is unknown.
func Known(name string) string {
	name = strings.ToLower(strings.TrimSpace(name))
	if other, ok := aliases[name]; ok {
		name = other
	}
	if encodings[name] == nil {
		return ""
	}
	return name
}

// Found says in which encoding a text was.
type Found struct {
	Name    string // as in Names; "" for bytes that are not text
	Guessed bool   // by the frequency of characters
	Lost    int    // characters that the encoding does not have
}

// declared matches the encoding that a file in the Smart Game Format declares.
var declared = regexp.MustCompile(`^\s*\(\s*;[^()]*?\bCA\[\s*([^\]]+?)\s*\]`)

// Text returns data as UTF-8 without a byte-order mark, and its former encoding. The
// encoding is name if that is given; it must be known. Otherwise a byte-order mark
// decides, then the encoding that the file declares, then a guess from the lines that are
// not UTF-8. Bytes that are not text stay as they are.
func Text(data []byte, name string) ([]byte, Found) {
	if name = Known(name); name != "" {
		return decode(data, name)
	}
	switch {
	case bytes.HasPrefix(data, []byte("\xff\xfe")), bytes.HasPrefix(data, []byte("\xfe\xff")):
		return decode(data, "utf-16")
	case bytes.HasPrefix(data, []byte("\xef\xbb\xbf")):
		data = data[3:]
	}
	head := data[:min(len(data), 4096)]
	if wide := wideName(head); wide != "" {
		text, found := decode(data, wide)
		found.Guessed = true
		return text, found
	}
	if bytes.IndexByte(head, 0) >= 0 {
		return data, Found{}
	}
	if utf8.Valid(data) {
		return data, Found{Name: "utf-8"}
	}
	if name := declaredName(head); name != "" {
		return decode(data, name)
	}
	return mixed(data)
}

// declaredName returns the encoding that the beginning of a text declares. It returns ""
// for UTF-8 or without a declaration.
func declaredName(head []byte) string {
	if m := declared.FindSubmatch(head); m != nil {
		if name := Known(string(m[1])); name != "utf-8" {
			return name
		}
	}
	return ""
}

// wideName returns the name of UTF-16 if data is UTF-16 without a byte-order mark, in
// which every second byte is zero; otherwise "".
func wideName(data []byte) string {
	var zeros [2]int
	for i, b := range data {
		if b == 0 {
			zeros[i&1]++
		}
	}
	half := len(data) / 2
	switch {
	case half < 4:
	case zeros[1]*10 > half*8 && zeros[0] == 0:
		return "utf-16le"
	case zeros[0]*10 > half*8 && zeros[1] == 0:
		return "utf-16be"
	}
	return ""
}

// decode turns data of an encoding into UTF-8.
func decode(data []byte, name string) ([]byte, Found) {
	text, err := encodings[name].NewDecoder().Bytes(data)
	if err != nil { // decoders replace what they cannot read
		return data, Found{Name: name, Lost: len(data)}
	}
	text = bytes.TrimPrefix(text, []byte("\xef\xbb\xbf"))
	lost := bytes.Count(text, []byte(string(utf8.RuneError)))
	if name == "utf-8" {
		lost -= bytes.Count(data, []byte(string(utf8.RuneError)))
	}
	return text, Found{Name: name, Lost: lost}
}

// mixed decodes the lines of data that are not UTF-8.
func mixed(data []byte) ([]byte, Found) {
	var strange []byte
	for line := range bytes.Lines(data) {
		if !utf8.Valid(line) {
			strange = append(strange, line...)
		}
	}
	found := Found{Name: Guess(strange), Guessed: true}
	var out []byte
	for line := range bytes.Lines(data) {
		if !utf8.Valid(line) {
			text, f := decode(line, found.Name)
			found.Lost += f.Lost
			line = text
		}
		out = append(out, line...)
	}
	return out, found
}

// Guess returns the name of the encoding in which the characters of data are likeliest.
// data is not UTF-8.
func Guess(data []byte) string {
	data = data[:min(len(data), 1<<20)]
	best, name := -1.0, ""
	for _, c := range []struct {
		name string
		rate func(data []byte) float64
	}{
		{"windows-1252", rateLatin}, {"windows-1251", rateCyrillic}, {"gbk", ratePairs(gbkPairs)}, {"shift_jis", ratePairs(japanesePairs)}, {"big5", ratePairs(big5Pairs)},
	} {
		if r := c.rate(data); r > best {
			best, name = r, c.name
		}
	}
	return name
}

// The rates are from 0 to 1: the share of the bytes above ASCII that are as expected in
// the encoding.

// rateLatin expects accented letters by themselves, beside letters of ASCII.
func rateLatin(data []byte) float64 {
	good, all := 0, 0
	for i, b := range data {
		if b < 0x80 {
			continue
		}
		all++
		beside := i > 0 && isLetter(data[i-1]) || i+1 < len(data) && isLetter(data[i+1])
		alone := (i == 0 || data[i-1] < 0x80) && (i+1 == len(data) || data[i+1] < 0x80)
		if b >= 0xC0 && b != 0xD7 && b != 0xF7 && beside && alone {
			good++
		}
	}
	return part(good, all)
}

func isLetter(b byte) bool { return b|0x20 >= 'a' && b|0x20 <= 'z' }

func part(good, all int) float64 { return float64(good) / float64(max(all, 1)) }

// rateCyrillic expects words of Cyrillic letters with a capital as the first letter or throughout.
func rateCyrillic(data []byte) float64 {
	text, _ := charmap.Windows1251.NewDecoder().Bytes(data)
	runes := []rune(string(text))
	good, all := 0, 0
	for i, c := range runes {
		if c < utf8.RuneSelf {
			continue
		}
		all++
		before := rune(' ')
		if i > 0 {
			before = runes[i-1]
		}
		beside := before < utf8.RuneSelf && unicode.IsLetter(before) || i+1 < len(runes) && runes[i+1] < utf8.RuneSelf && unicode.IsLetter(runes[i+1])
		usual := c >= 'А' && c <= 'я' || c == 'ё' || c == 'Ё'
		if usual && !beside && !(unicode.IsUpper(c) && unicode.IsLower(before)) {
			good++
		}
	}
	return part(good, all)
}

// A class is a set of pairs of bytes, and their worth in an encoding: frequent characters have
// the highest. Both bytes are given as ranges: "\xA4\xC6" stands for those from A4 to C6.
type class struct {
	worth         float64
	first, second string
}

var (
	gbkPairs = []class{
		{.98, "\xB0\xD7", "\xA1\xFE"}, // the first level of GB 2312
		{.5, "\xD8\xF7\xA1\xA1\xA3\xA3", "\xA1\xFE"},
		{.1, "\x81\xFE", "\x40\x7E\x80\xFE"},
	}
	big5Pairs = []class{
		{.97, "\xA4\xC6", "\x40\x7E\xA1\xFE"}, // its first level
		{.3, "\xC9\xF9\xA1\xA1", "\x40\x7E\xA1\xFE"},
	}
	japanesePairs = []class{
		{.99, "\x81\x83", "\x40\x7E\x80\xFC"}, // kana
		{.98, "\x88\x97", "\x40\x7E\x80\xFC"}, // the kanji of the first level
		{.98, "\x98\x98", "\x40\x72"},
		{.4, "\x98\x9F\xE0\xEA", "\x40\x7E\x80\xFC"},
	}
)

// ratePairs returns the average worth of the pairs of bytes that begin above ASCII.
func ratePairs(classes []class) func(data []byte) float64 {
	return func(data []byte) float64 {
		sum, all := 0.0, 0
		for i := 0; i < len(data); i++ {
			if data[i] < 0x80 {
				continue
			}
			all++
			known := slices.IndexFunc(classes, func(c class) bool {
				return i+1 < len(data) && within(c.first, data[i]) && within(c.second, data[i+1])
			})
			if known >= 0 {
				sum += classes[known].worth
				i++
			}
		}
		return sum / float64(max(all, 1))
	}
}

// within reports whether b is in one of the ranges.
func within(ranges string, b byte) bool {
	for ; ranges != ""; ranges = ranges[2:] {
		if b >= ranges[0] && b <= ranges[1] {
			return true
		}
	}
	return false
}
