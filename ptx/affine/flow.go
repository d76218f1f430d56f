package affine

import (
	"slices"
	"strconv"

	"github.com/inflight-compiler/inflight/ptx"
)

// flow says which instructions may come before which.
type flow struct {
	labels map[*ptx.Symbol]int // the numbers of the instructions behind them
	ends   []int               // behind the last instruction of each function
	before [][]int             // by instruction
	blocks []int               // by instruction, the number of those that are executed as often as it
}

// reaching is a register with the definitions that reach a place.
type reaching struct {
	sym  *ptx.Symbol
	defs string
}

// link finds what may come before each instruction.
func (f *flow) link(all []placed) {
	f.before = make([][]int, len(all)+1)
	f.divide(all)
	for i, p := range all {
		always := p.in.Guard == nil
		jumps := p.in.Opcode == "bra" || p.in.Opcode == "ret" || p.in.Opcode == "exit" ||
			p.in.Opcode == "trap"
		if !(jumps && always) && !slices.Contains(f.ends, i+1) {
			f.before[i+1] = append(f.before[i+1], i)
		}
		if p.in.Opcode != "bra" {
			continue
		}
		if n, ok := p.in.Operands[0].(*ptx.Name); ok {
			if to, known := f.labels[p.scope.Lookup(n.Name)]; known {
				f.before[to] = append(f.before[to], i)
			}
		}
	}
}

// divide numbers the runs of instructions of which all are executed if one is.
func (f *flow) divide(all []placed) {
	begins := map[int]bool{}
	for _, at := range f.labels {
		begins[at] = true
	}
	block := 0
	for i := range all {
		if begins[i] || i > 0 && slices.Contains(jumps, all[i-1].in.Opcode) {
			block++
		}
		f.blocks = append(f.blocks, block)
	}
}

// jumps are the instructions behind which another one may be next than the one that stands there.
var jumps = []string{"bra", "brx", "ret", "exit", "trap"}

// reaching returns the definitions of a register that may have been the last before an instruction, all of
// them where the flow of control does not say.
func (f *flow) reaching(at int, sym *ptx.Symbol, all []definition) ([]definition, reaching) {
	defs := all
	if len(all) > 1 {
		if some := f.last(at, all); len(some) > 0 {
			defs = some
		}
	}
	key := reaching{sym: sym}
	if len(defs) != len(all) {
		for _, d := range defs {
			key.defs += strconv.Itoa(d.at) + " "
		}
	}
	return defs, key
}

// last walks back from an instruction to definitions.
func (f *flow) last(at int, all []definition) []definition {
	by := map[int]definition{}
	for _, d := range all {
		by[d.at] = d
	}
	var found []definition
	seen := map[int]bool{}
	for work := slices.Clone(f.before[at]); len(work) > 0; {
		i := work[len(work)-1]
		work = work[:len(work)-1]
		if seen[i] {
			continue
		}
		seen[i] = true
		d, defines := by[i]
		if defines {
			found = append(found, d)
		}
		if !defines || d.in.Guard != nil {
			work = append(work, f.before[i]...)
		}
	}
	slices.SortFunc(found, func(a, b definition) int { return a.at - b.at })
	return found
}
