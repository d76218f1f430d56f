package inflight

import (
	"fmt"
	"io"
	"math"
	"strings"
	"time"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/timeline"
)

// WriteText writes the report for people: the arguments and the engine, the verdicts, the result, and the
// timeline. o configures the drawing of the timeline.
func (r *RunReport) WriteText(w io.Writer, o timeline.Options) error {
	var b strings.Builder
	diag.Fprintf(&b, "%s: @%s on %s\n\n", r.File, r.Entry, r.Engine)
	r.argumentTable(&b)
	r.verdictText(&b)
	r.resultText(&b)
	r.timeText(&b)
	memoryTable(&b, r.Memory())
	if r.Timeline == nil {
		if _, err := io.WriteString(w, b.String()); err != nil {
			return err
		}
		return r.writeBoxes(w, o)
	}
	b.WriteByte('\n')
	if r.Truncated {
		diag.Fprintf(&b, "The run has too many events to draw. These are the first of them:\n\n")
	}
	if _, err := io.WriteString(w, b.String()); err != nil {
		return err
	}
	return timeline.RenderText(w, r.Timeline, o)
}

// verdictText writes the report of the judge, with the names of functions where there are several.
func (r *RunReport) verdictText(b *strings.Builder) {
	if all := r.Check.Functions; len(all) == 1 {
		_ = all[0].WriteText(b) // into memory
		return
	}
	_ = r.Check.WriteText(b)
}

// resultText writes the scalars that the function returned, and how the results compare with those of the
// program as written.
func (r *RunReport) resultText(b *strings.Builder) {
	for _, v := range r.Returns {
		if v.Buffer == nil {
			diag.Fprintf(b, "returns: %v\n", v)
		}
	}
	with := "the program as written"
	if r.OnEngine {
		with += ", run in order on " + r.Engine
	}
	switch {
	case r.Equality == EqualBits:
		diag.Fprintf(b, "result:  equal to %s, bit by bit\n", with)
	case r.Equality == EqualRounded:
		diag.Fprintf(b, "result:  equal to %s, but for rounding (%.1g)\n", with, r.Rounding)
	case !r.tried:
		diag.Fprintf(b, "result:  not compared with the program as written\n")
	default:
		diag.Fprintf(b, "result:  not compared with the program as written: the simulator would take long\n"+
			"         (--compare always waits for it)\n")
	}
}

// timeText writes how long the program took: on its engine, and on the abstract machine.
func (r *RunReport) timeText(b *strings.Builder) {
	if !r.About.Simulates {
		rates := ""
		if r.Device == nil {
			rates = r.rates(r.RunTime)
		}
		diag.Fprintf(b, "time:    %s to compile, %s to run%s\n", shortTime(r.CompileTime),
			shortTime(r.RunTime), rates)
	}
	r.deviceText(b)
	r.measuredText(b)
	if r.Timeline == nil {
		return
	}
	name := "model:"
	if r.About.Simulates {
		name = "time:"
	}
	diag.Fprintf(b, "%-8s %d ticks as written, %d pipelined (%s)\n", name, r.SequentialTicks,
		r.PipelinedTicks, r.speedup())
}

// deviceText writes which kernels ran on a device, and how long they took.
func (r *RunReport) deviceText(b *strings.Builder) {
	if r.Device == nil {
		return
	}
	var total time.Duration
	for _, k := range r.Device.Kernels {
		total += k.Time * time.Duration(k.Launches)
	}
	diag.Fprintf(b, "device:  %s, driver of CUDA %s\n", r.Device.Device, r.Device.Driver)
	if total > 0 {
		diag.Fprintf(b, "kernels: %s without the copies of memory around each launch%s\n", shortTime(total),
			r.rates(total))
	}
	b.WriteByte('\n')
	t := diag.NewTable(b, "kernel", "grid", "block", "launches", "median", "of")
	for _, k := range r.Device.Kernels {
		median := "-"
		if k.Repeats > 0 {
			median = shortTime(k.Time)
		}
		t.Row(k.Name, shapeText(k.Grid[:]), shapeText(k.Block[:]), fmt.Sprint(k.Launches), median,
			fmt.Sprint(k.Repeats))
	}
	t.End()
	r.queuesText(b)
}

// queuesText writes how operations with tokens ran: on streams, or as nodes of graphs.
func (r *RunReport) queuesText(b *strings.Builder) {
	switch q := r.Device.Queues; {
	case q.Graphs > 0:
		diag.Fprintf(b, "graphs:  %s of %s with %s, %s by the host, median %s\n",
			diag.Count(q.Graphs, "graph"),
			diag.Count(q.Operations, "node"),
			diag.Count(q.Edges, "edge"), diag.Count(q.HostWaits, "wait"), shortTime(r.Device.GraphTime))
	case q.Operations > 0:
		diag.Fprintf(b, "queues:  %s on %s, %s between them, %s by the host, %s\n",
			diag.Count(q.Operations, "operation"), diag.Count(q.Streams, "stream"),
			diag.Count(q.Waits, "wait"), diag.Count(q.HostWaits, "wait"), diag.Count(q.Events, "event"))
	}
}

// shortTime prints a duration with three digits.
func shortTime(d time.Duration) string {
	switch {
	case d >= time.Second:
		return fmt.Sprintf("%.3g s", d.Seconds())
	case d >= time.Millisecond:
		return fmt.Sprintf("%.3g ms", float64(d)/float64(time.Millisecond))
	}
	return fmt.Sprintf("%.3g µs", float64(d)/float64(time.Microsecond))
}

// rates returns how many floating-point operations and bytes per second the program reached in the time d. It
// omits a rate that is not known, or 0.
func (r *RunReport) rates(d time.Duration) string {
	var parts []string
	for _, rate := range []struct {
		count *int64
		unit  string
	}{{r.Operations, "GFLOP/s"}, {r.Bytes, "GB/s"}} {
		if rate.count != nil && *rate.count > 0 && d > 0 {
			parts = append(parts,
				fmt.Sprintf("%.3g %s", float64(*rate.count)/float64(d.Nanoseconds()), rate.unit))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return ": " + strings.Join(parts, ", ")
}

// speedup compares the times on the abstract machine of the program as written and of the pipelined program.
func (r *RunReport) speedup() string {
	return ratioText(float64(r.SequentialTicks), float64(max(r.PipelinedTicks, 1)))
}

// ratioText compares the time before a change with the time after it.
func ratioText(before, after float64) string {
	ratio := before / after
	switch {
	case math.Abs(ratio-1) < 0.005:
		return "as fast"
	case ratio > 1:
		return fmt.Sprintf("%.2f times as fast", ratio)
	}
	return fmt.Sprintf("%.2f times as long", 1/ratio)
}

func (r *RunReport) argumentTable(b *strings.Builder) {
	if len(r.Arguments) == 0 {
		return
	}
	t := diag.NewTable(b, "argument", "type", "shape", "from")
	for _, arg := range r.Arguments {
		shape := "-"
		if arg.Value.Buffer != nil {
			shape = shapeText(arg.Value.Buffer.Shape)
		}
		t.Row(arg.Name, arg.Value.Type.String(), shape, arg.Source)
	}
	t.End()
}

func shapeText(shape []int64) string {
	if len(shape) == 0 {
		return "scalar"
	}
	return strings.ReplaceAll(strings.Trim(fmt.Sprint(shape), "[]"), " ", "x")
}
