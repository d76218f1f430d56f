package inflight

import (
	"cmp"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/exec"
	"github.com/inflight-compiler/inflight/interrupt"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/timeline"
	"github.com/inflight-compiler/inflight/value"
)

// InTurn says what overlapping gained on this machine. The program as written and the pipelined program,
// compiled by the same passes, ran alternately on the same engine.
type InTurn struct {
	// InOrder and Overlapped are the median times of the program as written and of the pipelined program.
	// Each ran Runs times.
	InOrder, Overlapped time.Duration
	Runs                int
	// OneThread says that the program as written is asynchronous itself, and ran on one thread so that
	// nothing overlapped.
	OneThread bool
	// Timeline records one more run of the pipelined program, in microseconds. It is nil if the engine
	// records none.
	Timeline *timeline.Timeline
}

// Hidden returns the share of the asynchronous work during which other work ran. It returns false if there is
// no timeline.
func (m *InTurn) Hidden() (share float64, ok bool) {
	if m.Timeline == nil {
		return 0, false
	}
	return m.Timeline.Overlap()
}

const (
	// mostTurns is how many times each program runs at most, unless the configuration says so.
	mostTurns = 15
	// measuredEvents is the largest number of events in the timeline.
	measuredEvents = 1 << 20
)

// measure runs the program as written and the pipelined program alternately on the engine, for at most the
// time in the configuration. It measures nothing if that time is too short, or if the program has nothing to
// overlap. The results of the two programs must be equal.
func (r *runner) measure() error {
	if !r.measurable() {
		return nil
	}
	r.report.TooLong = r.config.Measure // until it is measured
	if 4*r.report.RunTime > r.config.Measure {
		return nil
	}
	r.phase("measuring", 0)
	_, inOrder, _, err := prepare(r.ctx, r.written.op, r.report.Entry, r.report.Engine,
		r.config.Code)
	if interrupt.Is(err) {
		return err
	}
	if err != nil {
		return nil // the engine cannot run the program as written: there is nothing to compare with
	}
	if c, ok := inOrder.(io.Closer); ok {
		defer c.Close() //nolint:errcheck // the program is not used any more
	}
	t := &turns{runner: r, inOrder: inOrder, end: time.Now().Add(r.config.Measure),
		oneThread: isAsynchronous(r.written.op)}
	for t.more() {
		if ok, err := t.turn(); !ok || err != nil {
			return err
		}
	}
	r.report.TooLong = 0
	r.report.InTurn = &InTurn{InOrder: median(t.before), Overlapped: median(t.after), Runs: len(t.before),
		OneThread: t.oneThread}
	return t.traced(r.report.InTurn)
}

// turns holds the state of a measurement: the times of the runs so far, of both programs.
type turns struct {
	*runner
	inOrder       exec.Program
	oneThread     bool // of the program as written
	end           time.Time
	before, after []time.Duration
}

// more reports whether there is time for another turn.
func (t *turns) more() bool {
	n := len(t.before)
	return n == 0 || n < cmp.Or(t.config.MeasureTurns, mostTurns) &&
		time.Until(t.end) > t.before[n-1]+t.after[n-1]
}

// turn runs both programs once. After the first turn it compares their results. It returns false if the
// remaining time was too short.
func (t *turns) turn() (ok bool, err error) {
	left := time.Until(t.end)
	d, args, returns, err := t.once(t.inOrder, t.oneThread, left, nil)
	if d == 0 || err != nil {
		return false, err
	}
	t.before = append(t.before, d)
	if len(t.before) == 1 {
		if err := t.compareInOrder(args, returns); err != nil {
			return false, err
		}
	}
	d, _, _, err = t.once(t.program, false, left, nil)
	t.after = append(t.after, d)
	return d > 0, err
}

// measurable reports whether the pipelined program has anything to overlap, and whether the engine's times
// are real times of this machine.
func (r *runner) measurable() bool {
	return r.config.Measure > 0 && r.report.About.TimesPrograms && r.report.Device == nil &&
		isAsynchronous(r.piped.op)
}

