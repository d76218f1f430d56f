package cuda

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/inflight-compiler/inflight/config"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/exec/cuda/device"
	"github.com/inflight-compiler/inflight/interrupt"
	"github.com/inflight-compiler/inflight/sim"
	"github.com/inflight-compiler/inflight/target/ptx"
	"github.com/inflight-compiler/inflight/timeline"
	"github.com/inflight-compiler/inflight/value"
)

var codeArguments = diag.Register("cuda-bad-argument", "an argument does not fit the function",
	"The number and the types of the arguments must be those of the function, and distinct memrefs "+
		"distinct memory.")

// Run runs the program. Memory among the arguments is changed in place.
func (p *Program) Run(ctx context.Context, args []value.Value, o config.Run) ([]value.Value, error) {
	if i, j, shared := value.SharedMemory(args); shared {
		return nil, diag.Errorf(codeArguments, p.span, "arguments %d and %d share memory", i,
			j).Suggest("give each argument memory of its own")
	}
	if o.Time > 0 {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, o.Time)
		defer cancel()
	}
	d, err := device.Open(ctx)
	if err != nil {
		return nil, locate(err, p.span)
	}
	defer func() { _ = d.Close() }()
	r := &run{
		program: p, device: d, flow: newFlow(d, p.plan), modules: map[*ptx.Kernels]*device.Module{},
		resident: map[*byte]*resident{},
		free:     map[int64][]device.Address{}, times: map[launchKey]*measured{},
	}
	r.flow.all, r.flow.ended, r.flow.graphEnded = o.Trace != nil, r.ended(o.Trace), r.graphEnded(o.Trace)
	if p.graphs {
		r.flow.graphs = &graphs{flow: r.flow, give: r.give}
	}
	start := time.Now()
	result, err := p.host.Run(ctx,
		sim.Config{Mode: sim.Sequential, Executor: r, Limits: sim.Limits{Steps: -1}}.With(o), args)
	if err == nil {
		err = r.flow.close()
	}
	if err != nil {
		return nil, p.ended(ctx, err)
	}
	if o.Ran != nil {
		o.Ran(time.Since(start))
	}
	if o.Device != nil {
		o.Device(r.usage())
	}
	return result.Returns, nil
}

// ended returns a function that keeps the times of operations on queues.
func (r *run) ended(tl *timeline.Timeline) func(t *ticket, begin, end float64) {
	return func(t *ticket, begin, end float64) {
		if t.op.Is(gpu.LaunchFunc) {
			r.record(t.launch, []float64{end - begin})
		}
		if tl != nil {
			r.flow.draw(tl, t, begin, end)
		}
	}
}

// graphEnded returns a function that keeps the times of graphs.
func (r *run) graphEnded(tl *timeline.Timeline) func(number int64, begin, end float64) {
	return func(number int64, begin, end float64) {
		r.graphTimes = append(r.graphTimes, end-begin)
		if tl != nil {
			r.flow.drawOn(tl, "graphs", fmt.Sprintf("graph %d", number), begin, end)
		}
	}
}

// ended returns the error about the time limit, if err only says that a context has ended.
func (p *Program) ended(ctx context.Context, err error) error {
	if interrupt.Is(err) {
		return device.Ended(ctx, p.span)
	}
	return locate(err, p.span)
}

// locate gives a diagnostic without a place the place of the program.
func locate(err error, at diag.Span) error {
	if d, ok := errors.AsType[*diag.Diagnostic](err); ok && !d.Span.IsKnown() {
		d.Span = at
	}
	return err
}

// run is a run in progress.
type run struct {
	program    *Program
	device     *device.Device
	flow       *flow
	modules    map[*ptx.Kernels]*device.Module
	resident   map[*byte]*resident        // by the first byte of the host's memory that represents it
	free       map[int64][]device.Address // memory of the device that no launch uses, by size
	times      map[launchKey]*measured
	order      []launchKey // by first launch
	graphTimes []float64   // of graphs, in milliseconds
}

// launchKey is the key of launches with comparable times.
type launchKey struct {
	name        string
	grid, block [3]int64
	shared      int64
}

// measured are the times of the launches of a kernel, in milliseconds.
type measured struct {
	launches int
	times    []float64
}

// usage returns the summary of the run.
func (r *run) usage() *config.DeviceUsage {
	u := &config.DeviceUsage{Device: r.device.Name(), Driver: r.device.DriverVersion(), Queues: r.flow.used,
		GraphTime: time.Duration(device.Median(r.graphTimes) * float64(time.Millisecond))}
	for _, k := range r.order {
		m := r.times[k]
		u.Kernels = append(u.Kernels, config.KernelTime{
			Name: k.name, Grid: k.grid, Block: k.block, Launches: m.launches, Repeats: len(m.times),
			Time: time.Duration(device.Median(m.times) * float64(time.Millisecond)),
		})
	}
	return u
}

// module returns the code of a kernel, compiled for the device.
func (r *run) module(code *ptx.Kernels) (*device.Module, error) {
	if m := r.modules[code]; m != nil {
		return m, nil
	}
	m, err := r.device.Load(device.Code{Text: code.Text, Version: code.Version, Target: code.Target})
	if err == nil {
		r.modules[code] = m
	}
	return m, err
}

// take returns memory of the device. If there is none left, the memory that no launch uses is freed first.
func (r *run) take(bytes int64) (device.Address, error) {
	if list := r.free[bytes]; len(list) > 0 {
		r.free[bytes] = list[:len(list)-1]
		return list[len(list)-1], nil
	}
	a, err := r.device.Alloc(bytes)
	if !device.IsOutOfMemory(err) || len(r.free) == 0 {
		return a, err
	}
	for _, list := range r.free {
		for _, unused := range list {
			if err := r.device.Free(unused); err != nil {
				return 0, err
			}
		}
	}
	clear(r.free)
	return r.device.Alloc(bytes)
}

// give takes memory back from a launch.
func (r *run) give(bytes int64, a device.Address) { r.free[bytes] = append(r.free[bytes], a) }

// record adds times to those of a kernel.
func (r *run) record(k launchKey, times []float64) {
	m := r.times[k]
	if m == nil {
		m = &measured{}
		r.times[k] = m
		r.order = append(r.order, k)
	}
	m.launches++
	m.times = append(m.times, slices.Clone(times)...)
}
