package ir

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// ForEach calls f for 0 to n-1, on as many goroutines as there are processors. A panic of f continues in the caller,
// when the others have ended.
func ForEach(n int, f func(i int)) {
	ForEachWith(n, func() struct{} { return struct{}{} }, func(_ struct{}, i int) { f(i) })
}

// ForEachWith is ForEach for work that needs a state, such as memory to use again: each goroutine calls f with a state of
// its own, which begin makes. It returns the states.
func ForEachWith[S any](n int, begin func() S, f func(state S, i int)) []S {
	workers := min(runtime.GOMAXPROCS(0), n)
	if workers <= 1 {
		state := begin()
		for i := range n {
			f(state, i)
		}
		return []S{state}
	}
	states := make([]S, workers)
	var next atomic.Int64
	var cause atomic.Value
	var group sync.WaitGroup
	for w := range workers {
		group.Go(func() {
			defer func() {
				if p := recover(); p != nil {
					cause.CompareAndSwap(nil, panicked{p})
				}
			}()
			states[w] = begin()
			for i := next.Add(1) - 1; i < int64(n); i = next.Add(1) - 1 {
				f(states[w], int(i))
			}
		})
	}
	group.Wait()
	if p, ok := cause.Load().(panicked); ok {
		panic(p.cause)
	}
	return states
}

// ForEachMore is ForEachWith for items of which some lead to more: f may call more while it works on one, from its goroutine. Only
// goroutines that get an item have a state.
func ForEachMore[S, T any](items []T, begin func() S, f func(state S, item T, more func(T))) (states []S) {
	w := work[T]{items: items}
	w.changed.L = &w.mu
	ForEach(runtime.GOMAXPROCS(0), func(int) {
		var state S
		begun := false
		for item, ok := w.take(); ok; item, ok = w.take() {
			func() {
				defer w.done() // nobody is to wait for more after a panic
				if !begun {
					state, begun = begin(), true
					w.mu.Lock()
					states = append(states, state)
					w.mu.Unlock()
				}
				f(state, item, w.add)
			}()
		}
	})
	return states
}

// work is what is left to do.
type work[T any] struct {
	mu      sync.Mutex
	changed sync.Cond
	items   []T
	busy    int // goroutines that may add some
}

// add appends an item.
func (w *work[T]) add(item T) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.items = append(w.items, item)
	w.changed.Signal()
}

// take returns an item, when there is one; false when there will be none.
func (w *work[T]) take() (item T, ok bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for len(w.items) == 0 && w.busy > 0 {
		w.changed.Wait()
	}
	if len(w.items) == 0 {
		return item, false
	}
	item, w.items = w.items[0], w.items[1:]
	w.busy++
	return item, true
}

// done says that a goroutine adds no more.
func (w *work[T]) done() {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.busy--
	if w.busy == 0 {
		w.changed.Broadcast()
	}
}

// panicked holds what a goroutine panicked with.
type panicked struct{ cause any }
