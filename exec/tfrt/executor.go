package tfrt

import (
	"slices"
	"sync/atomic"

	"github.com/inflight-compiler/inflight/bef"
)

// execution runs a function: its registers, and how many operands each kernel still waits for.
type execution struct {
	*request
	f       *loaded
	regs    []*future
	waiting []atomic.Int32
	results []*future
	left    atomic.Int32 // kernels that have not run
	ended   *future      // available when all kernels have run
}

// call runs a function on arguments and returns its results, which may become available later.
func (r *request) call(w *worker, f *loaded, args []*future) []*future {
	switch f.Kind {
	case bef.Native:
		return r.native(w, f, args)
	case bef.Sync:
		return r.syncCall(w, f, args)
	}
	return r.execute(w, f, args).results
}

// execute begins to run a function.
func (r *request) execute(w *worker, f *loaded, args []*future) *execution {
	x := &execution{request: r, f: f, regs: make([]*future, len(f.Registers)), ended: &future{},
		waiting: make([]atomic.Int32, len(f.Kernels)), results: make([]*future, len(f.ResultRegs))}
	for i := range f.Kernels {
		x.waiting[i].Store(int32(max(len(f.Kernels[i].Args), 1)))
	}
	x.left.Store(int32(len(f.Kernels))) // the one that stands for the arguments counts too
	for i, reg := range f.ResultRegs {
		if first := slices.Index(f.ResultRegs, reg); first < i {
			x.results[i] = x.results[first]
		} else {
			x.results[i] = &future{}
		}
	}
	w.goOn(func(w *worker) {
		s := &batch{stream: f.Kernels[0].Stream}
		x.begin(w, s, args)
		x.hasRun(w)
		x.run(w, s)
	})
	return x
}

// hasRun counts a kernel that has run.
func (x *execution) hasRun(w *worker) {
	if x.left.Add(-1) == 0 {
		x.ended.set(w, chain{}, nil)
	}
}

// batch is kernels that are ready: those of a stream, and others.
type batch struct {
	stream  int
	inline  []uint32
	outline []uint32
}

// begin makes the arguments available, and kernels without operands ready.
func (x *execution) begin(w *worker, s *batch, args []*future) {
	pseudo := &x.f.Kernels[0]
	x.count(s, pseudo.UsedBy[0])
	for i, reg := range pseudo.Results[1:] {
		x.put(w, s, reg, args[i], pseudo.UsedBy[i+1])
	}
}

// count counts down the operands that kernels wait for.
func (x *execution) count(s *batch, users []uint32) {
	for _, id := range users {
		if x.waiting[id].Add(-1) == 0 {
			if x.f.Kernels[id].Stream == s.stream {
				s.inline = append(s.inline, id)
			} else {
				s.outline = append(s.outline, id)
			}
		}
	}
}

// put puts a value into a register. Kernels that wait for it count when it is available, those that hand it
// on count now.
func (x *execution) put(w *worker, s *batch, reg uint32, v *future, users []uint32) {
	x.regs[reg] = v
	for i, r := range x.f.ResultRegs {
		if uint32(r) == reg {
			x.results[i].forward(w, v)
		}
	}
	if v.available() {
		x.count(s, users)
		return
	}
	var later []uint32
	for _, id := range users {
		if x.f.kernels[id].waitsFor(reg, x.f.Kernels[id].Args) {
			later = append(later, id)
		} else {
			x.count(s, []uint32{id})
		}
	}
	if len(later) == 0 {
		return
	}
	stream := s.stream
	v.then(w, func(w *worker) {
		next := &batch{stream: stream}
		x.count(next, later)
		x.run(w, next)
	})
}

// run runs kernels that are ready, the last one first, and those that become ready by that. Kernels of other
// streams are handed to the queue.
func (x *execution) run(w *worker, s *batch) {
	for {
		if len(s.inline) == 0 {
			s.change(x.f)
		}
		x.handOver(s)
		if len(s.inline) == 0 {
			return
		}
		id := s.inline[len(s.inline)-1]
		s.inline = s.inline[:len(s.inline)-1]
		x.kernel(w, s, id)
	}
}

// change makes the stream of the first of the other kernels the stream of the batch.
func (s *batch) change(f *loaded) {
	if len(s.outline) == 0 {
		return
	}
	s.stream = f.Kernels[s.outline[0]].Stream
	var rest []uint32
	for _, id := range s.outline {
		if f.Kernels[id].Stream == s.stream {
			s.inline = append(s.inline, id)
		} else {
			rest = append(rest, id)
		}
	}
	s.outline = rest
}

