package main

import (
	"context"
	"fmt"
	"math"
	"os"
	"time"

	"github.com/inflight-compiler/inflight/exec/cuda/device"
	"github.com/inflight-compiler/inflight/exec/cuda/protocol"
)

// measure runs the kernels, prints the table, and writes the results.
func (c *command) measure() error {
	b := &bench{repeats: c.repeats, report: &report{Date: time.Now().UTC().Format(time.DateOnly)}}
	if err := b.open(); err != nil {
		return fmt.Errorf("%d kernels are built, and nothing is measured: %w", len(c.cases), err)
	}
	defer func() { _ = b.device.Close() }()
	for i, t := range c.cases {
		fmt.Fprintf(os.Stderr, "\r%d of %d: %-60s", i+1, len(c.cases), t.Name)
		if err := b.one(t); err != nil {
			return err
		}
	}
	fmt.Fprintf(os.Stderr, "\r%-80s\r", "")
	return b.report.write(os.Stdout, c.json)
}

// bench is a series of measurements on one device.
type bench struct {
	device  *device.Device
	repeats int
	report  *report
	// problem is what the kernels compute at present, and memory where A, B and C are.
	problem *problem
	memory  map[string]device.Address
}

func (b *bench) open() (err error) {
	if b.device, err = device.Open(context.Background()); err == nil {
		b.report.Device, b.report.Driver = b.device.Name(), b.device.DriverVersion()
	}
	return err
}

// one measures one kernel. A kernel that fails is a row of the table; the session after it is a new one.
func (b *bench) one(t *testCase) error {
	row := &row{testCase: *t}
	err := b.prepare(t)
	if err == nil {
		err = b.run(t, row)
	}
	b.report.Rows = append(b.report.Rows, row)
	if err == nil {
		return nil
	}
	row.Failure = err.Error()
	_ = b.device.Close()
	b.problem = nil
	return b.open()
}

// prepare copies the inputs of a kernel to the device, unless they are there, and measures what it is
// compared with.
func (b *bench) prepare(t *testCase) error {
	if b.problem.is(t) {
		return nil
	}
	for _, a := range b.memory {
		if b.problem != nil {
			if err := b.device.Free(a); err != nil {
				return err
			}
		}
	}
	p := newProblem(t)
	b.problem, b.memory = nil, map[string]device.Address{}
	for i, content := range [][]byte{p.a.data(), p.b.data(), make([]byte, len(p.a.at)*4)} {
		a, err := b.device.Alloc(int64(len(content)))
		if err != nil {
			return err
		}
		b.memory[string(rune('A'+i))] = a
		if err := b.device.Write(a, content); err != nil {
			return err
		}
	}
	b.problem = p
	return b.baseline(t)
}

// run checks the result of a kernel, and measures it.
func (b *bench) run(t *testCase, r *row) error {
	start := time.Now()
	m, err := b.device.Load(t.code())
	if err != nil {
		return device.Explained(err)
	}
	r.Compiled, r.Log = time.Since(start).Seconds(), m.Log
	use, err := m.Use(t.Kernel)
	if err != nil {
		return err
	}
	r.Registers, r.Local, r.SharedBytes = use.Registers, use.Local, use.Shared+int(t.Shared)
	l, err := b.arguments(t)
	if err != nil {
		return err
	}
	launch := func(timing protocol.Timing) ([]float64, error) { return m.Launch(l, timing) }
	result := make([]byte, 4*len(b.problem.a.at))
	if err := b.device.Fill(b.memory["C"], 0, int64(len(result))); err != nil {
		return err
	}
	_, err = launch(protocol.Timing{})
	if err == nil {
		err = b.device.Read(b.memory["C"], result)
	}
	if err == nil {
		r.Error, err = b.problem.check(result)
	}
	if err != nil {
		return err
	}
	return b.time(r, launch)
}

