package hush

import "syscall"

// narrow lowers a limit of addresses to those that Starlark would reserve, so that it gets none.
// The function that it returns restores the limit.
func narrow() func() {
	var old syscall.Rlimit
	err := syscall.Getrlimit(syscall.RLIMIT_AS, &old)
	const reserved, unlimited = 4 << 30, ^uint64(0)
	if uint64(old.Cur) == unlimited || old.Cur <= reserved || err != nil {
		return func() {}
	}
	lower := old
	lower.Cur = reserved
	_ = syscall.Setrlimit(syscall.RLIMIT_AS, &lower) // without effect Starlark reserves them
	return func() { _ = syscall.Setrlimit(syscall.RLIMIT_AS, &old) }
}
