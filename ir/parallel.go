package ir

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// forEach is ForEach, but for a few small tasks on this goroutine.
func forEach(n int, f func(i int)) {
	if n < parallelUnits {
		for i := range n {
			f(i)
		}
		return
	}
	ForEach(n, f)
}

// ForEach calls f for 0 to n-1, on as many goroutines as there are processors. A panic of f continues in the caller,
// when the others have ended.
func ForEach(n int, f func(i int)) {
	workers := min(runtime.GOMAXPROCS(0), n)
	if workers <= 1 {
		for i := range n {
			f(i)
		}
		return
	}
	var next atomic.Int64
	var cause atomic.Value
	var group sync.WaitGroup
	for range workers {
		group.Go(func() {
			defer func() {
				if p := recover(); p != nil {
					cause.CompareAndSwap(nil, panicked{p})
				}
			}()
			for i := next.Add(1) - 1; i < int64(n); i = next.Add(1) - 1 {
				f(int(i))
			}
		})
	}
	group.Wait()
	if p, ok := cause.Load().(panicked); ok {
		panic(p.cause)
	}
}

// panicked holds what a goroutine panicked with.
type panicked struct{ cause any }
