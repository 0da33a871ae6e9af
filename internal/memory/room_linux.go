package memory

import (
	"bytes"
	"io/fs"
	"os"
	"path"
	"strconv"
	"strings"
	"syscall"
)

// Available returns the memory left: the least that the machine, the container and the
// limits of this process allow.
func Available() Room {
	least := Room{unknown, "memory"}
	for _, r := range []Room{machine(), container(os.DirFS("/")), process(os.DirFS("/"))} {
		if r.Bytes < least.Bytes {
			least = r
		}
	}
	return least
}

// machine returns the memory of the machine.
func machine() Room {
	var info syscall.Sysinfo_t
	if syscall.Sysinfo(&info) != nil {
		return Room{unknown, ""}
	}
	return Room{uint64(info.Totalram) * uint64(info.Unit), "memory"} //nolint:unconvert // 32 bits wide on some machines
}

// container returns the least limit of the control groups of this process, of either
// version. If their names are different inside the container, it uses the topmost group,
// which is the container's.
func container(root fs.FS) Room {
	least := Room{unknown, "the container's memory"}
	list, _ := fs.ReadFile(root, "proc/self/cgroup")
	for line := range strings.Lines(string(list)) {
		parts := strings.SplitN(strings.TrimSpace(line), ":", 3)
		if len(parts) < 3 {
			continue
		}
		folder, file := "sys/fs/cgroup", "memory.max"
		switch {
		case parts[0] == "0" && parts[1] == "":
		case strings.Contains(","+parts[1]+",", ",memory,"):
			folder, file = "sys/fs/cgroup/memory", "memory.limit_in_bytes"
		default:
			continue
		}
		for group := path.Clean("/" + parts[2]); ; group = path.Dir(group) {
			least.Bytes = min(least.Bytes, number(root, path.Join(folder, group, file)))
			if group == "/" {
				break
			}
		}
	}
	return least
}

// number reads a file with one number. It returns unknown if the file holds anything
// else, such as "max".
func number(root fs.FS, name string) uint64 {
	text, _ := fs.ReadFile(root, name)
	n, err := strconv.ParseUint(string(bytes.TrimSpace(text)), 10, 64)
	if err != nil {
		return unknown
	}
	return n
}

// process returns the memory left by the limits of this process (ulimit -v, ulimit -d).
// They count reserved memory, used or not: an engine may have two tables, and the heap
// around them grows in steps of 64 MiB.
func process(root fs.FS) Room {
	const around = 192 << 20
	var pages uint64
	if text, err := fs.ReadFile(root, "proc/self/statm"); err == nil {
		first, _, _ := strings.Cut(string(text), " ")
		pages, _ = strconv.ParseUint(first, 10, 64)
	}
	left := uint64(unknown)
	var l syscall.Rlimit
	if syscall.Getrlimit(syscall.RLIMIT_AS, &l) == nil && l.Cur < unknown {
		left = l.Cur - min(l.Cur, pages*uint64(os.Getpagesize()))
	}
	if syscall.Getrlimit(syscall.RLIMIT_DATA, &l) == nil && l.Cur < left {
		left = l.Cur
	}
	if left == unknown {
		return Room{unknown, ""}
	}
	return Room{(left - min(left, around)) / 2, "address space that ulimit leaves"}
}
