package ir

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// ForEach calls f for 0 to n-1, on at most GOMAXPROCS goroutines. If a call of f panics, ForEach panics with
// the same cause after the other goroutines have ended.
func ForEach(n int, f func(i int)) {
	ForEachWith(n, func() struct{} { return struct{}{} }, func(_ struct{}, i int) { f(i) })
}

// ForEachWith is ForEach for work that needs a state, such as memory that is reused. Each goroutine calls f
// with a state of its own, made by begin. ForEachWith returns these states.
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

// panicked holds what a goroutine panicked with.
type panicked struct{ cause any }
