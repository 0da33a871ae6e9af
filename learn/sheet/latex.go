package sheet

import (
	"bytes"
	"io"
	"strings"

	"github.com/plywood-go/plywood/trace"
)

// The frame of a LaTeX sheet. After \documentclass the commands \usepackage and
// \RequirePackage are the same. So a sheet can find out whether another document
// includes it.
const (
	latexHead = `% Compile this file with pdflatex, xelatex or lualatex, or \input it in a document that
% loads tikz with its libraries shapes.geometric and shapes.misc, and fonts for its letters.
\newif\ifplysheet
\ifx\usepackage\RequirePackage\plysheetfalse\else\plysheettrue\fi
\ifplysheet
\documentclass[a4paper,11pt]{article}
\usepackage[margin=2cm]{geometry}
\usepackage{tikz}
\usetikzlibrary{shapes.geometric,shapes.misc}
`
	latexBegin = `\begin{document}
\fi
\begingroup
\setlength\parindent{0pt}\setlength\parskip{6pt}\raggedright
\providecommand\letters{}
\providecommand\wide{}
\def\plyfield#1#2{\mbox{#1 \rule[-2pt]{#2}{.4pt}}\hspace{1.5em}}
\newbox\plybox
\def\plyfit#1{\par\bigskip\begin{minipage}{\linewidth}{\large\bfseries #1\par}%
\begin{center}\ifdim\wd\plybox>\linewidth\resizebox{\linewidth}{!}{\usebox\plybox}\else\usebox\plybox\fi\end{center}%
\end{minipage}\par}
`
	latexEnd = `\par\endgroup
\def\plyend{\end{document}}
\ifplysheet\expandafter\plyend\fi
`
)

// LaTeX writes the variants, or their keys, as LaTeX. The file is a complete document,
// but another document can include it.
func (s *Sheet) LaTeX(w io.Writer, key bool) error {
	var body bytes.Buffer
	for _, blocks := range s.pages(key) {
		if err := latexBlocks(&body, blocks); err != nil {
			return err
		}
	}
	_, err := io.WriteString(w, latexHead+trace.TeXFonts(body.String())+latexBegin+body.String()+latexEnd)
	return err
}

// pages returns the blocks of all variants, or of their keys.
func (s *Sheet) pages(key bool) (all [][]block) {
	for i := range s.Variants {
		if key {
			all = append(all, s.keyBlocks(&s.Variants[i]))
		} else {
			all = append(all, s.blocks(&s.Variants[i]))
		}
	}
	return all
}

func latexBlocks(out *bytes.Buffer, blocks []block) error {
	heading := ""
	for _, b := range blocks {
		text := trace.EscapeTeX(b.text)
		switch b.kind {
		case titleBlock:
			text = "\\clearpage\n{\\Large\\bfseries " + text + "\\par}\n"
		case headingBlock:
			heading, text = text, "" // printed above the picture
		case stageBlock:
			text = "\\par\\textit{" + text + "}\\par\\nopagebreak\n"
		case textBlock:
			text += "\\par\n"
		case noteBlock:
			text = "\\par{\\small " + text + "\\par}\n"
		case fieldBlock:
			text = "\\plyfield{" + text + "}{2.5cm}\n"
		case longBlock:
			text = "\\par\\plyfield{" + text + "}{9cm}\\par\n"
		case pictureBlock:
			b.look.Format, b.look.Fragment = trace.TikZ, true
			var picture strings.Builder
			if err := trace.Render(&picture, b.tree, b.look); err != nil {
				return err
			}
			text = "\\setbox\\plybox\\hbox{" + picture.String() + "}\\plyfit{" + heading + "}\n"
		}
		out.WriteString(text)
	}
	return nil
}
