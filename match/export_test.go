package match

import "os"

// JournalOn returns a journal that writes to a file as it is.
func JournalOn(f *os.File) *Journal { return &Journal{file: f} }
