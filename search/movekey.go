package search

import (
	"reflect"
	"unsafe"

	"github.com/plywood-go/plywood/game"
)

// keysOf returns the game's move keys or, for a game without them, keys made from the numbers
// in a move. A game that wraps another makes them from the moves of that game.
func keysOf[S any, M comparable](rules game.Rules[S, M], own game.MoveKeyer[M]) game.MoveKeyer[M] {
	if own != nil {
		return own
	}
	if w, ok := rules.(interface{ NumberKeys() game.MoveKeyer[M] }); ok {
		return w.NumberKeys()
	}
	return NumberKeys[M]()
}

// NumberKeys returns keys made from the numbers in a move. It returns nil if moves contain anything
// else.
func NumberKeys[M comparable]() game.MoveKeyer[M] {
	if parts, ok := numbersOf(reflect.TypeFor[M](), 0, nil); ok {
		return numberKeys[M]{parts}
	}
	return nil
}

// part is the place of a number in the memory of a move.
type part struct{ at, size uintptr }

// numbersOf appends the whole numbers and booleans that a type at an offset contains. ok is
// false if it contains anything else.
func numbersOf(t reflect.Type, at uintptr, parts []part) (_ []part, ok bool) {
	switch k := t.Kind(); {
	case k >= reflect.Bool && k <= reflect.Uintptr:
		return append(parts, part{at, t.Size()}), true
	case k == reflect.Array && t.Len() <= 64:
		ok = true
		for i := 0; i < t.Len() && ok; i++ {
			parts, ok = numbersOf(t.Elem(), at+uintptr(i)*t.Elem().Size(), parts)
		}
		return parts, ok
	case k == reflect.Struct:
		ok = true
		for i := 0; i < t.NumField() && ok; i++ {
			parts, ok = numbersOf(t.Field(i).Type, at+t.Field(i).Offset, parts)
		}
		return parts, ok
	}
	return parts, false
}

// numberKeys numbers moves by the numbers that they contain. Single numbers from 0 below
// moveKeys keep their value; other moves may share a key.
type numberKeys[M comparable] struct{ parts []part }

func (k numberKeys[M]) MoveKey(m M) int {
	key := uint64(0)
	for _, p := range k.parts {
		var v uint64
		switch at := unsafe.Add(unsafe.Pointer(&m), p.at); p.size {
		case 1:
			v = uint64(*(*uint8)(at))
		case 2:
			v = uint64(*(*uint16)(at))
		case 4:
			v = uint64(*(*uint32)(at))
		default:
			v = *(*uint64)(at)
		}
		key = key*0x9E3779B97F4A7C15 + v
	}
	if key >= moveKeys {
		key = key * 0x9E3779B97F4A7C15 >> 49
	}
	return int(key)
}
