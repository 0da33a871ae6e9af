package mnkengine

import (
	"github.com/plywood-go/plywood/games/mnk"
)

// FormatMove returns the name of the cell.
func (t Threats) FormatMove(p *ThreatPosition, m mnk.Move) string {
	return t.LargeRules.FormatMove(&p.LargePosition, m)
}

// ParseMove parses the name of a cell that can be taken.
func (t Threats) ParseMove(p *ThreatPosition, text string) (mnk.Move, error) {
	return t.LargeRules.ParseMove(&p.LargePosition, text)
}

// FormatPosition returns the rows and the side to move.
func (t Threats) FormatPosition(p *ThreatPosition) string {
	return t.LargeRules.FormatPosition(&p.LargePosition)
}

// ParsePosition parses a position.
func (t Threats) ParsePosition(text string) (ThreatPosition, error) {
	p, err := t.LargeRules.ParsePosition(text)
	return t.surveyed(p), err
}

// Draw returns the board with its coordinates and the state of the game.
func (t Threats) Draw(p *ThreatPosition) string { return t.LargeRules.Draw(&p.LargePosition) }
