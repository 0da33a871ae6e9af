package tiny_test

import (
	"testing"

	"example.org/tiny"
)

func TestLimit(t *testing.T) {
	if tiny.Limit(3, 2) != 2 || tiny.Limit(2, 2) != 2 || tiny.Limit(1, 2) != 1 {
		t.Error("limit")
	}
}

func TestBoth(t *testing.T) {
	if !tiny.Both(true, true) || tiny.Both(false, false) {
		t.Error("both")
	}
}

func TestCount(t *testing.T) {
	if tiny.Count(5) != 5 {
		t.Error("count")
	}
}
