package path

// priority orders the waiting positions, lowest first, by its first number and
// then by its second.
type priority struct{ first, second int }

func (p priority) less(q priority) bool {
	return p.first < q.first || p.first == q.first && p.second < q.second
}

// queue returns the item with the lowest priority, and among equals the latest arrival
// or, if fair, the earliest. Many positions share few priorities, so it is a heap of
// priorities with a bucket for each.
type queue[T any] struct {
	heap    []priority
	buckets map[priority]*bucket[T]
	spare   []*bucket[T]
	fair    bool
	size    int
}

// bucket holds the items of one priority. Items before head have been
// returned.
type bucket[T any] struct {
	items []T
	head  int
}

func (q *queue[T]) push(p priority, item T) {
	b, found := q.buckets[p]
	if !found {
		b = q.bucket()
		if q.buckets == nil {
			q.buckets = map[priority]*bucket[T]{}
		}
		q.buckets[p] = b
		q.heap = append(q.heap, p)
		q.rise(len(q.heap) - 1)
	}
	b.items = append(b.items, item)
	q.size++
}

// bucket returns an empty bucket.
func (q *queue[T]) bucket() *bucket[T] {
	n := len(q.spare) - 1
	if n < 0 {
		return &bucket[T]{}
	}
	b := q.spare[n]
	q.spare = q.spare[:n]
	return b
}

// pop removes and returns the first item; ok is false if q is empty.
func (q *queue[T]) pop() (p priority, item T, ok bool) {
	if q.size == 0 {
		return p, item, false
	}
	p = q.heap[0]
	b := q.buckets[p]
	if q.fair {
		item = b.items[b.head]
		b.head++
	} else {
		item = b.items[len(b.items)-1]
		b.items = b.items[:len(b.items)-1]
	}
	if b.head == len(b.items) {
		b.items, b.head = b.items[:0], 0
		q.spare = append(q.spare, b)
		delete(q.buckets, p)
		q.drop()
	}
	q.size--
	return p, item, true
}

// drop removes the lowest priority.
func (q *queue[T]) drop() {
	last := len(q.heap) - 1
	q.heap[0] = q.heap[last]
	q.heap = q.heap[:last]
	for i := 0; ; {
		c := 2*i + 1
		if c >= last {
			return
		}
		if c+1 < last && q.heap[c+1].less(q.heap[c]) {
			c++
		}
		if !q.heap[c].less(q.heap[i]) {
			return
		}
		q.heap[i], q.heap[c] = q.heap[c], q.heap[i]
		i = c
	}
}

func (q *queue[T]) rise(i int) {
	for i > 0 {
		up := (i - 1) / 2
		if !q.heap[i].less(q.heap[up]) {
			return
		}
		q.heap[i], q.heap[up] = q.heap[up], q.heap[i]
		i = up
	}
}
