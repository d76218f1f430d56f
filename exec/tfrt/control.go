package tfrt

import (
	"sync/atomic"

	"github.com/inflight-compiler/inflight/bef"
)

func controlKinds() map[string]kind {
	calls := func(needs, fns int, run func(f *frame)) kind {
		return kind{args: needs, results: -1, needs: needs, fns: fns, run: run}
	}
	while := calls(1, 1, runWhile)
	while.attrs = []bef.AttributeType{bef.I64}
	return map[string]kind{
		"tfrt.call": calls(0, 1, func(f *frame) { f.tail(0, f.args) }),
		"tfrt.once": calls(0, 1, runOnce),
		"tfrt.if":   calls(1, 2, runIf),
		"tfrt.cond": calls(1, 2, runIf),
		"tfrt.case": calls(1, -1, func(f *frame) {
			if i, ok := arg[int32](f, 0); ok {
				n := len(f.kernel.fns) - 1
				if i >= 0 && int(i) < n {
					n = int(i)
				}
				f.tail(n, f.args[1:])
			}
		}),
		"tfrt.while":             while,
		"tfrt.repeat.i32":        calls(1, 1, runRepeat),
		"tfrt.parallel_for.i32":  {args: 3, results: 1, needs: -1, fns: 1, run: runParallel},
		"tfrt.parallel_call.i32": {args: 3, results: 1, needs: -1, fns: 1, run: runParallel},
		"tfrt_test.do.async": calls(0, 1, func(f *frame) {
			if !f.fits(0, len(f.args), len(f.results)) {
				return
			}
			results, args, fn := f.later(), f.args, f.kernel.fns[0]
			f.queue.add(func(w *worker) { forwardAll(w, results, f.call(w, fn, args)) })
		}),
	}
}

// fits reports whether a function has that many arguments and results. If not, the kernel fails.
func (f *frame) fits(i, args, results int) bool {
	fn := f.kernel.fns[i]
	if len(fn.Args) == args && len(fn.Results) == results {
		return true
	}
	f.failAll("%s passes %d values to a function of %d and takes %d of %d results", f.kernel.name, args,
		len(fn.Args), results, len(fn.Results))
	return false
}

// tail makes the results of a function those of the kernel.
func (f *frame) tail(i int, args []*future) {
	if f.fits(i, len(args), len(f.results)) {
		copy(f.results, f.call(f.w, f.kernel.fns[i], args))
	}
}

func forwardAll(w *worker, to, from []*future) {
	for i := range to {
		to[i].forward(w, from[i])
	}
}

func runIf(f *frame) {
	if c, ok := arg[bool](f, 0); ok {
		f.tail(1-oneIf(c), f.args[1:])
	}
}

// runOnce calls the function the first time that a request comes here with it.
func runOnce(f *frame) {
	if !f.fits(0, len(f.args), len(f.results)) {
		return
	}
	fn := f.kernel.fns[0]
	f.mu.Lock()
	results, known := f.once[fn.index]
	if !known {
		results = make([]*future, len(f.results))
		for i := range results {
			results[i] = &future{}
		}
		f.once[fn.index] = results
	}
	f.mu.Unlock()
	copy(f.results, results)
	if !known {
		forwardAll(f.w, results, f.call(f.w, fn, f.args))
	}
}

// block is how many iterations of a repeat begin before it looks whether the first value is available.
const block = 32

func runRepeat(f *frame) {
	n, ok := arg[int32](f, 0)
	switch args := f.args[1:]; {
	case !ok:
	case n < 0:
		f.failAll("the count %d is negative", n)
	case f.fits(0, len(args), len(f.results)) && len(args) == len(f.results):
		results := f.later()
		f.repeat(f.w, 0, n, args, results)
	}
}

// repeat runs the iterations from i on.
func (f *frame) repeat(w *worker, i, n int32, args, results []*future) {
	for ; i < n; i++ {
		if err := f.stopped.Load(); err != nil {
			whenAll(w, args, func(w *worker) {
				for _, v := range results {
					v.set(w, nil, err)
				}
			})
			return
		}
		args = f.call(w, f.kernel.fns[0], args)
		if (i+1)%block == 0 && len(args) > 0 && !args[0].available() {
			next := i + 1
			args[0].then(w, func(*worker) {
				f.queue.add(func(w *worker) { f.repeat(w, next, n, args, results) })
			})
			return
		}
	}
	forwardAll(w, results, args)
}

func runWhile(f *frame) {
	args := f.args[1:]
	if _, ok := arg[bool](f, 0); !ok || !f.fits(0, len(args), len(f.results)+1) {
		return
	}
	results := f.later()
	f.while(f.w, f.args[0], args, results, f.kernel.attrs[0].(bef.Number).Int() > 1)
}

