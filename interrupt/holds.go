package interrupt

import (
	"context"
	"sync"
)

// Holds counts what has to be put away before a process may end: files that are being written, and processes
// that were started.
type Holds struct {
	mu    sync.Mutex
	count int
	free  chan struct{} // closed when nothing is held, nil while nobody waits
}

type holdsKey struct{}

// WithHolds returns a context for work whose caller is to know what the work holds.
func WithHolds(ctx context.Context) (context.Context, *Holds) {
	h := &Holds{}
	return context.WithValue(ctx, holdsKey{}, h), h
}

// Hold says that the work of a context has something to put away, until release is called.
func Hold(ctx context.Context) (release func()) {
	h, ok := ctx.Value(holdsKey{}).(*Holds)
	if !ok {
		return func() {}
	}
	h.add(1)
	return sync.OnceFunc(func() { h.add(-1) })
}

func (h *Holds) add(n int) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.count += n; h.count == 0 && h.free != nil {
		close(h.free)
		h.free = nil
	}
}

// Free returns a channel that is closed when nothing is held.
func (h *Holds) Free() <-chan struct{} {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.free == nil {
		h.free = make(chan struct{})
	}
	free := h.free
	if h.count == 0 {
		close(free)
		h.free = nil
	}
	return free
}