// once runs a program on copies of the inputs. It returns the time that the run took, and the arguments and
// return values after it. The time is 0 if the run had not ended after limit.
func (r *runner) once(p exec.Program, oneThread bool, limit time.Duration,
	trace *timeline.Timeline) (d time.Duration, args []exec.Argument, returns []value.Value, err error) {
	args = exec.Clone(r.inputs)
	o := exec.Options{Limits: r.config.Options.Limits, Ran: func(t time.Duration) {
		d = t
	}, Trace: trace, TraceEvents: measuredEvents}
	o.Time = max(limit, time.Millisecond)
	if oneThread {
		o.Threads = 1
	}
	start := time.Now()
	returns, err = p.Run(r.ctx, exec.Values(args), o)
	d = cmp.Or(d, time.Since(start))
	if late, ok := errors.AsType[*diag.Diagnostic](err); ok && slices.Contains(outOfTime, late.Code) &&
		r.ctx.Err() == nil {
		return 0, nil, nil, nil
	}
	return d, args, returns, err
}

// outOfTime lists the codes of errors of runs that have reached the limit of time.
var outOfTime = []diag.Code{exec.CodeTime, "wasm-limit-time", "native-limit-time"}

// traced runs the pipelined program once more and records its timeline.
func (t *turns) traced(m *InTurn) error {
	trace := &timeline.Timeline{}
	d, _, _, err := t.once(t.program, false, t.config.Measure, trace)
	if d > 0 && len(trace.Events) > 0 {
		m.Timeline = trace
	}
	return err
}

func median(d []time.Duration) time.Duration {
	slices.Sort(d)
	return d[len(d)/2]
}

// measuredText writes the lines "overlap" and "hidden" of the report.
func (r *RunReport) measuredText(b *strings.Builder) {
	m := r.InTurn
	if r.TooLong > 0 {
		diag.Fprintf(b,
			"overlap: not measured: there is no time in %v to run twice more (--measure gives it more)\n",
			r.TooLong)
	}
	if m == nil {
		return
	}
	how := "in order"
	if m.OneThread {
		how = "on one thread"
	}
	diag.Fprintf(b, "overlap: %s %s, overlapped %s: %s\n", how, shortTime(m.InOrder), shortTime(m.Overlapped),
		ratioText(m.InOrder.Seconds(), m.Overlapped.Seconds()))
	rates := strings.TrimPrefix(r.rates(m.Overlapped), ": ")
	if rates != "" {
		rates += "; "
	}
	diag.Fprintf(b, "         (%smedians of %s in turn, optimized alike)\n", rates,
		diag.Count(m.Runs, "run"))
	if share, ok := m.Hidden(); ok {
		diag.Fprintf(b, "hidden:  %d%% of the asynchronous work was done while other work was\n",
			int(share*100))
	}
}

// writeBoxes draws the timeline of the measured run.
func (r *RunReport) writeBoxes(w io.Writer, o timeline.Options) error {
	if r.InTurn == nil || r.InTurn.Timeline == nil {
		return nil
	}
	return timeline.RenderBoxes(w, r.InTurn.Timeline, o, r.workNames())
}

// workNames returns a function that names the events of a measured timeline. Asynchronous work is named after
// the memory that its operations write, all other work after the function.
func (r *RunReport) workNames() func(timeline.Event) string {
	names := map[string]string{}
	for op := range r.written.op.Walk() {
		at := op.Span().Place()
		key := fmt.Sprintf("%s:%d", filepath.Base(at.Filename), at.Line)
		if names[key] != "" || op.Has(ir.IsolatedFromAbove) {
			continue
		}
		if what := analysis.WrittenNames(op); len(what) > 0 {
			names[key] = fmt.Sprintf("line %d writes %s", at.Line, what[0])
		}
	}
	return func(e timeline.Event) string {
		if e.Kind == timeline.Compute {
			return "the rest of " + e.Label
		}
		return cmp.Or(names[e.Label], e.Label)
	}
}
