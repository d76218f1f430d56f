package timed

import (
	"fmt"
	"io"
	"strings"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
)

var codeCapacity = diag.Register("timed-capacity", "a program needs more memory at once than a machine has",
	"The order that the machine's engines lead to keeps too many buffers alive. Wait for what uses a "+
		"buffer before the next one is allocated, or free earlier.")

// maxSteps is how many steps of a critical path a report shows. Of a longer path it shows the beginning and
// the end.
const maxSteps = 40

// WriteText writes a result for people: the makespan, the utilization of the engines, the use of memory, and
// the critical path.
func (r *Result) WriteText(w io.Writer, g *Graph) error {
	b := &strings.Builder{}
	diag.Fprintf(b, "makespan: %v, and no order takes less than %v\n\n", r.Makespan, r.Bound)
	r.engineTable(b, g)
	r.memoryTable(b, g)
	r.pathTable(b, g)
	_, err := io.WriteString(w, b.String())
	return err
}

// Over returns an error for each memory whose use exceeds its capacity.
func (r *Result) Over(g *Graph, at *ir.Op) error {
	var errs diag.List
	for i, m := range g.Memories {
		if m.Capacity > 0 && r.Peak[i] > m.Capacity {
			errs.Add(at.Errorf(codeCapacity, "%s are in use at once in the memory %q, which has %s",
				bytesText(r.Peak[i]), m.Name, bytesText(m.Capacity)))
		}
	}
	return errs.Err()
}

func (r *Result) engineTable(b *strings.Builder, g *Graph) {
	count := make([]int, len(g.Engines))
	for _, e := range r.Engine {
		if e != None {
			count[e]++
		}
	}
	t := diag.NewTable(b, "engine", "units", "operations", "busy", "utilization")
	for i, e := range g.Engines {
		t.Row(e.Name, e.Units, count[i], r.Busy[i], fmt.Sprintf("%.1f%%", 100*r.Utilization(g, i)))
	}
	t.End()
}

func (r *Result) memoryTable(b *strings.Builder, g *Graph) {
	if len(g.Memories) == 0 {
		return
	}
	t := diag.NewTable(b, "memory", "peak", "capacity")
	for i, m := range g.Memories {
		capacity := "-"
		if m.Capacity > 0 {
			capacity = bytesText(m.Capacity)
		}
		t.Row(m.Name, bytesText(r.Peak[i]), capacity)
	}
	t.End()
}

func (r *Result) pathTable(b *strings.Builder, g *Graph) {
	b.WriteString("critical path:\n\n")
	t := diag.NewTable(b, "start", "takes", "operation", "on", "line", "started after")
	stretches := r.stretches(g)
	for i, x := range stretches {
		if skipped := len(stretches) - maxSteps; skipped > 0 && i >= maxSteps/2 &&
			i < len(stretches)-maxSteps/2 {
			if i == maxSteps/2 {
				t.Row("...", "", fmt.Sprintf("%d more", skipped), "", "", "")
			}
			continue
		}
		first := x[0].Op
		t.Row(r.Start[first], r.End[x[len(x)-1].Op]-r.Start[first], g.Ops[first].Label, g.laneOf(r, first),
			lineOf(g.Ops[first].span()), x[0].text(g))
	}
	t.End()
}

// stretches returns the critical path in pieces. A piece is the work of one thread of control without a wait.
func (r *Result) stretches(g *Graph) [][]Step {
	var list [][]Step
	for i, s := range r.Path {
		if i > 0 && s.Kind == Dependence && g.Ops[s.Op].Source != nil &&
			g.Ops[s.Op].Source == g.Ops[s.By].Source &&
			g.laneOf(r, s.Op) == g.laneOf(r, s.By) {
			list[len(list)-1] = append(list[len(list)-1], s)
		} else {
			list = append(list, []Step{s})
		}
	}
	return list
}

// text describes the event that a step has waited for last.
func (s Step) text(g *Graph) string {
	if s.By == None {
		return "the beginning"
	}
	what := s.Kind.String()
	switch op := &g.Ops[s.Op]; s.Kind {
	case QueueOrder, QueueIssue, QueueDepth:
		what = g.Queues[op.Queue].Name
		if s.Kind == QueueDepth {
			what += " full"
		}
	case Dependence:
		what = ""
	}
	return strings.TrimSpace(strings.TrimPrefix(fmt.Sprintf("%s: %s", what, g.Ops[s.By].Label), ": "))
}

// laneOf returns the name of the engine that executed an operation.
func (g *Graph) laneOf(r *Result, op int32) string {
	if e := r.Engine[op]; e != None {
		return g.Engines[e].Name
	}
	return "-"
}

func lineOf(span diag.Span) string {
	if !span.IsKnown() || span.Place().Line == 0 {
		return "-"
	}
	return fmt.Sprint(span.Place().Line)
}

// String returns a time with four digits and a unit.
func (t Time) String() string {
	units := []string{"ps", "ns", "µs", "ms", "s"}
	x := float64(t)
	for len(units) > 1 && x >= 999.95 {
		x, units = x/1000, units[1:]
	}
	return fmt.Sprintf("%.4g %s", x, units[0])
}

// bytesText returns a size with four digits and a unit.
func bytesText(n int64) string {
	units := []string{"B", "KiB", "MiB", "GiB", "TiB", "PiB"}
	x := float64(n)
	for len(units) > 1 && x >= 1024 {
		x, units = x/1024, units[1:]
	}
	return fmt.Sprintf("%.4g %s", x, units[0])
}
