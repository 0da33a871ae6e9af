package memory

import (
	"syscall"
	"unsafe"
)

// hugePage is the size of a huge page on amd64 and arm64.
const hugePage = 2 << 20

// AdviseHuge asks for huge pages for a table, which spare most of the address
// translations of random access: a tenth of the time of a search in Connect Four
// on a table of 64 MiB. It is advice: failure is no error. Only the pages
// that lie wholly within the table are huge, so its size stays the same.
func AdviseHuge[T any](table []T) {
	if len(table) == 0 {
		return
	}
	start := unsafe.Pointer(unsafe.SliceData(table))
	raw := unsafe.Slice((*byte)(start), uintptr(len(table))*unsafe.Sizeof(table[0]))
	skip := -uintptr(start) & (hugePage - 1)
	size := uintptr(len(raw))
	if skip >= size || size-skip < hugePage {
		return
	}
	_ = syscall.Madvise(raw[skip:skip+(size-skip)&^(hugePage-1)], syscall.MADV_HUGEPAGE)
}
