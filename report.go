package inflight

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"strings"
	"text/tabwriter"
	"time"

	"github.com/inflight-compiler/inflight/check"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/timeline"
)

// WriteText writes the report for people: the arguments and the engine, the verdicts, the result, and the
// timeline. o configures the drawing of the timeline.
func (r *RunReport) WriteText(w io.Writer, o timeline.Options) error {
	var b strings.Builder
	diag.Fprintf(&b, "%s: @%s on %s\n\n", r.File, r.Entry, r.Engine)
	r.argumentTable(&b)
	at := newPlaces(r.written)
	for _, f := range r.Check.Functions {
		functionText(&b, f, at, len(r.Check.Functions) > 1)
	}
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
	t := newTable(b, "kernel", "grid", "block", "launches", "median", "of")
	for _, k := range r.Device.Kernels {
		median := "-"
		if k.Repeats > 0 {
			median = shortTime(k.Time)
		}
		t.row(k.Name, shapeText(k.Grid[:]), shapeText(k.Block[:]), fmt.Sprint(k.Launches), median,
			fmt.Sprint(k.Repeats))
	}
	t.end()
	r.queuesText(b)
}

// queuesText writes how operations with tokens ran: on streams, or as nodes of graphs.
func (r *RunReport) queuesText(b *strings.Builder) {
	switch q := r.Device.Queues; {
	case q.Graphs > 0:
		diag.Fprintf(b, "graphs:  %s of %s with %s, %s by the host, median %s\n", counted(q.Graphs, "graph"),
			counted(q.Operations, "node"),
			counted(q.Edges, "edge"), counted(q.HostWaits, "wait"), shortTime(r.Device.GraphTime))
	case q.Operations > 0:
		diag.Fprintf(b, "queues:  %s on %s, %s between them, %s by the host, %s\n",
			counted(q.Operations, "operation"), counted(q.Streams, "stream"),
			counted(q.Waits, "wait"), counted(q.HostWaits, "wait"), counted(q.Events, "event"))
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
	t := newTable(b, "argument", "type", "shape", "from")
	for _, arg := range r.Arguments {
		shape := "-"
		if arg.Value.Buffer != nil {
			shape = shapeText(arg.Value.Buffer.Shape)
		}
		t.row(arg.Name, arg.Value.Type.String(), shape, arg.Source)
	}
	t.end()
}

func shapeText(shape []int64) string {
	if len(shape) == 0 {
		return "scalar"
	}
	return strings.ReplaceAll(strings.Trim(fmt.Sprint(shape), "[]"), " ", "x")
}

// WriteVerdicts writes the judge's report for people: for each function the versions of buffers, the waits,
// and the verdict. Hazards are only counted; Report.Diagnostics explains them. written is the program before
// it was pipelined, nil if the judge saw the program as written.
func WriteVerdicts(w io.Writer, r *check.Report, written *Module) error {
	var b strings.Builder
	p := newPlaces(written)
	for i, f := range r.Functions {
		if i > 0 {
			b.WriteByte('\n')
		}
		functionText(&b, f, p, true)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func functionText(b *strings.Builder, f *check.FuncReport, p *places, named bool) {
	if named {
		diag.Fprintf(b, "@%s\n\n", f.Name)
	}
	bufferTable(b, f)
	waitTable(b, f, p)
	diag.Fprintf(b, "verdict: %s\n", verdictText(f))
	for _, what := range f.Assumed {
		diag.Fprintf(b, "assumed: %s\n", what)
	}
}

func bufferTable(b *strings.Builder, f *check.FuncReport) {
	if len(f.Buffers) == 0 {
		return
	}
	t := newTable(b, "buffer", "versions", "needed", "hazards")
	for _, v := range f.Buffers {
		hazards := "-"
		if v.Hazards > 0 {
			hazards = fmt.Sprint(v.Hazards)
		}
		t.row(v.Name, fmt.Sprint(v.Versions), fmt.Sprint(v.VersionsNeeded), hazards)
	}
	t.end()
}

func waitTable(b *strings.Builder, f *check.FuncReport, p *places) {
	if len(f.Waits) == 0 {
		return
	}
	header := []string{"wait in", "line", "in front of", "queue", "N", "exact N", "verdict"}
	none := p.none()
	if none {
		header[0] = "wait"
	}
	t := newTable(b, header...)
	for i := range f.Waits {
		v := &f.Waits[i]
		verdict := v.Verdict.String()
		if v.Unknown {
			verdict += " (N not known, taken to force nothing)"
		}
		at := p.of(v.Op)
		if none {
			at.Part = fmt.Sprint(i + 1)
		}
		t.row(cmp.Or(at.Part, "-"), at.Line, at.Before, v.QueueName(), v.N, exact(v), verdict)
	}
	t.end()
}

// exact returns the text of the exact count of a wait. If the program computes the count of the wait, the
// exact count is relative to it.
func exact(v *check.WaitVerdict) string {
	if v.Verdict == check.Unjudged {
		return "-"
	}
	return v.ExactText()
}

func verdictText(f *check.FuncReport) string {
	verdict := f.HazardText()
	switch {
	case len(f.Hazards) > 0:
	case f.Deadlocks.HasErrors():
		return "no hazard, but it does not come to its end, or not as it should"
	case f.Bounds.HasErrors():
		return "no hazard, but it goes beyond the end of memory"
	case f.Complete:
		verdict = "proven free of hazards"
	default:
		verdict = "no hazard found, but NOT EVERYTHING WAS CHECKED: " + f.Why()
	}
	if len(f.Dynamic) > 0 && len(f.Hazards) == 0 {
		verdict += " for every " + strings.Join(f.Dynamic, " and ")
	}
	if n := len(f.Equal); n > 0 {
		verdict += ", with " + check.EqualText(n)
	}
	if len(f.Waits) > 0 {
		verdict += "; " + waitSummary(f.Waits)
	}
	return verdict
}

// waitSummary counts the waits by verdict.
func waitSummary(waits []check.WaitVerdict) string {
	count := map[check.Verdict]int{}
	for _, w := range waits {
		count[w.Verdict]++
	}
	if count[check.Needed] == len(waits) {
		if len(waits) == 1 {
			return "the wait is needed and exact"
		}
		return fmt.Sprintf("all %d waits are needed and exact", len(waits))
	}
	var parts []string
	for v := check.Needed; v <= check.Unjudged; v++ {
		if count[v] > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", count[v], v))
		}
	}
	return counted(len(waits), "wait") + " (" + strings.Join(parts, ", ") + ")"
}

func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// table writes columns of text below a line of names, indented by two columns.
type table struct {
	w   *tabwriter.Writer
	out *strings.Builder
}

func newTable(b *strings.Builder, names ...string) *table {
	t := &table{w: tabwriter.NewWriter(b, 0, 0, 2, ' ', 0), out: b}
	t.row(names...)
	return t
}

// row adds a line. Neither cells nor lines end in blanks.
func (t *table) row(cells ...string) {
	safe := make([]string, len(cells))
	for i, c := range cells {
		safe[i] = diag.Printable(c)
	}
	fmt.Fprintf(t.w, "  %s\n", strings.Join(safe, "\t"))
}

func (t *table) end() {
	_ = t.w.Flush() // into memory
	t.out.WriteByte('\n')
}
