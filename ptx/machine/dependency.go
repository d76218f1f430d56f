package machine

import (
	"slices"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ptx"
)

// This file holds dependent grids: PTX ISA, "griddepcontrol". A grid that is launched as a dependent of
// another one may begin before that has ended. What the other one writes is there behind griddepcontrol.wait.

func init() { register(map[string]decoder{"griddepcontrol": decodeDependency}) }

// dependencies are the instructions of a kernel about other grids, and the place of the first that lets
// dependents begin, -1 for none.
type dependencies struct {
	waits    bool
	launches int32
}

// gridWait is a wait for the grids before, by a thread in one of its epochs.
type gridWait struct {
	thread int
	epoch  uint32
}

func decodeDependency(c *compiler, in *ptx.Instruction) bool {
	if in.Has("wait") == in.Has("launch_dependents") {
		return false
	}
	if in.Has("launch_dependents") {
		if c.k.dependencies.launches < 0 {
			c.k.dependencies.launches = c.site()
		}
		return decodeNothing(c, in)
	}
	c.k.dependencies.waits = true
	return c.emitPlain(func(w *warp, mask uint32) {
		each(mask, func(l int) {
			if t := w.threads[l]; !t.waited {
				t.waited = true
				w.b.waited = append(w.b.waited, gridWait{t.number, t.epoch})
			}
		})
	})
}

// isDependent reports whether the launch may begin before what comes before it has ended.
func (g *launch) isDependent() bool { return g.config.Dependent || g.k.dependencies.waits }

// knowsGrids reports whether a thread comes behind a wait for the grids before, of its own or of another one
// in its block.
func (t *thread) knowsGrids() bool {
	for _, x := range t.b.waited {
		if t.waited = t.waited || t.clock.epochs.at(x.thread) > x.epoch; t.waited {
			break
		}
	}
	return t.waited
}

// checkDependency reports an access to memory that the grids before may still use.
func (t *thread) checkDependency(m *memory, at uint64, a *access) {
	g := t.b.g
	if !g.isDependent() || t.waited || m.home != nil ||
		m.buffer != nil && slices.Contains(g.config.Constant, m.buffer.Name) ||
		t.knowsGrids() || !g.found.isNew(codeDependency, g.site, g.site) {
		return
	}
	none := ""
	if !g.k.dependencies.waits {
		none = ", of which the kernel has none"
	}
	fix := Fix{Text: "griddepcontrol.wait", Site: g.site}
	if a.kind&writes != 0 {
		g.found.list.Add(g.found.lacks(diag.Errorf(codeDependency, g.here(),
			"%s %s byte %d of %s before griddepcontrol.wait%s: a grid before this one may still read or "+
				"write it", t.name(), a.verb(), at, m.name, none).
			Suggest("put griddepcontrol.wait in front of it"), fix))
		return
	}
	d := diag.Warningf(codeDependency, g.here(),
		"%s %s byte %d of %s before griddepcontrol.wait%s: a grid before this one may still write it",
		t.name(), a.verb(), at, m.name, none)
	if m.buffer != nil {
		d.Suggest("put griddepcontrol.wait in front of it, or say --const %s if no earlier kernel writes it",
			m.buffer.Name)
	} else {
		d.Suggest("put griddepcontrol.wait in front of it")
	}
	g.found.list.Add(g.found.lacks(d, fix))
}

// checkDependents warns of a kernel that lets its dependents begin and does not wait for the grids before it.
func (g *launch) checkDependents() {
	d := g.k.dependencies
	if d.waits || d.launches < 0 || !g.executed[d.launches] {
		return
	}
	g.found.list.Add(diag.Warningf(codeDependency, g.place(d.launches),
		"the kernel lets the grids behind it begin, and has no griddepcontrol.wait: launched as a dependent "+
			"itself it may begin before the grids before it have ended, and so may those behind it").
		Suggest("put griddepcontrol.wait in front of the first access to global memory"))
}

var codeDependency = diag.Register("ptx-pdl",
	"a dependent grid accesses global memory before it has waited for the grids before it",
	"With programmatic dependent launch a kernel begins while the one before it still runs. Only behind "+
		"griddepcontrol.wait are those complete, and what they wrote is visible. Put the wait in front of "+
		"all "+
		"accesses of what earlier kernels read or write; --const NAME says of a pointer that none writes "+
		"it, "+
		"as of weights. --pdl judges a kernel without griddepcontrol as one that is launched so.")