// while runs iterations as long as the condition is true. If iterations may run in parallel, each is a task.
func (f *frame) while(w *worker, cond *future, args, results []*future, parallel bool) {
	for cond.isError() == nil {
		more, ok := cond.content.(bool)
		if !ok {
			cond = failed(errorf("the condition of %s is no i1", f.kernel.name))
			break
		}
		if !more {
			forwardAll(w, results, args)
			return
		}
		out := f.call(w, f.kernel.fns[0], args)
		args, cond = out[:len(out)-1], out[len(out)-1]
		if next, now := args, cond; parallel || !cond.available() {
			cond.then(w, func(*worker) {
				f.queue.add(func(w *worker) { f.while(w, now, next, results, parallel) })
			})
			return
		}
	}
	err := cond.isError()
	whenAll(w, args, func(w *worker) {
		for _, v := range results {
			v.set(w, nil, err)
		}
	})
}

// runParallel runs a function for each block of a range. Its chain is available when all blocks are, with the
// error of the first block that has one.
func runParallel(f *frame) {
	start, ok := arg[int32](f, 0)
	end, ok2 := arg[int32](f, 1)
	size, ok3 := arg[int32](f, 2)
	fn := f.kernel.fns[0]
	switch {
	case !ok || !ok2 || !ok3:
	case size <= 0:
		f.failAll("the block size %d is not positive", size)
	case len(fn.Results) > 1 || !f.fits(0, len(f.args)-1, len(fn.Results)):
		if f.results[0] == nil {
			f.failAll("the body of a parallel loop returns a chain, or nothing")
		}
	case end <= start:
		f.set(chain{})
	default:
		l := &loop{frame: f, done: f.later()[0], start: int64(start), end: int64(end), size: int64(size),
			args: f.args[3:]}
		l.begin()
	}
}

// loop is a parallel loop. Tasks take blocks until there are none.
type loop struct {
	*frame
	done             *future
	start, end, size int64
	args             []*future
	next             atomic.Int64 // the next block
	left             atomic.Int64 // blocks that are not complete
	err              atomic.Pointer[blockError]
}

// blockError is the error of a block.
type blockError struct {
	block int64
	err   *failure
}

func (l *loop) begin() {
	blocks := (l.end - l.start + l.size - 1) / l.size
	l.left.Store(blocks)
	for range min(blocks, int64(4*l.queue.workers)) {
		l.queue.add(func(w *worker) { l.take(w, blocks) })
	}
}

// take runs blocks one after the other. A block whose chain is not available yet does not keep it.
func (l *loop) take(w *worker, blocks int64) {
	for i := l.next.Add(1) - 1; i < blocks; i = l.next.Add(1) - 1 {
		if err := l.stopped.Load(); err != nil {
			l.done.set(w, nil, err) // the blocks that are left are not counted
			return
		}
		from := l.start + i*l.size
		args := append([]*future{ready(int32(from)), ready(int32(min(from+l.size, l.end)))}, l.args...)
		v := l.chainOf(w, args)
		if v.available() {
			l.complete(w, i, v.isError())
		} else {
			v.then(w, func(w *worker) { l.complete(w, i, v.isError()) })
		}
	}
}

// chainOf runs a block and returns its chain. A block without a result has ended when all its kernels have
// run.
func (l *loop) chainOf(w *worker, args []*future) *future {
	switch fn := l.kernel.fns[0]; {
	case len(fn.Results) > 0:
		return l.call(w, fn, args)[0]
	case fn.Kind == bef.Async:
		return l.execute(w, fn, args).ended
	default:
		l.call(w, fn, args)
		return ready(chain{})
	}
}

// complete counts a block. The last one makes the chain available.
func (l *loop) complete(w *worker, i int64, err *failure) {
	for err != nil {
		old := l.err.Load()
		if old != nil && old.block < i || l.err.CompareAndSwap(old, &blockError{i, err}) {
			break
		}
	}
	if l.left.Add(-1) > 0 {
		return
	}
	if e := l.err.Load(); e != nil {
		l.done.set(w, nil, e.err)
	} else {
		l.done.set(w, chain{}, nil)
	}
}

// native calls a function that is no part of the file.
func (r *request) native(w *worker, f *loaded, args []*future) []*future {
	results := make([]*future, len(f.Results))
	for i := range results {
		results[i] = &future{}
	}
	whenAll(w, args, func(w *worker) {
		run := natives[f.Name]
		for _, v := range args {
			if err := v.isError(); err != nil {
				run = func(*request, []*future) (any, *failure) { return nil, err }
			}
		}
		content, err := run(r, args)
		for _, v := range results {
			v.set(w, content, err)
		}
	})
	return results
}

// natives are the functions of TFRT's own tests.
var natives = map[string]func(r *request, args []*future) (any, *failure){
	"native_add":       nativeAdd,
	"native_async_add": nativeAdd,
	"native_error": func(*request, []*future) (any, *failure) {
		return nil, errorf("something bad happened")
	},
}

func nativeAdd(_ *request, args []*future) (any, *failure) {
	sum := int32(0)
	for _, v := range args {
		x, ok := v.content.(int32)
		if !ok {
			return nil, errorf("a native function adds i32")
		}
		sum += x
	}
	return sum, nil
}
