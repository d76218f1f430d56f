package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"

	"github.com/inflight-compiler/inflight"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/exec"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/value"
)

// The types of the JSON reports. docs/json.md documents them, and docs/report.schema.json is generated from
// them: every field is always present, unknown values are null, and lists are never null.

// runJSON is the report of inflight run.
type runJSON struct {
	File      string         `json:"file"`
	Entry     string         `json:"entry"`
	Engine    string         `json:"engine"`
	Arguments []argumentJSON `json:"arguments"`
	// Memory is the contents of the arguments and results that are memory, after the run.
	Memory []memoryJSON      `json:"memory"`
	Check  inflight.Findings `json:"check"`
	// Returns are the results of the function. Results that are memory have their contents in Memory.
	Returns []returnJSON `json:"returns"`
	// Printed is the text that the program has printed.
	Printed string `json:"printed"`
	// Written are the names of the files that were written.
	Written []string `json:"written"`
	// Remarks are the warnings and remarks, each with its place.
	Remarks []string `json:"remarks"`
	// Equal is true if the results are equal to those of the program as written, null if they were not
	// compared. Rounding is the largest difference by rounding in math functions, relative to the largest
	// magnitude.
	Equal    *bool   `json:"equal"`
	Rounding float64 `json:"rounding"`
	// The times are in seconds, null on the engine sim. Operations and Bytes are the number of floating-point
	// operations and of bytes that the function computes and moves.
	CompileTime *float64 `json:"compile_seconds"`
	RunTime     *float64 `json:"run_seconds"`
	Operations  *int64   `json:"operations"`
	Bytes       *int64   `json:"bytes"`
	// InOrderTime and OverlappedTime are the median times, in seconds, of the program as written and of the
	// pipelined program. Both ran MeasuredRuns times, alternately, on the engine. Hidden is the share of the
	// asynchronous work during which other work ran. All are null if they were not measured.
	InOrderTime    *float64 `json:"in_order_seconds"`
	OverlappedTime *float64 `json:"overlapped_seconds"`
	MeasuredRuns   *int     `json:"measured_runs"`
	Hidden         *float64 `json:"hidden"`
	// Device, Driver, Queues and Kernels describe the work on a device: its name and driver, the operations
	// on its queues, and the times of the kernels.
	Device  *string            `json:"device"`
	Driver  *string            `json:"driver"`
	Queues  *exec.DeviceQueues `json:"queues"`
	Kernels []kernelJSON       `json:"kernels"`
	// GraphTime is the median time of a graph on the device in seconds.
	GraphTime *float64 `json:"graph_seconds"`
	// SequentialTicks and PipelinedTicks are the times on the abstract machine, null if the program was not
	// simulated in the timed mode. Overlap is the share of the asynchronous work during which other work
	// runs.
	SequentialTicks *int64   `json:"sequential_ticks"`
	PipelinedTicks  *int64   `json:"pipelined_ticks"`
	Overlap         *float64 `json:"overlap"`
}

// argumentJSON is an argument. Value is the value of a scalar, null for memory. The shape of a scalar is [].
type argumentJSON struct {
	Name   string       `json:"name"`
	Type   string       `json:"type"`
	Shape  []int64      `json:"shape"`
	Value  *exec.Number `json:"value"`
	Source string       `json:"source"` // a file, "random", or the number
}

// memoryJSON is the contents of memory after a run.
type memoryJSON struct {
	Name    string `json:"name"`
	Type    string `json:"type"`
	Element string `json:"element"` // NumPy's name of the type
	Shape   []int  `json:"shape"`
	Changed bool   `json:"changed"` // by the run
	// First are the first elements, at most eight. Sum is the sum of all elements.
	First []exec.Number `json:"first"`
	Sum   exec.Number   `json:"sum"`
	// Values are all elements, row by row, if --print names the memory; otherwise null.
	Values *[]exec.Number `json:"values"`
}

// returnJSON is a result of the function. Value is null if the result is no number.
type returnJSON struct {
	Type  string       `json:"type"`
	Value *exec.Number `json:"value"`
}

type kernelJSON struct {
	Name     string   `json:"name"`
	Grid     [3]int64 `json:"grid"`
	Block    [3]int64 `json:"block"`
	Launches int      `json:"launches"`
	// Seconds is the median of the measured times, null if there are none. Repeats is their number.
	Seconds *float64 `json:"seconds"`
	Repeats int      `json:"repeats"`
}

