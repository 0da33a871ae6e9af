package rowtext_test

import (
	"strings"
	"testing"

	"github.com/plywood-go/plywood/internal/rowtext"
)

func TestRow(t *testing.T) {
	tests := []struct {
		in, cells, out string
	}{
		{"X-O", "X-O", "X-O"},
		{"3", "---", "---"},
		{"X.1", "X--", "X--"},
		{"XO4X", "XO----X", "XO4X"},
		{"12", "------------", "12"},
		{"10O", "----------O", "10O"},
	}
	for _, tt := range tests {
		cells, err := rowtext.Parse(tt.in, len(tt.cells))
		if err != nil || string(cells) != tt.cells {
			t.Errorf("Parse(%s) = %s, %v; want %s", tt.in, cells, err, tt.cells)
			continue
		}
		if got := rowtext.Format(cells); got != tt.out {
			t.Errorf("Format(%s) = %s, want %s", cells, got, tt.out)
		}
	}
}

func TestRowErrors(t *testing.T) {
	for in, offence := range map[string]string{
		"--": "2 cells, want 3", "----": "more than 3 cells", "-q-": "character 2: 'q'", "0---": "character 1: '0'",
		"-é-": "character 2: 'é'", "99999999999999999999": "more than 3 cells", "": "0 cells, want 3", "x--": "'x'",
	} {
		if _, err := rowtext.Parse(in, 3); err == nil || !strings.Contains(err.Error(), offence) {
			t.Errorf("Parse(%s): error %v, want one with %q", in, err, offence)
		}
	}
}
