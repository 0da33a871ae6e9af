//go:build unix

package client

import (
	"os/exec"
	"syscall"
)

// alone puts a program and its children into a process group of their own, so that Ctrl-C
// reaches only the arbiter and all of them can be killed together.
func alone(c *exec.Cmd) {
	c.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	c.Cancel = func() error { return syscall.Kill(-c.Process.Pid, syscall.SIGKILL) }
}
