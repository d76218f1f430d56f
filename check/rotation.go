package check

import (
	"maps"
	"slices"

	"github.com/inflight-compiler/inflight/analysis"
	"github.com/inflight-compiler/inflight/ir"
)

// A loop that carries buffers and hands them round (two that are swapped with every iteration) has in one iteration for each name a buffer that
// the number of the iteration tells. So what accesses such a name is translated once for each buffer, under the condition that the
// iteration is one of its own.

// maxPhases is how many buffers, or combinations of them, what accesses names is translated for.
const maxPhases = 16

// rotation is a name of a loop for buffers: those of its first iterations, and the first of them again.
type rotation struct {
	loop    *node
	buffers []*ir.Value
}

// noteRotations finds the names of a loop that only buffers of such names are handed to.
func (p *program) noteRotations(loop *node) {
	last := loop.op.Body().Last()
	if last == nil || last.NumOperands() < len(loop.args) {
		return
	}
	for i, arg := range loop.args {
		if _, ok := arg.Type().(*ir.MemRefType); !ok {
			continue
		}
		if buffers := roundFrom(loop, last.Operands(), i); buffers != nil {
			p.rotations[arg] = rotation{loop, buffers}
		}
	}
}

// roundFrom returns the buffers that name i has one after the other until the first comes again, nil if it does not come again as that.
func roundFrom(loop *node, handed []*ir.Value, i int) (buffers []*ir.Value) {
	for at := i; ; {
		buffers = append(buffers, loop.inits[at])
		at = slices.Index(loop.args, handed[at]) // who has the name in the next iteration has that one now
		switch {
		case at == i:
			return buffers
		case at < 0 || len(buffers) == maxPhases:
			return nil
		}
	}
}

// rotating returns the names that an operation accesses buffers by, which loops around hand round.
func (p *program) rotating(op *ir.Op) (names []*ir.Value) {
	if len(p.rotations) == 0 {
		return nil
	}
	for inner := range op.Walk() {
		for _, v := range memrefOperands(inner) {
			if root := p.ev.Root(v); p.isRotating(root) && !slices.Contains(names, root) {
				names = append(names, root)
			}
		}
	}
	return names
}

func (p *program) isRotating(v *ir.Value) bool {
	_, ok := p.rotations[v]
	return ok
}

// inPhases translates what accesses buffers by names, for each buffer that these may have.
func (p *program) inPhases(op *ir.Op, names []*ir.Value, translate func()) {
	p.phases(op, names, map[*ir.Value]bufferRef{}, 1, translate)
}

func (p *program) phases(op *ir.Op, names []*ir.Value, known map[*ir.Value]bufferRef, combinations int, translate func()) {
	if len(names) == 0 || combinations > maxPhases {
		p.underNames(known, translate)
		return
	}
	loop := p.rotations[names[0]].loop
	count := 1
	for _, v := range names {
		if r := p.rotations[v]; r.loop == loop {
			count = int(lcm(int64(count), int64(len(r.buffers))))
		}
	}
	if count > maxPhases {
		p.underNames(known, translate)
		return
	}
	for phase := range count {
		n := p.emit(p.add(condNode, op))
		n.choice = &choice{test: p.phaseTest(loop, int64(phase), int64(count))}
		buffers := maps.Clone(known)
		var rest []*ir.Value
		for _, v := range names {
			r := p.rotations[v]
			if r.loop != loop {
				rest = append(rest, v)
				continue
			}
			buffer := r.buffers[phase%len(r.buffers)]
			root := p.ev.Root(buffer)
			buffers[v] = bufferRef{root, isPart(buffer)}
			if p.isRotating(root) && !slices.Contains(names, root) && !slices.Contains(rest, root) {
				rest = append(rest, root)
			}
		}
		begin := p.begin()
		p.phases(op, rest, buffers, combinations*count, translate)
		n.branches = [][]*node{p.end(begin)}
	}
}

// phaseTest is the condition that the number of a loop's iteration is a phase modulo a number.
func (p *program) phaseTest(loop *node, phase, count int64) *test {
	t := &test{kind: compareTest, pred: equal}
	t.diff = func() (analysis.Linear, bool) {
		r := p.loopRange(loop)
		if !r.LowerKnown || r.Step <= 0 {
			return analysis.Linear{}, false
		}
		turn, ok := p.ev.Mod(p.ev.Eval(loop.iv).Sub(r.Lower), count*r.Step)
		return turn.AddConst(-phase * r.Step), ok
	}
	p.formOf(t)
	return t
}

// underNames translates under names for buffers, which what is called in turn may hand on.
func (p *program) underNames(names map[*ir.Value]bufferRef, translate func()) {
	outer := p.frame
	f := *outer
	f.buffers = maps.Clone(outer.buffers)
	if f.buffers == nil {
		f.buffers = map[*ir.Value]bufferRef{}
	}
	for name, ref := range names {
		for range maxPhases { // names of inner loops are handed what names of outer ones have
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