// known returns a pointer to v, or nil, which is null in JSON, if ok is false.
func known[T any](v T, ok bool) *T {
	if !ok {
		return nil
	}
	return &v
}

// list returns a copy of l that is never nil: JSON writes an empty list as [] and not as null.
func list[T any](l []T) []T { return append([]T{}, l...) }

// device adds the fields about the work on a device.
func (j *runJSON) device(u *exec.DeviceUsage) {
	if u == nil {
		return
	}
	j.Device, j.Driver = &u.Device, &u.Driver
	j.Queues = known(u.Queues, u.Queues.Operations > 0)
	j.GraphTime = known(u.GraphTime.Seconds(), u.Queues.Graphs > 0)
	for _, k := range u.Kernels {
		j.Kernels = append(j.Kernels,
			kernelJSON{k.Name, k.Grid, k.Block, k.Launches, known(k.Time.Seconds(), k.Repeats > 0),
				k.Repeats})
	}
}

// inTurn adds the times of the program in order and overlapped.
func (j *runJSON) inTurn(m *inflight.InTurn) {
	if m == nil {
		return
	}
	j.InOrderTime, j.OverlappedTime, j.MeasuredRuns = known(m.InOrder.Seconds(), true),
		known(m.Overlapped.Seconds(), true), &m.Runs
	j.Hidden = known(m.Hidden())
}

// firstInJSON is the number of elements in a report of memory that --print does not name.
const firstInJSON = 8

// memoryReport returns the JSON reports of memory. It has all elements of the memory that shown names.
func memoryReport(memory []inflight.Memory, shown []string) []memoryJSON {
	all := []memoryJSON{}
	for _, m := range memory {
		e := exec.NumbersOf(m.Array)
		j := memoryJSON{
			Name: m.Name, Type: m.Type, Element: m.Array.DType.String(), Shape: list(m.Array.Shape),
			Changed: m.Changed,
			First:   e.First(firstInJSON), Sum: e.Sum(),
		}
		if slices.Contains(shown, m.Name) {
			values := e.First(e.Len())
			j.Values = &values
		}
		all = append(all, j)
	}
	return all
}

// scalar returns a value as a number, nil if the value is none.
func scalar(v value.Value) *exec.Number {
	switch v.Type.(type) {
	case *ir.FloatType, *ir.IntegerType, *ir.IndexType:
		return known(exec.Number(v.String()), true)
	}
	return nil
}

func writeRunJSON(w io.Writer, r *inflight.RunReport, text string, shown, written []string) error {
	compiled, timed := !r.About.Simulates, r.Timeline != nil
	j := runJSON{
		File: r.File, Entry: r.Entry, Engine: r.Engine, Check: r.Findings(),
		Memory:    memoryReport(r.Memory(), shown),
		Arguments: []argumentJSON{}, Returns: []returnJSON{}, Remarks: placed(r.Warnings),
		Kernels: []kernelJSON{}, Printed: text, Written: list(written),
		Equal: known(true, r.Equality != inflight.NotCompared), Rounding: r.Rounding,
		Operations: r.Operations, Bytes: r.Bytes,
		CompileTime: known(r.CompileTime.Seconds(), compiled), RunTime: known(r.RunTime.Seconds(), compiled),
		SequentialTicks: known(r.SequentialTicks, timed), PipelinedTicks: known(r.PipelinedTicks, timed),
	}
	for _, v := range r.Returns {
		j.Returns = append(j.Returns, returnJSON{fmt.Sprint(v.Type), scalar(v)})
	}
	j.inTurn(r.InTurn)
	j.device(r.Device)
	for _, a := range r.Arguments {
		arg := argumentJSON{Name: a.Name, Type: a.Value.Type.String(), Shape: []int64{},
			Value: scalar(a.Value), Source: a.Source}
		if b := a.Value.Buffer; b != nil {
			arg.Shape = list(b.Shape)
		}
		j.Arguments = append(j.Arguments, arg)
	}
	if r.Timeline != nil && !r.Truncated {
		if share, ok := r.Timeline.Overlap(); ok {
			j.Overlap = &share
		}
	}
	return writeJSON(w, j)
}

// writeJSON writes a report without escaping < and >.
func writeJSON(w io.Writer, v any) error {
	var b bytes.Buffer
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	e.SetIndent("", "  ")
	if err := e.Encode(v); err != nil {
		return err
	}
	_, err := w.Write(diag.PrintableJSON(b.Bytes()))
	return err
}
