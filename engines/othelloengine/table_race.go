//go:build race

package othelloengine

import "sync/atomic"

func loadWord(p *uint64) uint64 { return atomic.LoadUint64(p) }

func storeWord(p *uint64, v uint64) { atomic.StoreUint64(p, v) }
