package interrupt

import "context"

// Await does work that does not look at its context, in a goroutine of its own. If the context ends before
// the work does, it returns at once, with the error of Error. The work then goes on: it must touch nothing
// that others use, and drop, unless it is nil, gets a result that nobody else will.
func Await[T any](ctx context.Context, work func() (T, error), drop func(T)) (T, error) {
	var none T
	if why := Error(ctx); why != nil {
		return none, why
	}
	if ctx.Done() == nil {
		return work()
	}
	done := make(chan outcome[T], 1)
	go func() { done <- do(work) }()
	select {
	case o := <-done:
		if o.panicked != nil {
			panic(o.panicked)
		}
		return o.result, o.err
	case <-ctx.Done():
		go func() {
			if o := <-done; o.panicked == nil && o.err == nil && drop != nil {
				drop(o.result)
			}
		}()
		return none, Error(ctx)
	}
}

// outcome is how work has ended.
type outcome[T any] struct {
	result   T
	err      error
	panicked any
}

// do does work, and keeps a panic for whoever waits for it.
func do[T any](work func() (T, error)) (o outcome[T]) {
	defer func() { o.panicked = recover() }()
	o.result, o.err = work()
	return o
}
