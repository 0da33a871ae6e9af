package main

import "syscall"

// memoryBytes returns the size of the machine's memory; 0 if it does not tell.
func memoryBytes() uint64 {
	var info syscall.Sysinfo_t
	if syscall.Sysinfo(&info) != nil {
		return 0
	}
	return uint64(info.Totalram) * uint64(info.Unit) //nolint:unconvert // 32 bits wide on some machines
}
