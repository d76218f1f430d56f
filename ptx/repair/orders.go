package repair

import (
	"fmt"
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ptx"
)

// orders returns changes of how accesses order memory. Where threads tell each other something by a flag, a
// write of it releases and a read acquires: by itself where it says how it is ordered, and else by a fence
// beside it. One side is tried first, as the other one may be right.
func (x *reading) orders() []change {
	if !slices.ContainsFunc(x.r.Findings, func(d *diag.Diagnostic) bool {
		return d.Code == "ptx-race" || d.Code == "ptx-stale-read"
	}) {
		return nil
	}
	var writes, reads []change
	for _, in := range x.code {
		switch in.Opcode {
		case "st":
			writes = append(writes, x.ordered(in, "release", x.isFlag(in))...)
		case "ld":
			// that a load acquires must not hide that it is open which value it returns
			if asks, waits := x.r.Kernel.Asks(in); asks {
				reads = append(reads, x.ordered(in, "acquire", waits)...)
			}
		case "atom":
			both := x.ordered(in, "acq_rel", true)
			writes, reads = append(writes, both...), append(reads, both...)
		case "red":
			writes = append(writes, x.ordered(in, "release", true)...)
		case "fence", "membar":
			if c, ok := x.wider(in); ok {
				writes, reads = append(writes, c), append(reads, c)
			}
		}
	}
	all := append(slices.Clone(writes), reads...)
	for _, w := range writes {
		for _, r := range reads {
			if w.edit.start == r.edit.start || len(all) > mostOrders {
				continue
			}
			both := w
			both.more = append(slices.Clone(w.more), r.edit)
			both.why += "; " + r.why
			all = append(all, both)
		}
	}
	return all
}

// isFlag reports whether a write is in a race with a load that a thread repeats until its value is another
// one.
func (x *reading) isFlag(in *ptx.Instruction) bool {
	return slices.ContainsFunc(x.r.Findings, func(d *diag.Diagnostic) bool {
		spans := []diag.Span{d.Span}
		for _, n := range d.Notes {
			spans = append(spans, n.Span)
		}
		return slices.Contains(spans, in.Span) && slices.ContainsFunc(spans, func(s diag.Span) bool {
			other := x.at(s)
			if other == nil || other.Opcode != "ld" {
				return false
			}
			_, waits := x.r.Kernel.Asks(other)
			return waits
		})
	})
}

// mostOrders limits how many changes of orders are tried.
const mostOrders = 150

// qualifiers are what an instruction may say of its order, with scopes.
var qualifiers = []string{"weak", "volatile", "relaxed", "acquire", "release", "acq_rel", "cta", "cluster",
	"gpu",
	"sys"}

// ordered returns the change that gives an access an order that reaches the grid. A weak access is changed
// only if it is known to be one of a flag.
func (x *reading) ordered(in *ptx.Instruction, order string, isFlag bool) []change {
	has := in.Has(order) || in.Has("acq_rel")
	space := in.Has("global") || in.Has("shared") || in.Has("shared::cta") ||
		!in.Has("param") && !in.Has("local") &&
			!in.Has("const")
	if !isStrong(in) && !isFlag || !space || has && (in.Has("gpu") || in.Has("sys")) || in.Has("v2") ||
		in.Has("v4") {
		return nil
	}
	scope := "gpu"
	if in.Has("sys") && !in.Has("volatile") {
		scope = "sys"
	}
	rest := slices.DeleteFunc(slices.Clone(in.Modifiers), func(m string) bool {
		return slices.Contains(qualifiers, m)
	})
	name := strings.Join(append([]string{in.Opcode, order, scope}, rest...), ".")
	at := int(in.Span.Start)
	if !strings.HasPrefix(x.text(in.Span), in.Name()) {
		return nil
	}
	return []change{{edit: edit{at, at + len(in.Name()), name},
		why: fmt.Sprintf("%s: the access is to be %s.%s", in.Span, order, scope)}}
}

// wider returns the change that lets a fence of a block reach the grid.
func (x *reading) wider(in *ptx.Instruction) (change, bool) {
	if !in.Has("cta") && !in.Has("cluster") || in.Has("proxy") {
		return change{}, false
	}
	scope := map[string]string{"fence": "gpu", "membar": "gl"}[in.Opcode]
	name := strings.NewReplacer(".cta", "."+scope, ".cluster", "."+scope).Replace(in.Name())
	at := int(in.Span.Start)
	return change{edit: edit{at, at + len(in.Name()), name},
		why: fmt.Sprintf("%s: the fence is to reach other blocks", in.Span)}, true
}
