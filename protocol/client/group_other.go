//go:build !unix

package client

import "os/exec"

// alone does nothing where there are no process groups.
func alone(*exec.Cmd) {}
