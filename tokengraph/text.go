package tokengraph

import (
	"fmt"
	"io"
	"strings"

	"github.com/inflight-compiler/inflight/diag"
)

// WriteText lists all drawings of a program: the rows of pipelined loops, and of graphs the operations of
// each queue and the waits that remain.
func WriteText(w io.Writer, p Program) error {
	var parts []string
	for _, loop := range p.Pipelines {
		var b strings.Builder
		loop.writeText(&b)
		parts = append(parts, b.String())
	}
	for _, g := range p.Graphs {
		parts = append(parts, g.text())
	}
	_, err := io.WriteString(w, strings.Join(parts, "\n"))
	return err
}

// text lists a graph.
func (g *Graph) text() string {
	var b strings.Builder
	diag.Fprintf(&b, "%s: %s\n", g.Name, g.summary())
	for lane, name := range g.Lanes {
		diag.Fprintf(&b, "  %-8s", name)
		for _, box := range g.Boxes {
			if box.Lane == lane {
				diag.Fprintf(&b, "  [%s]", box.Label)
			}
		}
		b.WriteByte('\n')
	}
	for _, note := range g.Notes {
		diag.Fprintf(&b, "  %s\n", note)
	}
	for _, a := range g.Arrows {
		if !a.Elided {
			from, to := g.Boxes[a.From], g.Boxes[a.To]
			diag.Fprintf(&b, "  wait: [%s] on %s for [%s] on %s\n", to.Label, g.Lanes[to.Lane], from.Label,
				g.Lanes[from.Lane])
		}
	}
	return b.String()
}

func (g *Graph) summary() string {
	if g.Summary != "" {
		return g.Summary
	}
	operations, lanes := 0, len(g.Lanes)
	for _, b := range g.Boxes {
		if g.Lanes[b.Lane] != hostLane {
			operations++
		}
	}
	if lanes > 0 && g.Lanes[lanes-1] == hostLane {
		lanes--
	}
	return fmt.Sprintf("%s on %s, %s, %s between queues, %s", diag.Count(operations, "operation"),
		diag.Count(lanes, "queue"),
		diag.Count(g.Dependences, "dependence"), diag.Count(g.Waits, "wait"), diag.Count(g.Events, "event"))
}
