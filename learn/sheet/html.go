package sheet

import (
	_ "embed" // page.html
	"fmt"
	"html"
	"html/template"
	"io"
	"strings"

	"github.com/plywood-go/plywood/internal/reason"
	"github.com/plywood-go/plywood/trace"
)

//go:embed page.html
var pageText string

var page = template.Must(template.New("page").Parse(pageText))

// HTML writes the sheet as a page that needs no network. With one variant it is a page
// to fill in; with key it shows the keys of all variants. Its button saves the answers
// in a form that ReadAnswers reads, and so does saving the page.
func (s *Sheet) HTML(w io.Writer, key bool) error {
	if len(s.Variants) != 1 && !key {
		return reason.New("a page holds one variant")
	}
	v := &s.Variants[0]
	var parts []template.HTML
	for _, blocks := range s.pages(key) {
		part, err := htmlBlocks(blocks)
		if err != nil {
			return err
		}
		parts = append(parts, "<section>\n"+part+"</section>\n")
	}
	return page.Execute(w, map[string]any{
		"Lang": s.Lang, "Title": s.Title, "ID": v.ID, "Number": v.Number, "Parts": parts, "Fields": !key,
		"Save": s.Lang.Text("sheet.save"), "Help": s.Lang.Text("sheet.save-help"),
	})
}

// htmlBlocks returns blocks as HTML. All texts are escaped.
func htmlBlocks(blocks []block) (template.HTML, error) {
	var out strings.Builder
	open := false // a list of fields
	for _, b := range blocks {
		text, isField := html.EscapeString(b.text), b.kind == fieldBlock || b.kind == longBlock
		if isField != open {
			out.WriteString(map[bool]string{true: "<div class=\"fields\">\n", false: "</div>\n"}[isField])
			open = isField
		}
		switch b.kind {
		case titleBlock:
			fmt.Fprintf(&out, "<h1>%s</h1>\n", text)
		case headingBlock:
			fmt.Fprintf(&out, "<h2>%s</h2>\n", text)
		case stageBlock:
			fmt.Fprintf(&out, "<p class=\"stage\">%s</p>\n", text)
		case textBlock:
			fmt.Fprintf(&out, "<p>%s</p>\n", text)
		case noteBlock:
			fmt.Fprintf(&out, "<p class=\"small\">%s</p>\n", text)
		case fieldBlock:
			fmt.Fprintf(&out, "<label>%s <input name=\"%s\"></label>\n", text, b.id)
		case longBlock:
			fmt.Fprintf(&out, "<label class=\"long\">%s <input name=\"%s\"></label>\n", text, b.id)
		case pictureBlock:
			out.WriteString("<figure>")
			b.look.Format = trace.SVG
			if err := trace.Render(&out, b.tree, b.look); err != nil {
				return "", err
			}
			out.WriteString("</figure>\n")
		}
	}
	if open {
		out.WriteString("</div>\n")
	}
	return template.HTML(out.String()), nil
}
