// Package draughtsbook keeps opening books of draughts, of all variants, as package
// book does.
//
// A book holds positions without kings. From one of them to the next something happens
// that cannot be undone, a man moves or is captured, so that no position comes twice,
// and none of the rules by which draughts are drawn has a say. Values are hundredths
// of a man.
package draughtsbook
