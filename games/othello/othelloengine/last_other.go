//go:build !amd64 || purego

package othelloengine

func (w *worker) play4(own, opp, empty uint64, parity uint8, alpha int) int {
	return w.portablePlay4(own, opp, empty, parity, alpha)
}

func (w *worker) promise(list []child, by *preference, odd uint64) {
	w.portablePromise(list, by, odd)
}
