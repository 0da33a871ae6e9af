package trace

import (
	"strings"
	"unicode"
)

// maxLabel is the maximum length of names in a picture.
const maxLabel = 40

// wide holds the characters of double width: East Asian Wide and Fullwidth of
// Unicode's annex 11, by block.
var wide = &unicode.RangeTable{
	R16: []unicode.Range16{
		{Lo: 0x1100, Hi: 0x115f, Stride: 1}, // Hangul Jamo
		{Lo: 0x2e80, Hi: 0x303e, Stride: 1}, // CJK radicals and punctuation
		{Lo: 0x3041, Hi: 0xa4cf, Stride: 1}, // kana, CJK ideographs, Yi
		{Lo: 0xa960, Hi: 0xa97f, Stride: 1}, // Hangul Jamo extended A
		{Lo: 0xac00, Hi: 0xd7a3, Stride: 1}, // Hangul syllables
		{Lo: 0xf900, Hi: 0xfaff, Stride: 1}, // CJK compatibility ideographs
		{Lo: 0xfe30, Hi: 0xfe6f, Stride: 1}, // CJK compatibility forms
		{Lo: 0xff00, Hi: 0xff60, Stride: 1}, // fullwidth forms
		{Lo: 0xffe0, Hi: 0xffe6, Stride: 1}, // fullwidth signs
	},
	R32: []unicode.Range32{
		{Lo: 0x1f300, Hi: 0x1faff, Stride: 1}, // pictographs
		{Lo: 0x20000, Hi: 0x3fffd, Stride: 1}, // CJK extensions
	},
}

// columns returns the width of s in the columns of a terminal.
func columns(s string) int {
	n := 0
	for _, r := range s {
		switch {
		case unicode.In(r, unicode.Mn, unicode.Me):
		case unicode.Is(wide, r):
			n += 2
		default:
			n++
		}
	}
	return n
}

// length returns the approximate width of s in a sans-serif font of the given
// size.
func length(s string, size float64) float64 {
	sum := 0.0
	for _, r := range s {
		sum += advance(r)
	}
	return sum * size
}

// advance returns the width of r relative to the size of the font, rounded up
// from those of Helvetica, DejaVu Sans and Noto Sans.
func advance(r rune) float64 {
	switch {
	case unicode.In(r, unicode.Mn, unicode.Me):
		return 0
	case unicode.Is(wide, r):
		return 1.02
	case strings.ContainsRune(" .,:;|!'()[]ijlItf", r):
		return 0.39
	case strings.ContainsRune("mwMW@%∞…", r):
		return 0.92
	case strings.ContainsRune("≥≤−=+<>", r):
		return 0.78
	case unicode.IsUpper(r):
		return 0.72
	}
	return 0.62
}
