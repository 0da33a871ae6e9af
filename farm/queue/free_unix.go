//go:build linux || darwin

package queue

import "syscall"

// Free returns how many bytes can still be written to the disk of a folder.
func Free(dir string) (bytes uint64, ok bool) {
	var st syscall.Statfs_t
	if err := syscall.Statfs(dir, &st); err != nil {
		return 0, false
	}
	return st.Bavail * uint64(st.Bsize), true
}
