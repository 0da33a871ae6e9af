package report

import (
	"bytes"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"charm.land/lipgloss/v2"
)

// Table is a table aligned by [tabwriter]. Its rows may differ in their number of
// cells, and characters may be two columns wide.
type Table struct {
	columns *tabwriter.Writer
	aligned bytes.Buffer
	out     io.Writer
}

// NewTable returns an empty table; flags are those of tabwriter.
func (p Printer) NewTable(flags uint) *Table {
	t := &Table{out: p.Out}
	t.columns = tabwriter.NewWriter(&t.aligned, 0, 0, 2, ' ', flags)
	return t
}

// widener follows each wide character, because tabwriter counts characters.
const widener = "\ue000"

// Row adds a row. As in tabwriter, the last cell is not part of a column.
func (t *Table) Row(cells ...string) {
	var wide strings.Builder
	for _, r := range strings.Join(cells, "\t") {
		wide.WriteRune(r)
		if lipgloss.Width(string(r)) == 2 {
			wide.WriteString(widener)
		}
	}
	fmt.Fprintln(t.columns, wide.String())
}

// Flush writes the table.
func (t *Table) Flush() error {
	if err := t.columns.Flush(); err != nil {
		return err
	}
	_, err := t.out.Write(bytes.ReplaceAll(t.aligned.Bytes(), []byte(widener), nil))
	return err
}

// Columns prints a table. The first left columns are aligned to the left, the others to the
// right. All rows have the same number of cells; characters may be two columns wide.
func (p Printer) Columns(rows [][]string, left int) {
	for _, line := range Aligned(rows, left) {
		fmt.Fprintln(p.Out, line)
	}
}

// Aligned returns the lines that Columns prints.
func Aligned(rows [][]string, left int) (lines []string) {
	if len(rows) == 0 {
		return nil
	}
	widths := make([]int, len(rows[0]))
	for _, row := range rows {
		for i, cell := range row {
			widths[i] = max(widths[i], lipgloss.Width(cell))
		}
	}
	for _, row := range rows {
		cells := make([]string, len(row))
		for i, cell := range row {
			if cells[i] = pad(cell, widths[i]); i >= left {
				cells[i] = strings.Repeat(" ", widths[i]-lipgloss.Width(cell)) + cell
			}
		}
		lines = append(lines, strings.TrimRight(strings.Join(cells, "  "), " "))
	}
	return lines
}

// Fill pads text with trailing blanks to a width of columns, or with leading blanks
// to -columns if columns is negative.
func Fill(text string, columns int) string {
	if columns < 0 {
		return strings.Repeat(" ", max(0, -columns-lipgloss.Width(text))) + text
	}
	return pad(text, columns)
}

// pad pads text with trailing blanks to a width of columns.
func pad(text string, columns int) string {
	return text + strings.Repeat(" ", max(0, columns-lipgloss.Width(text)))
}

// widest returns the width of the widest text in columns.
func widest(texts ...string) int {
	return lipgloss.Width(strings.Join(texts, "\n"))
}
