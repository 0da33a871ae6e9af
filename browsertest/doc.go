// Package browsertest does with the page, in Chromium, what its readers do: it has
// tests alone, from a click to the search on a server and back, which know of package
// web no more than a program does. They wait for the browser most of the time; in the
// order of the packages they are among the first, so that others are tested meanwhile.
package browsertest
