package ir

import (
	"runtime"
	"sync"
	"sync/atomic"
)

// forEach calls f for 0 to n-1, on several goroutines when n is large. A panic
// of f continues in the caller.
func forEach(n int, f func(i int)) {
	workers := runtime.GOMAXPROCS(0)
	if n < parallelUnits || workers == 1 {
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
