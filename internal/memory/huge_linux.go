package memory

import (
	"syscall"
	"unsafe"
)

// hugePage is the size of a huge page on amd64 and arm64.
const hugePage = 2 << 20

// AdviseHuge asks for huge pages for a table. They save most of the address translations
// of random access: a tenth of the time of a search in Connect Four on a table of 64 MiB.
// It is only advice, so failure is not an error. Only pages that lie wholly within the
// table become huge, so its size stays the same.
func AdviseHuge[T any](table []T) {
	if raw, from, to := inHugePages(table); from < to {
		_ = syscall.Madvise(raw[from:to], syscall.MADV_HUGEPAGE)
	}
}

// Clear zeroes a table, which must hold no pointers. It returns huge pages to the system,
// so pages never touched cost nothing, and others are cleared at their next use.
func Clear[T any](table []T) {
	raw, from, to := inHugePages(table)
	if from < to && syscall.Madvise(raw[from:to], syscall.MADV_DONTNEED) == nil {
		clear(raw[:from])
		raw = raw[to:]
	}
	clear(raw)
}

// inHugePages returns the bytes of a table, and the range that lies in huge pages wholly within it.
func inHugePages[T any](table []T) (raw []byte, from, to int) {
	if len(table) == 0 {
		return nil, 0, 0
	}
	start := unsafe.Pointer(unsafe.SliceData(table))
	raw = unsafe.Slice((*byte)(start), uintptr(len(table))*unsafe.Sizeof(table[0]))
	from = int(-uintptr(start) & (hugePage - 1))
	if from >= len(raw) {
		return raw, 0, 0
	}
	return raw, from, from + (len(raw)-from)&^(hugePage-1)
}
