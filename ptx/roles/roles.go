package roles

import (
	"fmt"
	"maps"
	"slices"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ptx"
	"github.com/inflight-compiler/inflight/ptx/judge"
	"github.com/inflight-compiler/inflight/ptx/machine"
	"github.com/inflight-compiler/inflight/tokengraph"
)

// step is what a role does by an instruction at a barrier, or with the objects of a ring.
type step struct {
	site  int32
	label string
}

// drawing is the state of drawing a kernel.
type drawing struct {
	report *judge.Report
	graph  *tokengraph.Graph
	steps  map[int][]step             // by warp, in the order of the text
	warps  [][]int                    // of each lane
	boxes  map[*ptx.Instruction][]int // by instruction, one for each lane that executes it
}

// Draw draws the roles of a kernel. The graph has no lanes if the kernel's warps meet nowhere.
func Draw(r *judge.Report) *tokengraph.Graph {
	d := &drawing{report: r, graph: &tokengraph.Graph{Name: "@" + r.Kernel.Name},
		steps: map[int][]step{}, boxes: map[*ptx.Instruction][]int{}}
	labels := d.labels()
	seen := map[int]map[int32]bool{}
	for i := range r.Events {
		e := &r.Events[i]
		if e.Block > 0 { // the first block stands for all
			continue
		}
		label, ok := labels[r.Kernel.Instruction(e.Site)]
		if e.Kind == machine.Meets || e.Kind == machine.Passes {
			label, ok = barrierLabel(e), true
		}
		warp := int(e.Warp)
		if seen[warp] == nil {
			seen[warp] = map[int32]bool{}
		}
		if !ok || e.Kind == machine.Uses || seen[warp][e.Site] {
			continue
		}
		seen[warp][e.Site] = true
		d.steps[warp] = append(d.steps[warp], step{e.Site, label})
	}
	d.lanes()
	barriers := d.meetings()
	d.rings()
	d.graph.Summary = fmt.Sprintf("%s, %s, %s", diag.Count(len(d.warps), "role"),
		diag.Count(len(r.Rings), "ring"), diag.Count(barriers, "barrier"))
	return d.graph
}

// labels says what the instructions of rings do.
func (d *drawing) labels() map[*ptx.Instruction]string {
	labels := map[*ptx.Instruction]string{}
	add := func(in *ptx.Instruction, text string, ring int) {
		if old := labels[in]; old != "" { // one instruction may be of several rings
			labels[in] = fmt.Sprintf("%s, %d", old, ring+1)
			return
		}
		labels[in] = fmt.Sprintf("%s %d", text, ring+1)
	}
	for i, ring := range d.report.Rings {
		for _, in := range ring.Fills {
			add(in, map[bool]string{true: "copy to ring", false: "fill ring"}[in.Opcode == "cp"], i)
		}
		for _, in := range ring.Frees {
			add(in, "free ring", i)
		}
		for _, w := range ring.Waits {
			add(w.Instruction, map[bool]string{true: "wait empty ring", false: "wait full ring"}[w.Empty], i)
		}
	}
	return labels
}

// barrierLabel says what a warp does at a barrier.
func barrierLabel(e *machine.Event) string {
	switch {
	case e.Object >= machine.MeetsCluster:
		return "cluster"
	case e.Kind == machine.Passes:
		return fmt.Sprintf("arrive %d", e.Object)
	}
	return fmt.Sprintf("barrier %d", e.Object)
}

