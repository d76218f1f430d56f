package findfifostalls

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/aie"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
)

// judge executes a device.
func judge(r *pass.Run, device *ir.Op) diag.List {
	n, d := newNetwork(r, device)
	if d != nil {
		return diag.List{d}
	}
	g, d := n.explore()
	if d != nil {
		return diag.List{d}
	}
	if d := g.waiting(); d != nil {
		return diag.List{d}
	}
	return g.rates()
}

// waiting returns an error for the processes that wait for ever, nil if there are none.
func (g *graph) waiting() (d *diag.Diagnostic) {
	s, who := g.stuck()
	waiting := slices.DeleteFunc(slices.Clone(g.processes), func(p *process) bool {
		return !who.has(p.number)
	})
	slices.SortStableFunc(waiting, func(p, q *process) int { return cmp.Compare(p.kind, q.kind) })
	for _, p := range waiting {
		now := p.step(s.at[p.number])
		if d == nil {
			text := "'%s' of %s waits for ever"
			if g.choices {
				text += ", in some order of events"
			}
			d = now.op.Errorf(codeStall, text, now.op.Name(), p.title)
		}
		d.Note(now.op.Span(), "%s waits %s", p.title, g.reason(p, now, s.n))
	}
	return d
}

// reason says what a step waits for.
func (g *graph) reason(p *process, now step, n []int64) string {
	switch {
	case now.fifo != nil:
		return now.fifoReason(n)
	case now.lock != nil:
		return now.lockReason(p, n)
	case now.side == 0:
		return "until its data is taken: " + now.stream.others(now.side, n)
	}
	return "for data: " + now.stream.others(now.side, n)
}

func (now step) fifoReason(n []int64) string {
	f := now.fifo
	held := n[f.got(now.side)] - n[f.given(now.side)]
	what := "that the producer has released"
	if now.side == 0 {
		what = "that the consumers have released"
	}
	return fmt.Sprintf("for %s of @%s: it holds %d, and there are %d more %s", diag.Count(now.n, "element"),
		f.op.SymbolName(), held, f.available(now.side, n), what)
}

func (now step) lockReason(p *process, n []int64) string {
	l := now.lock
	until := fmt.Sprintf("until %s is %d or more: it is %d", l.title(), now.n, n[l.value()])
	if now.equal {
		until = fmt.Sprintf("until %s is %d: it is %d", l.title(), now.n, n[l.value()])
	}
	if l.binary && n[l.held()] == 1 {
		until += " and held"
	}
	var by []string
	for _, q := range l.releases {
		if q != p {
			by = append(by, q.title)
		}
	}
	if len(by) == 0 {
		return until + ", and nothing else releases it"
	}
	return until + ", and released by " + strings.Join(by, " and ")
}

// others names the sides of a stream that are not ready to move data.
func (s *stream) others(side int, n []int64) string {
	var list []string
	for i, p := range s.by {
		if i != side && p != nil && n[s.pending(i)] == 0 {
			verb := "receives"
			if i == 0 {
				verb = "sends"
			}
			list = append(list, p.title+" "+verb+" nothing")
		}
	}
	return strings.Join(list, ", and ")
}

// rates returns errors for FIFOs whose sides have ended with different numbers of elements.
func (g *graph) rates() (errs diag.List) {
	s := g.states[len(g.states)-1]
	ended := func(p *process) bool { return p != nil && p.ended(s.at[p.number]) }
	for _, f := range g.order {
		for i := 1; i < len(f.by); i++ {
			put, got := s.n[f.given(0)], s.n[f.given(i)]
			if ended(f.by[0]) && ended(f.by[i]) && put != got {
				errs.Add(f.op.Errorf(codeRate,
					"the producer of @%s at tile %s releases %s, and the consumer at tile %s %s",
					f.op.SymbolName(), tileOf(f.op.Operand(0)), diag.Count(put, "element"),
					tileOf(f.op.Operand(i)), diag.Count(got, "element")))
			}
		}
	}
	return errs
}

// Describe returns what a device has that the pass judges: "2 cores, 3 object FIFOs and 1 lock".
func Describe(device *ir.Op) string {
	kinds := []struct {
		name string
		def  *ir.OpDef
	}{
		{"core", aie.Core}, {"object FIFO", aie.FIFO}, {"link", aie.Link}, {"lock", aie.Lock},
		{"DMA channel", aie.DMAStart}, {"stream", aie.Flow},
	}
	var parts []string
	for _, k := range kinds {
		count := 0
		for op := range device.Walk() {
			if op.Is(k.def) {
				count++
			}
		}
		if count > 0 {
			parts = append(parts, diag.Count(count, k.name))
		}
	}
	if len(parts) == 0 {
		return "nothing that waits"
	}
	if last := len(parts) - 1; last > 0 {
		return strings.Join(parts[:last], ", ") + " and " + parts[last]
	}
	return parts[0]
}
