// Package memory tells the operating system how large tables will be used.
package memory
