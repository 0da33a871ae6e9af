package trace

import (
	"strings"
	"unicode"
)

// The escapers below take text that has passed plain.Line.

var xmlEscaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&#34;", "'", "&#39;")

// escapeXML escapes s as text or an attribute value of XML.
func escapeXML(s string) string { return xmlEscaper.Replace(s) }

var dotEscaper = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "&", "&amp;", "<", "&lt;", ">", "&gt;")

// quoteDOT quotes s as a string of DOT. Graphviz interprets escapes such as \N
// and entities within strings.
func quoteDOT(s string) string { return `"` + dotEscaper.Replace(s) + `"` }

var texEscaper = strings.NewReplacer(
	`\`, `\textbackslash{}`, "{", `\{`, "}", `\}`, "$", `\$`, "&", `\&`, "#", `\#`, "%", `\%`,
	"_", `\_`, "^", `\textasciicircum{}`, "~", `\textasciitilde{}`,
	// Ligatures and characters that not every font encoding has.
	"-", `-{}`, "`", `\textasciigrave{}`, "'", `\textquotesingle{}`, `"`, `\textquotedbl{}`,
	"<", `\textless{}`, ">", `\textgreater{}`, "|", `\textbar{}`, "!", `!{}`, "?", `?{}`, ",", `,{}`,
	// The signs that pens write.
	"∞", `$\infty$`, "−", `$-$`, "≥", `$\ge$`, "≤", `$\le$`, "≈", `$\approx$`, "α", `$\alpha$`, "β", `$\beta$`,
	"…", `\dots{}`, "×", `$\times$`, "·", `$\cdot$`, "–", `\textendash{}`, "—", `\textemdash{}`, "’", `\textquoteright{}`, "�", `?{}`,
)

// The beginnings of runs of letters that T1 fonts lack: of most scripts, and
// of those of East Asia.
const (
	texLetters = `{\letters `
	texWide    = `{\wide `
)

// EscapeTeX escapes s, a line of text, for LaTeX with T1 fonts. Runs of
// letters that T1 lacks get fonts defined by TeXFonts.
func EscapeTeX(s string) string {
	var b strings.Builder
	run := ""
	letters := []rune(s)
	for i, r := range letters {
		text := texEscaper.Replace(string(r))
		font := ""
		switch accented := i+1 < len(letters) && unicode.Is(unicode.Mn, letters[i+1]); {
		case strings.ContainsRune(text, r) && unicode.Is(wide, r):
			font = texWide
		case strings.ContainsRune(text, r) && r > unicode.MaxASCII || accented:
			font = texLetters
		}
		if font != run {
			if run != "" {
				b.WriteByte('}')
			}
			b.WriteString(font)
			run = font
		}
		b.WriteString(text)
	}
	if run != "" {
		b.WriteByte('}')
	}
	return b.String()
}
