package ir

import (
	"runtime"
	"sync/atomic"
	"testing"
)

// Every item is worked on once, those too that others lead to, and states are made for goroutines with work only.
func TestForEachMore(t *testing.T) {
	for _, processors := range []int{1, 4} {
		func() {
			defer runtime.GOMAXPROCS(runtime.GOMAXPROCS(processors))
			var sum, made atomic.Int64
			count := func(_ struct{}, n int, more func(int)) {
				sum.Add(int64(n))
				for i := range n {
					more(i)
				}
			}
			begin := func() struct{} { made.Add(1); return struct{}{} }
			states := ForEachMore([]int{5}, begin, count)
			if sum.Load() != 1<<5-1 || int64(len(states)) != made.Load() || len(states) < 1 || len(states) > processors {
				t.Errorf("%d processors: sum %d, %d states of %d", processors, sum.Load(), len(states), made.Load())
			}
			if none := ForEachMore(nil, begin, count); len(none) > 0 {
				t.Errorf("%d states for nothing", len(none))
			}
		}()
	}
}

// A panic continues in the caller, and nobody waits for what the goroutine might have added.
func TestForEachMorePanics(t *testing.T) {
	defer func() {
		if cause := recover(); cause != "three" {
			t.Errorf("panicked with %v", cause)
		}
	}()
	ForEachMore([]int{1, 2, 3}, func() int { return 0 }, func(_, n int, _ func(int)) {
		if n == 3 {
			panic("three")
		}
	})
}
