package machine

import (
	"slices"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ptx"
)

// This file has what the machine knows and does not execute. An instruction that it does not execute gives
// unknown values to its results; unknown.go follows them. The execution is at its end at an instruction that
// is not executed and accesses memory of others, or orders it.

var codeNotExecuted = diag.Register("ptx-not-executed",
	"an instruction or a function that is known, and not executed here",
	"The text is right as far as it can be checked, but what it means is not part of the machine: hardware "+
		"that "+
		"the model does not have, or a function that another module defines. What does not depend on it is "+
		"judged. Where it accesses memory of other instructions, or its result decides an address or a "+
		"branch, "+
		"the execution ends, and what comes behind is not judged.")

// NotJudged is something that a launch came to and could not judge.
type NotJudged struct {
	Instruction *ptx.Instruction
	// Why says what is not judged, as a sentence about the instruction.
	Why string
	// Ends says that the execution ended there.
	Ends bool
}

// Diagnostic returns what there is to say, as a warning.
func (n *NotJudged) Diagnostic() *diag.Diagnostic {
	d := diag.Warningf(codeNotExecuted, n.Instruction.Span, "not judged: %s", n.Why)
	if n.Ends {
		d.Note(diag.Span{}, "the execution ends here: what comes behind is not judged either")
	}
	return d
}

// skip notes once for an operation that something is not judged.
func (g *launch) skip(why string) {
	in := g.k.sites[g.site]
	if !slices.ContainsFunc(g.notJudged, func(n NotJudged) bool { return n.Instruction == in }) {
		g.notJudged = append(g.notJudged, NotJudged{Instruction: in, Why: why})
	}
}

// halt ends the execution without a verdict on what comes behind.
func (g *launch) halt(why string) {
	if !g.stopped() {
		g.fail(codeNotExecuted, "%s", why)
		g.notJudged = append(g.notJudged, NotJudged{Instruction: g.k.sites[g.site], Why: why, Ends: true})
	}
}

// NotExecuted returns the instructions of a kernel that are known and not executed, in the order of the text.
func (k *Kernel) NotExecuted() []*ptx.Instruction { return k.notExecuted }

// notExecuted emits an operation for an instruction that is not executed.
func (c *compiler) notExecuted(in *ptx.Instruction) {
	c.k.notExecuted = append(c.k.notExecuted, in)
	c.touched = c.operands(in)
	ends, why := !ptx.Apart(in), "'"+in.Name()+"' is not executed"
	n := len(c.k.ops)
	c.emitPlain(func(w *warp, _ uint32) {
		if ends {
			w.b.g.halt(why)
			return
		}
		w.b.g.skip(why)
	})
	c.k.ops[n].tells = true
	if len(c.touched.written) > 0 {
		c.unknown = append(c.unknown, n)
	}
}

// operands returns the registers of an instruction by the roles of its operands, and the memory of its
// addresses.
func (c *compiler) operands(in *ptx.Instruction) (t touched) {
	for o, role := range ptx.Roles(in) {
		list := map[ptx.Role]*[]int32{ptx.Reads: &t.values, ptx.Writes: &t.written,
			ptx.Addresses: &t.bases}[role]
		for name := range ptx.Names(o) {
			if sym := c.scope.Lookup(name); list != nil && sym != nil && sym.Register {
				*list = append(*list, c.register(name))
			}
		}
	}
	return t
}
