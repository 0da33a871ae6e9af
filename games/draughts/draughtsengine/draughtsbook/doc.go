// Package draughtsbook implements opening books for all variants of draughts on
// top of package book.
//
// A book holds positions without kings. Every move between such positions
// advances or captures a man and is irreversible, so no position repeats and no
// drawing rule applies. Values are hundredths of a man.
package draughtsbook
