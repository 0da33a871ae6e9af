// Package lesson teaches what searches of a tree or a game do: step by step in
// words ([Run.Explain]), side by side ([Compare]), in other orders and by other
// conventions ([Setup]), by questions ([Quiz]) and by lessons that follow the
// books ([Courses]). It draws nothing and asks nobody. The command line, the
// full-screen mode and the web page do that.
//
// Runs, quizzes and courses are immutable. Any number of goroutines may use
// one.
package lesson
