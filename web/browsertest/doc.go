// Package browsertest tests the page in Chromium as readers use it, from a click to the search on a
// server and back. It uses package web only as the program does. It mostly waits for the browser.
// Its name puts it early in the order of packages, so that others are tested meanwhile.
package browsertest
