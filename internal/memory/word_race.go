//go:build race

package memory

import "sync/atomic"

// LoadWord reads an aligned word that other goroutines may write.
func LoadWord(p *uint64) uint64 { return atomic.LoadUint64(p) }

// StoreWord writes an aligned word that other goroutines may read or write.
func StoreWord(p *uint64, v uint64) { atomic.StoreUint64(p, v) }
