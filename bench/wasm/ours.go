package main

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"runtime"
	"runtime/debug"
	"syscall"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/exec"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
	"github.com/inflight-compiler/inflight/value"
)

// ours is a kernel prepared on an engine of Inflight, with its buffers.
type ours struct {
	kernel
	program exec.Program
	index   ir.Type
	buffers []*value.Buffer
	plain   [3][]float32
	nothing float64 // the least seconds of a call that ran no rounds, 0 if there was none
}

// prepare compiles a kernel and fills its buffers.
func prepare(engine string, k kernel) (*ours, error) {
	source, err := k.source()
	if err != nil {
		return nil, err
	}
	module, diags := text.Parse(all.NewContext(), diag.NewFile(k.name+".mlir", []byte(source)),
		text.Options{})
	if !diags.HasErrors() {
		diags = ir.Verify(module)
	}
	if diags.HasErrors() {
		return nil, diags.Err()
	}
	e, err := exec.Lookup(engine)
	if err != nil {
		return nil, err
	}
	program, err := e.Compile(context.Background(), module, "run", exec.Code{})
	if err != nil {
		return nil, err
	}
	o := &ours{kernel: k, program: program, index: module.Context().Index}
	return o, o.fill(module)
}

// fill makes the buffers, as kernels.c does.
func (o *ours) fill(module *ir.Op) error {
	for i, n := range o.sizes {
		t, dims, err := o.shape(module, i+1, n)
		if err != nil {
			return err
		}
		buffer, err := value.NewBuffer(t, dims)
		if err != nil {
			return err
		}
		o.plain[i] = make([]float32, n)
		for j := range o.plain[i] {
			v := [3]float32{float32(j%13)*0.25 - 1, float32(j%7)*0.5 - 1, 0}[i]
			o.plain[i][j] = v
			binary.LittleEndian.PutUint32(buffer.Data[4*j:], math.Float32bits(v))
		}
		o.buffers = append(o.buffers, buffer)
	}
	return nil
}

// shape returns the type of an argument of @run, and its extents: those of the type, or n where it leaves one
// open.
func (o *ours) shape(module *ir.Op, argument, n int) (*ir.MemRefType, []int64, error) {
	run := ir.NewSymbolTables().Lookup(module, "run")
	t, ok := run.Body().Arg(argument).Type().(*ir.MemRefType)
	if !ok {
		return nil, nil, fmt.Errorf("argument %d of @run is no memref", argument)
	}
	dims := make([]int64, len(t.Shape))
	for i, d := range t.Shape {
		if dims[i] = d; d == ir.Dynamic {
			dims[i] = int64(n)
		}
	}
	return t, dims, nil
}

// processorTime is what this process and those that it has waited for have used.
func processorTime() float64 {
	total := 0.0
	for _, who := range []int{syscall.RUSAGE_SELF, syscall.RUSAGE_CHILDREN} {
		var u syscall.Rusage
		if syscall.Getrusage(who, &u) == nil {
			total += float64(u.Utime.Nano()+u.Stime.Nano()) * 1e-9
		}
	}
	return total
}

// call runs the kernel so many times, and returns the seconds that it took with everything around it.
func (o *ours) call(rounds int) (float64, error) {
	args := []value.Value{value.Int(o.index, int64(rounds))}
	for _, b := range o.buffers {
		args = append(args, value.Memory(b))
	}
	start := processorTime()
	_, err := o.program.Run(context.Background(), args, exec.Options{Limits: exec.Limits{Memory: 1 << 30}})
	return processorTime() - start, err
}

// measure returns the seconds of so many rounds, without the least that a call costs which runs none, unless
// that is nearly all. Nothing is collected meanwhile: a collector that waits for compiled code to poll uses
// processor time that is not the kernel's.
func (o *ours) measure(rounds int) (float64, error) {
	runtime.GC()
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	nothing, err := o.call(0)
	if err != nil {
		return 0, err
	}
	if o.nothing == 0 || nothing < o.nothing {
		o.nothing = nothing
	}
	all, err := o.call(rounds)
	if few := all / 10; all-o.nothing < few { // too few rounds to tell
		return all, err
	}
	return all - o.nothing, err
}

// measureGo is measure of the kernel in Go.
func (o *ours) measureGo(rounds int) (float64, error) {
	start := processorTime()
	for range rounds {
		plain[o.name](o.n, o.plain[0], o.plain[1], o.plain[2])
	}
	return processorTime() - start, nil
}

// check compares what one round makes of the buffers with what it makes in Go.
func (o *ours) check() error {
	if _, err := o.call(1); err != nil {
		return err
	}
	if _, err := o.measureGo(1); err != nil {
		return err
	}
	for i, buffer := range o.buffers {
		for j, want := range o.plain[i] {
			got := math.Float32frombits(binary.LittleEndian.Uint32(buffer.Data[4*j:]))
			if !(math.Abs(float64(got-want)) <= 1e-5*max(1, math.Abs(float64(want)))) {
				return fmt.Errorf("element %d of buffer %d is %v, in Go it is %v", j, i, got, want)
			}
		}
	}
	return nil
}
