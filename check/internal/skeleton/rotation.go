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

// rotating returns the names of surrounding loops by which an operation accesses exchanged buffers.
func (p *Program) rotating(op *ir.Op) (names []*ir.Value) {
	if len(p.rotations) == 0 {
		return nil
	}
	for inner := range op.Walk() {
		for _, v := range source.MemrefOperands(inner) {
			if root := p.Ev.Root(v); p.isRotating(root) && !slices.Contains(names, root) {
				names = append(names, root)
			}
		}
	}
	return names
}

func (p *Program) isRotating(v *ir.Value) bool {
	_, ok := p.rotations[v]
	return ok
}

// inPhases translates an operation that accesses buffers by names, once for each combination of buffers.
func (p *Program) inPhases(op *ir.Op, names []*ir.Value, translate func()) {
	p.phases(op, names, map[*ir.Value]bufferRef{}, 1, translate)
}

func (p *Program) phases(op *ir.Op, names []*ir.Value, known map[*ir.Value]bufferRef, combinations int,
	translate func()) {
	if len(names) == 0 || combinations > maxPhases {
		p.underNames(known, translate)
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
		buffers := maps.Clone(known)
		var rest []*ir.Value
		for _, v := range names {
			r := p.rotations[v]
			if r.loop != loop {
				rest = append(rest, v)
				continue
			}
			buffer := r.buffers[phase%len(r.buffers)]
			root := p.Ev.Root(buffer)
			buffers[v] = bufferRef{root, source.IsPart(buffer)}
			if p.isRotating(root) && !slices.Contains(names, root) && !slices.Contains(rest, root) {
				rest = append(rest, root)
			}
		}
		begin := p.begin()
		p.phases(op, rest, buffers, combinations*count, translate)
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

// underNames translates while names stand for given buffers. Calls in the operation may pass the names on.
func (p *Program) underNames(names map[*ir.Value]bufferRef, translate func()) {
	outer := p.frame
	f := *outer
	f.buffers = maps.Clone(outer.buffers)
	if f.buffers == nil {
		f.buffers = map[*ir.Value]bufferRef{}
	}
	for name, ref := range names {
		for range maxPhases { // names of inner loops may stand for names of outer loops
			by, ok := names[ref.root]
			if !ok {
				by, ok = outer.buffers[ref.root]
			}
			if !ok || by.root == ref.root {
				break
			}
			ref = bufferRef{by.root, ref.part || by.part}
		}
		f.buffers[name] = ref
	}
	p.frame = &f
	translate()
	p.frame = outer
}
