// Package lesson teaches what searches of a tree or a game do: step by step in words
// ([Run.Explain]), side by side ([Compare]), in other orders and by other
// conventions ([Setup]), by questions ([Quiz]) and by lessons that follow the
// books ([Courses]). It draws nothing and asks nobody: the command line, the
// full-screen mode and the web page do.
//
// A run is immutable, and so are a quiz and a course: any number of goroutines
// may use one.
package lesson
