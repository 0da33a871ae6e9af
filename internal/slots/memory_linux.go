package slots

import (
	"syscall"
	"unsafe"
)

// hugePage is the size of a transparent huge page on amd64 and arm64 Linux.
const hugePage = 2 << 20

// allocate returns n zeroed buckets, in huge pages if the system provides them, and a function that
// frees them. Small tables, and all tables if the system refuses, come from the heap.
func allocate(n int) ([]Bucket, func()) {
	size := n * int(unsafe.Sizeof(Bucket{}))
	if size < hugePage {
		return make([]Bucket, n), func() {}
	}
	mem, err := syscall.Mmap(-1, 0, size+hugePage, syscall.PROT_READ|syscall.PROT_WRITE, syscall.MAP_ANON|syscall.MAP_PRIVATE)
	if err != nil {
		return make([]Bucket, n), func() {}
	}
	base := uintptr(unsafe.Pointer(&mem[0]))
	skip := -base & (hugePage - 1)
	aligned := mem[skip : skip+uintptr(size)]
	_ = syscall.Madvise(aligned, syscall.MADV_HUGEPAGE) // advice only
	buckets := unsafe.Slice((*Bucket)(unsafe.Pointer(&aligned[0])), n)
	return buckets, func() { _ = syscall.Munmap(mem) }
}
