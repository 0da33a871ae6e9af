//go:build unix

package client

import (
	"os/exec"
	"syscall"
)

// alone puts a program and whatever it starts into a group of their own: Ctrl-C is
// for the arbiter, and all of them end together.
func alone(c *exec.Cmd) {
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	c.Cancel = func() error { return syscall.Kill(-c.Process.Pid, syscall.SIGKILL) }
}