// lanes makes a lane for warps that take the same steps, and their boxes.
func (d *drawing) lanes() {
	lane := map[string]int{}
	for _, warp := range slices.Sorted(maps.Keys(d.steps)) {
		steps := d.steps[warp]
		slices.SortFunc(steps, func(a, b step) int { return int(a.site - b.site) })
		key := fmt.Sprint(steps)
		n, known := lane[key]
		if !known {
			n = len(d.warps)
			lane[key] = n
			d.warps = append(d.warps, nil)
			for column, s := range steps {
				in := d.report.Kernel.Instruction(s.site)
				d.boxes[in] = append(d.boxes[in], len(d.graph.Boxes))
				d.graph.Boxes = append(d.graph.Boxes, tokengraph.Box{Lane: n, Column: column, Label: s.label,
					Place: fmt.Sprintf("line %d: %s", in.Span.Place().Line, in)})
			}
		}
		d.warps[n] = append(d.warps[n], warp)
	}
	for _, warps := range d.warps {
		d.graph.Lanes = append(d.graph.Lanes, d.role(warps)+judge.Warps(warpsOfBlock(warps)))
	}
}

// warpsOfBlock returns warps of the first block.
func warpsOfBlock(numbers []int) []judge.Warp {
	var all []judge.Warp
	for _, n := range numbers {
		all = append(all, judge.Warp{Number: n})
	}
	return all
}

// role says what the warps of a lane do for rings, "" if they do nothing or several things.
func (d *drawing) role(warps []int) string {
	produces, consumes := false, false
	for _, ring := range d.report.Rings {
		produces = produces || slices.Contains(ring.Producers, judge.Warp{Number: warps[0]})
		consumes = consumes || slices.Contains(ring.Consumers, judge.Warp{Number: warps[0]})
	}
	switch {
	case produces && !consumes:
		return "producer, "
	case consumes && !produces:
		return "consumer, "
	}
	return ""
}

// arrow draws that the waits of an instruction are for what another one does.
func (d *drawing) arrow(from, to *ptx.Instruction) {
	for _, i := range d.boxes[from] {
		for _, j := range d.boxes[to] {
			d.graph.Arrows = append(d.graph.Arrows, tokengraph.Arrow{From: i, To: j})
		}
	}
}

// rings draws what the waits of rings are for, and says what the rings are.
func (d *drawing) rings() {
	for i, ring := range d.report.Rings {
		d.graph.Notes = append(d.graph.Notes, fmt.Sprintf("ring %d: %s", i+1, ring))
		for _, w := range ring.Waits {
			arrivals := ring.Fills
			if w.Empty {
				arrivals = ring.Frees
			}
			for _, in := range arrivals {
				d.arrow(in, w.Instruction)
			}
		}
	}
}

// meetings says which warps meet at which barriers, draws which arrive for others, and returns how many
// barriers there are.
func (d *drawing) meetings() int {
	type meeting struct {
		warps       map[int]bool
		waits, pass map[*ptx.Instruction]bool
	}
	all := map[int32]*meeting{}
	for i := range d.report.Events {
		e := &d.report.Events[i]
		if e.Kind < machine.Meets || e.Block > 0 {
			continue
		}
		m := all[e.Object]
		if m == nil {
			m = &meeting{map[int]bool{}, map[*ptx.Instruction]bool{}, map[*ptx.Instruction]bool{}}
			all[e.Object] = m
		}
		m.warps[int(e.Warp)] = true
		at := m.waits
		if e.Kind == machine.Passes {
			at = m.pass
		}
		at[d.report.Kernel.Instruction(e.Site)] = true
	}
	for _, id := range slices.Sorted(maps.Keys(all)) {
		m := all[id]
		name := fmt.Sprintf("barrier %d", id)
		if id >= machine.MeetsCluster {
			name = "barrier of the cluster"
		}
		d.graph.Notes = append(d.graph.Notes,
			name+": "+judge.Warps(warpsOfBlock(slices.Sorted(maps.Keys(m.warps)))))
		if id >= machine.MeetsCluster {
			continue
		}
		for _, from := range byPlace(m.pass) {
			for _, to := range byPlace(m.waits) {
				d.arrow(from, to)
			}
		}
	}
	return len(all)
}

// byPlace returns instructions in the order of the text.
func byPlace(set map[*ptx.Instruction]bool) []*ptx.Instruction {
	return slices.SortedFunc(maps.Keys(set), func(a, b *ptx.Instruction) int {
		return int(a.Span.Start - b.Span.Start)
	})
}
