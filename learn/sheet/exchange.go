package sheet

import (
	"cmp"
	"encoding/base64"
	"encoding/xml"
	"fmt"
	"html"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/plywood-go/plywood/learn/lesson"
	"github.com/plywood-go/plywood/trace"
)

// accepted returns the texts of right answers by every convention, in the forms that people
// usually type, for programs that compare texts.
func accepted(q *lesson.Quiz, l lesson.Lang, x lesson.Question) (all []string) {
	add := func(text string) {
		if !slices.Contains(all, text) {
			all = append(all, text)
		}
	}
	for _, a := range q.Answers(x) {
		text := strings.ReplaceAll(a.Text, "−", "-")
		switch x.Stage {
		case lesson.Cuts, lesson.Visits:
			text = cmp.Or(text, l.Text("quiz.none"))
			add(text)
			add(strings.ReplaceAll(text, " ", ", "))
			add(strings.ReplaceAll(text, " ", ","))
		case lesson.Rates:
			add(text)
			if v, err := strconv.ParseFloat(text, 64); err == nil {
				add(strconv.FormatFloat(v, 'f', 3, 64))
				add(strconv.FormatFloat(v, 'f', 2, 64))
			}
		case lesson.Proofs, lesson.Counts:
			add(text)
			add(strings.NewReplacer("|", " ", "/", " ").Replace(text))
			add(strings.ReplaceAll(text, "∞", "inf"))
		case lesson.Windows:
			for _, infinity := range []string{"∞", "inf"} {
				text := strings.ReplaceAll(text, "∞", infinity)
				add(text)
				add(strings.ReplaceAll(text, ", ", ","))
				add(strings.Trim(strings.ReplaceAll(text, ", ", " "), "()"))
			}
		case lesson.Bounds:
			ascii := strings.NewReplacer("≥", ">=", "≤", "<=").Replace(text)
			add(text)
			add(ascii)
			add(strings.Replace(ascii, "=", "= ", 1))
		default:
			add(text)
		}
		add(lesson.Written(l, x.Stage, text))
	}
	return all
}

// The elements of Moodle's XML format that we write.
type (
	moodleQuiz struct {
		XMLName   xml.Name `xml:"quiz"`
		Questions []any
	}
	moodleCategory struct {
		XMLName xml.Name `xml:"question"`
		Type    string   `xml:"type,attr"`
		Text    string   `xml:"category>text"`
	}
	moodleQuestion struct {
		XMLName xml.Name `xml:"question"`
		Type    string   `xml:"type,attr"`
		Name    string   `xml:"name>text"`
		Body    struct {
			Format string     `xml:"format,attr"`
			Text   string     `xml:"text"`
			File   moodleFile `xml:"file"`
		} `xml:"questiontext"`
	}
	moodleFile struct {
		Name     string `xml:"name,attr"`
		Path     string `xml:"path,attr"`
		Encoding string `xml:"encoding,attr"`
		Data     string `xml:",chardata"`
	}
)

// Moodle writes the sheet in Moodle's XML format: a category for each variant, and an
// embedded-answers question for each problem. Moodle compares texts, so it rejects
// right answers in rare forms or by mixed conventions.
func (s *Sheet) Moodle(w io.Writer) error {
	var quiz moodleQuiz
	for i := range s.Variants {
		v := &s.Variants[i]
		quiz.Questions = append(quiz.Questions, moodleCategory{Type: "category", Text: "$course$/" + strings.ReplaceAll(s.heading(v), "/", "//")})
		for k := range v.Problems {
			question, err := s.cloze(v, k)
			if err != nil {
				return err
			}
			quiz.Questions = append(quiz.Questions, question)
		}
	}
	text, err := xml.MarshalIndent(quiz, "", " ")
	if err != nil {
		return err
	}
	_, err = io.WriteString(w, xml.Header+string(text)+"\n")
	return err
}

// clozeEscaper escapes an answer of an embedded-answers question.
var clozeEscaper = strings.NewReplacer(`\`, `\\`, "}", `\}`, "#", `\#`, "~", `\~`, "*", `\*`, "&", "&amp;", "<", "&lt;", ">", "&gt;", `"`, "&quot;")

// cloze returns problem k of a variant.
func (s *Sheet) cloze(v *Variant, k int) (*moodleQuestion, error) {
	p := &v.Problems[k]
	picture := s.problem(p)
	picture.look.Format = trace.SVG
	var svg strings.Builder
	if err := trace.Render(&svg, picture.tree, picture.look); err != nil {
		return nil, err
	}
	x := &moodleQuestion{Type: "cloze", Name: fmt.Sprintf("%s p%d", v.ID, k+1)}
	x.Body.Format = "html"
	x.Body.File = moodleFile{"tree.svg", "/", "base64", base64.StdEncoding.EncodeToString([]byte(svg.String()))}
	text := fmt.Sprintf("<p>%s</p><p><img src=\"@@PLUGINFILE@@/tree.svg\" alt=\"%s\"></p>",
		html.EscapeString(p.conventions(s.Lang)), html.EscapeString(p.Tree))
	for i, question := range p.Questions {
		if i == 0 || question.Stage != p.Questions[i-1].Stage {
			text += "<p><em>" + html.EscapeString(p.Quiz.Introduction(s.Lang, question.Stage)) + "</em></p>"
		}
		var answers []string
		for _, a := range accepted(p.Quiz, s.Lang, question.Question) {
			answers = append(answers, "="+clozeEscaper.Replace(a))
		}
		text += fmt.Sprintf("<p>%s {%g:SHORTANSWER:%s}</p>",
			html.EscapeString(p.Quiz.Ask(s.Lang, question.Question)), question.Points, strings.Join(answers, "~"))
	}
	x.Body.Text = text
	return x, nil
}

// giftEscaper escapes the special characters of GIFT.
var giftEscaper = strings.NewReplacer(`\`, `\\`, "~", `\~`, "=", `\=`, "#", `\#`, "{", `\{`, "}", `\}`, ":", `\:`, "\n", `\n`)

// GIFT writes the sheet in the GIFT format: a category for each variant, and a
// short-answer question for each question, with the tree drawn in characters. Programs
// that read it compare texts, as Moodle does.
func (s *Sheet) GIFT(w io.Writer) error {
	var out strings.Builder
	for i := range s.Variants {
		v := &s.Variants[i]
		fmt.Fprintf(&out, "$CATEGORY: $course$/%s\n\n", strings.ReplaceAll(s.heading(v), "/", "//"))
		for k := range v.Problems {
			p := &v.Problems[k]
			picture := s.problem(p)
			var tree strings.Builder
			if err := trace.Render(&tree, picture.tree, picture.look); err != nil {
				return err
			}
			for _, x := range p.Questions {
				text := fmt.Sprintf("<pre>%s</pre><p>%s</p><p>%s %s</p>", html.EscapeString(strings.TrimRight(tree.String(), "\n")),
					html.EscapeString(p.conventions(s.Lang)), html.EscapeString(p.Quiz.Introduction(s.Lang, x.Stage)),
					html.EscapeString(p.Quiz.Ask(s.Lang, x.Question)))
				fmt.Fprintf(&out, "::%s %s::[html]%s {\n", v.ID, x.ID, giftEscaper.Replace(text))
				for _, a := range accepted(p.Quiz, s.Lang, x.Question) {
					fmt.Fprintf(&out, "=%s\n", giftEscaper.Replace(a))
				}
				out.WriteString("}\n\n")
			}
		}
	}
	_, err := io.WriteString(w, out.String())
	return err
}
