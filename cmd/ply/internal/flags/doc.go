// Package flags defines the flags that commands share, converts them to settings of
// engines and players, and checks the rules that apply to every command line.
package flags