// handOver makes a task of the ready kernels of each other stream.
func (x *execution) handOver(s *batch) {
	if len(s.outline) == 0 {
		return
	}
	slices.SortStableFunc(s.outline, func(a, b uint32) int {
		return x.f.Kernels[a].Stream - x.f.Kernels[b].Stream
	})
	for ids := s.outline; len(ids) > 0; {
		stream, n := x.f.Kernels[ids[0]].Stream, 1
		for n < len(ids) && x.f.Kernels[ids[n]].Stream == stream {
			n++
		}
		group := ids[:n:n]
		ids = ids[n:]
		x.queue.add(func(w *worker) { x.run(w, &batch{stream: stream, inline: group}) })
	}
	s.outline = nil
}

// kernel runs a kernel, or makes its results errors, and hands on its results.
func (x *execution) kernel(w *worker, s *batch, id uint32) {
	k, impl := &x.f.Kernels[id], &x.f.kernels[id]
	f := &frame{request: x.request, w: w, kernel: impl, location: k.Location,
		results: make([]*future, len(k.Results))}
	err := x.stopped.Load()
	for i, reg := range k.Args {
		v := x.regs[reg]
		f.args = append(f.args, v)
		if i < impl.needs {
			if e := v.isError(); e != nil {
				err = e // the last one counts
			}
		}
	}
	if err == nil {
		impl.run(f)
	}
	for i := range f.results {
		if f.results[i] == nil && err != nil {
			f.results[i] = failed(err)
		} else if f.results[i] == nil {
			f.results[i] = failed(errorf("kernel %s has no result %d", impl.name, i))
		}
	}
	x.release(f.args, 1)
	for i, reg := range k.Results {
		if v := f.results[i]; x.f.Registers[reg].Uses > 0 {
			x.retain(v, x.f.Registers[reg].Uses)
			x.put(w, s, reg, v, k.UsedBy[i])
		}
		x.release(f.results[i:i+1], 1)
	}
	x.hasRun(w)
}

// release counts down the uses of resources.
func (x *execution) release(values []*future, n int) {
	for _, v := range values {
		if res := resourceIn(v); res != nil {
			res.release(x.request, n)
		}
	}
}

func (x *execution) retain(v *future, n int) {
	if res := resourceIn(v); res != nil {
		res.mu.Lock()
		res.uses += n
		res.mu.Unlock()
	}
}

func resourceIn(v *future) *resource {
	v.mu.Lock()
	defer v.mu.Unlock()
	res, _ := v.content.(*resource)
	return res
}

// syncCall runs a synchronous function when its arguments are available: its kernels in order, until one
// fails.
func (r *request) syncCall(w *worker, f *loaded, args []*future) []*future {
	results := make([]*future, len(f.ResultRegs))
	for i := range results {
		results[i] = &future{}
	}
	whenAll(w, args, func(w *worker) {
		values, err := r.inOrder(w, f, args)
		for i, v := range results {
			if err != nil {
				v.set(w, nil, err)
			} else {
				v.forward(w, values[f.ResultRegs[i]])
			}
		}
	})
	return results
}

// inOrder runs the kernels of a synchronous function. It returns the registers, or the first error.
func (r *request) inOrder(w *worker, f *loaded, args []*future) ([]*future, *failure) {
	regs := make([]*future, len(f.Registers))
	for i, reg := range f.Kernels[0].Results[1:] {
		if regs[reg] = args[i]; args[i].isError() != nil {
			return nil, args[i].isError()
		}
	}
	for _, id := range f.order {
		if err := r.stopped.Load(); err != nil {
			return nil, err
		}
		k := &f.Kernels[id]
		fr := &frame{request: r, w: w, kernel: &f.kernels[id], location: k.Location,
			results: make([]*future, len(k.Results))}
		for _, reg := range k.Args {
			fr.args = append(fr.args, regs[reg])
		}
		fr.kernel.run(fr)
		for i, reg := range k.Results {
			v := fr.results[i]
			switch {
			case v == nil || !v.available():
				return nil, errorf("kernel %s is not synchronous", fr.kernel.name)
			case v.isError() != nil:
				return nil, v.isError()
			}
			regs[reg] = v
		}
	}
	return regs, nil
}
