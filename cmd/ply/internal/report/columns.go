package report

import (
	"fmt"
	"strings"

	"charm.land/lipgloss/v2"
)

// Columns prints a table: the first columns, as many as left says, to the left,
// the others to the right. All rows have the same number of cells. Characters may
// be as wide as two.
func (p Printer) Columns(rows [][]string, left int) {
	if len(rows) == 0 {
		return
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
		fmt.Fprintln(p.Out, strings.TrimRight(strings.Join(cells, "  "), " "))
	}
}

// pad puts blanks behind text, so that it fills columns.
func pad(text string, columns int) string {
	return text + strings.Repeat(" ", max(0, columns-lipgloss.Width(text)))
}

// widest returns the columns that the widest of some texts fills.
func widest(texts ...string) int {
	most := 0
	for _, text := range texts {
		most = max(most, lipgloss.Width(text))
	}
	return most
}
