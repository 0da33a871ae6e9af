//go:build !linux

package slots

func allocate(n int) ([]Bucket, func()) { return make([]Bucket, n), func() {} }
