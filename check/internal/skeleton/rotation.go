package skeleton

import (
	"maps"
	"slices"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/check/internal/source"
	"github.com/inflight-compiler/inflight/ir"
)

// A loop may carry buffers and exchange them, such as two buffers that are swapped in each iteration. Then
// the number of the iteration says which buffer a loop-carried value (a name, below) stands for. So
// operations that access such a name are translated once for each buffer, each under a condition on the
// number of the iteration.

// maxPhases is the largest number of buffers, or of combinations of buffers, for which such operations are
// translated.
const maxPhases = 16

// rotation lists the buffers that a name of a loop stands for in successive iterations, until the first
// buffer comes again.
type rotation struct {
	loop    *Node
	buffers []*ir.Value
}

// noteRotations finds the names of a loop that stand only for buffers which the loop exchanges among its
// names.
func (p *Program) noteRotations(loop *Node) {
	last := loop.Op.Body().Last()
	if last == nil || last.NumOperands() < len(loop.Args) {
		return
	}
	for i, arg := range loop.Args {
		if _, ok := arg.Type().(*ir.MemRefType); !ok {
			continue
		}
		if buffers := roundFrom(loop, last.Operands(), i); buffers != nil {
			p.rotations[arg] = rotation{loop, buffers}
		}
	}
}

// roundFrom returns the buffers that name i stands for in successive iterations until the first comes again.
// It returns nil if the first buffer does not come again, or too late.
func roundFrom(loop *Node, handed []*ir.Value, i int) (buffers []*ir.Value) {
	for at := i; ; {
		buffers = append(buffers, loop.Inits[at])
		at = slices.Index(loop.Args, handed[at]) // the name whose buffer this name has in the next iteration
		switch {
		case at == i:
			return buffers
		case at < 0 || len(buffers) == maxPhases:
			return nil
		}
	}
}

// namesIn returns the names by which an operation accesses memory.
func (p *Program) namesIn(op *ir.Op) (names []*ir.Value) {
	for inner := range op.Walk() {
		for _, v := range source.MemrefOperands(inner) {
			if name := p.nameOf(v); name != nil && !slices.Contains(names, name) {
				names = append(names, name)
			}
		}
	}
	return names
}

func (p *Program) isRotating(v *ir.Value) bool {
	_, ok := p.rotations[v]
	return ok
}

// phases translates an operation that accesses buffers by names, once for each combination of buffers. known
// has the names that are translated already, and what they stand for.
func (p *Program) phases(op *ir.Op, names []*ir.Value, known map[*ir.Value]*ir.Value, combinations int,
	translate func()) {
	if len(names) == 0 || combinations > maxPhases {
		p.underNames(known, translate)
		return
	}
	if !p.isRotating(names[0]) {
		p.underNumber(op, names, known, combinations, translate)
		return
	}
	loop := p.rotations[names[0]].loop
	count := 1
	for _, v := range names {
		if r := p.rotations[v]; r.loop == loop {
			count = int(Lcm(int64(count), int64(len(r.buffers))))
		}
	}
	if count > maxPhases {
		p.underNames(known, translate)
		return
	}
	for phase := range count {
		n := p.emit(p.add(CondNode, op))
		n.choice = &choice{Test: p.phaseTest(loop, int64(phase), int64(count))}
		stands := maps.Clone(known)
		var rest []*ir.Value
		for _, v := range names {
			r := p.rotations[v]
			if r.loop != loop {
				rest = append(rest, v)
				continue
			}
			stands[v] = r.buffers[phase%len(r.buffers)]
			if name := p.nameOf(stands[v]); name != nil && !slices.Contains(names, name) &&
				!slices.Contains(rest, name) && stands[name] == nil {
				rest = append(rest, name)
			}
		}
		begin := p.begin()
		p.phases(op, rest, stands, combinations*count, translate)
		n.Branches = [][]*Node{p.end(begin)}
	}
}

// phaseTest returns the condition that the number of the loop's iteration is phase modulo count.
func (p *Program) phaseTest(loop *Node, phase, count int64) *Test {
	t := &Test{kind: compareTest, pred: equal}
	t.diff = func() (analysis.Linear, bool) {
		r := p.LoopRange(loop)
		if !r.LowerKnown || r.Step <= 0 {
			return analysis.Linear{}, false
		}
		rest, ok := p.Ev.Mod(p.Ev.Eval(loop.Iv).Sub(r.Lower), count*r.Step)
		return rest.AddConst(-phase * r.Step), ok
	}
	p.formOf(t)
	return t
}

// underNames translates while names stand for given values.
func (p *Program) underNames(names map[*ir.Value]*ir.Value, translate func()) {
	outer := p.frame
	f := *outer
	f.stands = maps.Clone(outer.stands)
	if f.stands == nil {
		f.stands = map[*ir.Value]*ir.Value{}
	}
	maps.Copy(f.stands, names)
	p.frame = &f
	translate()
	p.frame = outer
}
