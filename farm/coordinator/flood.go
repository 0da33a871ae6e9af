package coordinator

import "time"

// The limits on the deliveries of a worker. An honest one sends a delivery for each chunk of
// about five seconds (ledger.Config.Chunk) and slot, of at most 256 slots.
const (
	mostMessages = 64               // a second
	mostBytes    = 16 << 20         // a second: the largest message, keys.MaxMessage
	burst        = 16               // seconds of the limits that may come at once
	pause        = time.Second      // after which a message beyond the limits is tried again
	shown        = 10 * time.Second // that a worker is called paused after such a message
)

// meter measures the deliveries of a worker.
type meter struct {
	load    float64   // of the limits, in seconds
	at      time.Time // of the load
	refused time.Time // when a message was beyond the limits; zero for never
}

// take reports whether a message is within the limits.
func (m *meter) take(bytes int, now time.Time) bool {
	m.load, m.at = max(0, m.load-now.Sub(m.at).Seconds()), now
	if m.load > burst {
		m.refused = now
		return false
	}
	m.load += max(1./mostMessages, float64(bytes)/mostBytes)
	return true
}

// paused reports whether the worker has exceeded the limits lately.
func (m *meter) paused(now time.Time) bool { return !m.refused.IsZero() && now.Sub(m.refused) < shown }

// admit reports whether a message of a worker may be read. Otherwise the worker is paused.
func (c *Coordinator) admit(worker string, bytes int) bool {
	now := time.Now()
	c.mu.Lock()
	sent := c.meters[worker]
	known := sent.paused(now)
	ok := sent.take(bytes, now)
	c.meters[worker] = sent
	c.mu.Unlock()
	if !ok && !known {
		c.Ledger.Received(worker, 0) // so that the status names it
		c.Log.Warn("paused a worker that sends too much", "worker", worker)
	}
	return ok
}
