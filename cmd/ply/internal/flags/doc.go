// Package flags has the flags that commands share, with what they say to engines
// and players, and the rules that all command lines are held to.
package flags
