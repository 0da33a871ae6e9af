// Package lesson teaches how searches of a tree or a game work: step by step in words
// ([Run.Explain]), side by side ([Compare]), in other orders and by other conventions ([Setup]),
// by questions ([Quiz]), and by lessons that follow the books ([Courses]). It neither draws nor
// reads input; the command line, the full-screen mode and the web page do.
//
// Runs, quizzes and courses are immutable and safe for concurrent use.
package lesson
