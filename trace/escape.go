package trace

import "strings"

// The escapers below take text that plain.Line has been over.

var xmlEscaper = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&#34;", "'", "&#39;")

// escapeXML makes s text, or the value of an attribute, of XML.
func escapeXML(s string) string { return xmlEscaper.Replace(s) }

var dotEscaper = strings.NewReplacer(`\`, `\\`, `"`, `\"`, "&", "&amp;", "<", "&lt;", ">", "&gt;")

// quoteDOT makes s a string of DOT. Graphviz obeys escapes such as \N and
// entities within strings.
func quoteDOT(s string) string { return `"` + dotEscaper.Replace(s) + `"` }

var texEscaper = strings.NewReplacer(
	`\`, `\textbackslash{}`, "{", `\{`, "}", `\}`, "$", `\$`, "&", `\&`, "#", `\#`, "%", `\%`,
	"_", `\_`, "^", `\textasciicircum{}`, "~", `\textasciitilde{}`,
	// Ligatures and characters that not every font encoding has.
	"-", `-{}`, "`", `\textasciigrave{}`, "'", `\textquotesingle{}`, `"`, `\textquotedbl{}`,
	"<", `\textless{}`, ">", `\textgreater{}`, "|", `\textbar{}`, "!", `!{}`, "?", `?{}`, ",", `,{}`,
	// The signs that pens write.
	"∞", `$\infty$`, "−", `$-$`, "≥", `$\ge$`, "≤", `$\le$`, "α", `$\alpha$`, "β", `$\beta$`,
	"…", `\dots{}`, "×", `$\times$`, "·", `$\cdot$`, "�", `?{}`,
)

// escapeTeX makes s text of LaTeX with T1 fonts.
func escapeTeX(s string) string { return texEscaper.Replace(s) }