// arguments returns the launch of a kernel on what is in memory.
func (b *bench) arguments(t *testCase) (device.Launch, error) {
	l := device.Launch{Kernel: t.Kernel, Grid: t.Grid, Block: t.Block, Shared: t.Shared}
	for _, a := range t.Args {
		address, ok := b.memory[a.Name]
		if !ok {
			return l, fmt.Errorf("the kernel has an argument '%s'", a.Name)
		}
		if a.Map != nil {
			m := *a.Map
			m.Address, m.At = uint64(address), l.Params.AddTensorMap()
			l.TensorMaps = append(l.TensorMaps, m)
			continue
		}
		l.Params.AddMemRef(address, 0, a.Shape, strides(a.Shape))
	}
	return l, nil
}

// launch launches a kernel once, on zeros.
func (b *bench) launch(t *testCase) error {
	m, err := b.device.Load(t.code())
	if err != nil {
		return device.Explained(err)
	}
	b.memory = map[string]device.Address{}
	for _, a := range t.Args {
		if a.Map != nil {
			continue
		}
		if b.memory[a.Name], err = b.device.Alloc(a.Bytes); err != nil {
			return err
		}
		if err := b.device.Fill(b.memory[a.Name], 0, a.Bytes); err != nil {
			return err
		}
	}
	l, err := b.arguments(t)
	if err != nil {
		return err
	}
	_, err = m.Launch(l, protocol.Timing{})
	return err
}

// time measures something, in batches of about a millisecond.
func (b *bench) time(r *row, do func(protocol.Timing) ([]float64, error)) error {
	warm, err := do(protocol.Timing{Warmup: 2})
	if err != nil {
		return err
	}
	times, err := do(protocol.Timing{Warmup: 1, Repeats: b.repeats,
		Batch: int(min(max(1/max(warm[0], 1e-3), 1), 50))})
	if err != nil {
		return err
	}
	r.Milliseconds, r.Fastest, r.Slowest = device.Median(times), math.Inf(1), 0
	for _, t := range times {
		r.Fastest, r.Slowest = min(r.Fastest, t), max(r.Slowest, t)
	}
	return nil
}

// baseline measures what the kernels of a problem are compared with: cuBLAS, or a copy on the device. Where
// there is no cuBLAS that is noted.
func (b *bench) baseline(t *testCase) error {
	r := &row{testCase: testCase{Kind: t.Kind, Type: t.Type, Size: t.Size}}
	if b.report.against(r) != nil {
		return nil // measured before a kernel failed
	}
	do := func(timing protocol.Timing) ([]float64, error) {
		return b.device.Copy(b.memory["C"], b.memory["A"], int64(4*t.Size), timing)
	}
	if r.Source = "copy on the device"; t.Kind == kindProduct {
		r.Source = "cuBLAS"
		do = func(timing protocol.Timing) (times []float64, err error) {
			times, b.report.BLAS, err = b.device.Product(protocol.Matrices{
				M: t.Size, N: t.Size, K: t.Size, Inputs: t.Type, Outputs: "f32",
				A: uint64(b.memory["A"]), B: uint64(b.memory["B"]), C: uint64(b.memory["C"]),
			}, timing)
			return times, err
		}
	}
	r.Name = r.Source
	_, err := do(protocol.Timing{})
	if t.Kind == kindProduct && err == nil {
		result := make([]byte, 4*len(b.problem.a.at))
		if err = b.device.Read(b.memory["C"], result); err == nil {
			r.Error, err = b.problem.check(result)
		}
	}
	if err == nil {
		err = b.time(r, do)
	}
	if err != nil {
		r.Failure = err.Error()
	}
	b.report.Rows = append(b.report.Rows, r)
	return nil
}

// strides returns the strides of a matrix in row-major order.
func strides(shape []int64) []int64 {
	s := make([]int64, len(shape))
	n := int64(1)
	for i := len(shape) - 1; i >= 0; i-- {
		s[i] = n
		n *= shape[i]
	}
	return s
}
