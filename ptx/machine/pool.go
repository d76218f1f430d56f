package machine

import (
	"slices"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ptx"
)

// This file holds setmaxnreg: PTX ISA, "setmaxnreg". The warps of a block have its registers between them. A
// warp that gives some back leaves them to those that ask for more, who wait until there are enough. All
// warps of a warpgroup must execute the same instruction.

func init() { register(map[string]decoder{"setmaxnreg": decodeRegisters}) }

// pool is what the warps of a block have done about their registers.
type pool struct {
	per []int // by warp, the registers of each of its threads; 0 if it has changed nothing
	// By warpgroup, the instructions that its warps execute in turn, with the first warp that did, and by
	// warp how many of them it has executed.
	turns [][]poolTurn
	done  []int
}

type poolTurn struct {
	in    *ptx.Instruction
	site  int32
	first *warp
}

// maxRegisters is how many registers a multiprocessor has, and the most of a thread.
const (
	maxRegisters       = 64 << 10
	maxThreadRegisters = 256
)

// registersPerThread returns how many registers a thread has when the kernel begins: as many as .maxnreg
// says, else as many as the launch leaves to each, so that a wait for more is one that no compiler avoids.
func (g *launch) registersPerThread() int {
	f := g.k.Function
	if n := f.Limit("maxnreg"); len(n) > 0 {
		return int(alignUp(n[0], 8))
	}
	blocks := int64(1)
	if n := f.Limit("minnctapersm"); len(n) > 0 {
		blocks = max(blocks, n[0])
	}
	warps := int64(g.threads+warpSize-1) / warpSize
	return int(min(maxRegisters/(warps*warpSize*blocks)/8*8, maxThreadRegisters))
}

func decodeRegisters(c *compiler, in *ptx.Instruction) bool {
	n, ok := in.Operands[0].(*ptx.Immediate)
	if !ok || in.Has("inc") == in.Has("dec") {
		return false
	}
	count, more := int(n.Bits), in.Has("inc")
	c.emit(op{flow: pause, wait: func(w *warp, mask uint32) bool {
		if !w.whole(mask) {
			return true // the launch has stopped
		}
		return w.setRegisters(in, count, more)
	}})
	return true
}

// setRegisters changes the registers of a warp; false if it has to wait for them.
func (w *warp) setRegisters(in *ptx.Instruction, count int, more bool) bool {
	b := w.b
	if b.pool.done == nil {
		b.pool = pool{per: make([]int, len(b.own)), done: make([]int, len(b.own)),
			turns: make([][]poolTurn, (len(b.own)+warpgroupWarps-1)/warpgroupWarps)}
	}
	if w.starving == nil && !w.takeTurn(in) {
		return true
	}
	w.starving = nil
	if more && b.freeRegisters(w) < count {
		w.starving = in
		return false
	}
	b.pool.per[w.number] = count
	b.pool.done[w.number]++
	return true
}

// takeTurn notes that a warp executes what the others of its warpgroup do; false after stopping the launch.
func (w *warp) takeTurn(in *ptx.Instruction) bool {
	p, g := &w.b.pool, w.b.g
	group, i := w.number/warpgroupWarps, p.done[w.number]
	if (group+1)*warpgroupWarps > len(w.b.own) {
		g.fail(codeRegisters, "'%s' is executed by %s, which has no three neighboring warps", in.Name(),
			w.threads[0].name())
		return false
	}
	if i == len(p.turns[group]) {
		p.turns[group] = append(p.turns[group], poolTurn{in, g.site, w})
		return true
	}
	if other := p.turns[group][i]; other.in != in {
		g.fail(codeRegisters,
			"%s executes this '%s' where another warp of its warpgroup executes another one",
			w.threads[0].name(), in.Name()).
			Note(g.place(other.site), "%s is at this one", other.first.threads[0].name())
		return false
	}
	return true
}

// freeRegisters returns how many registers each thread of a warp can have.
func (b *block) freeRegisters(asking *warp) int {
	each := b.g.registersPerThread()
	free := each * len(b.own)
	for _, w := range b.own {
		switch n := b.pool.per[w.number]; {
		case w == asking || w.done():
		case n == 0:
			free -= each
		default:
			free -= n
		}
	}
	return free
}

// endPool reports setmaxnreg that not all warps of a warpgroup have executed.
func (b *block) endPool() {
	g, p := b.g, &b.pool
	for group, turns := range p.turns {
		if len(turns) == 0 {
			continue
		}
		done := p.done[group*warpgroupWarps:][:warpgroupWarps]
		for i, turn := range turns {
			n := 0
			for _, d := range done {
				n += int(truth(d > i))
			}
			if n == warpgroupWarps || g.stopped() || !g.found.isNew(codeRegisters, turn.site, turn.site) {
				continue
			}
			missing := b.own[group*warpgroupWarps+slices.IndexFunc(done, func(d int) bool {
				return d <= i
			})]
			g.found.list.Add(diag.Errorf(codeRegisters, g.place(turn.site),
				"'%s' is executed by %d of the 4 warps of a warpgroup; %s does not come here", turn.in.Name(),
				n,
				missing.threads[0].name()).
				Suggest("let all warps of the warpgroup execute it: take it out of the condition"))
		}
	}
}

// starves says what a warp lacks that waits for registers, or for columns of tensor memory.
func (w *warp) starves() (diag.Code, string) {
	if w.starving.Opcode == "tcgen05" {
		return codeTensorAllocation, "waits for columns of tensor memory that are never free"
	}
	return codeRegisters, "waits for registers that are never free: a block of " +
		diag.Count(w.b.g.threads, "thread") + " has " +
		diag.Count(w.b.g.registersPerThread()*len(w.b.own)*warpSize, "register")
}

var codeRegisters = diag.Register("ptx-setmaxnreg",
	"setmaxnreg is not executed by a whole warpgroup, or waits for ever",
	"All four warps of a warpgroup execute the same setmaxnreg. Those with .inc wait until other warps have "+
		"given as many back by .dec: over all warps the numbers must not be more than the registers of the "+
		"block, which are its threads times .maxnreg, or what the compiler gave each thread.")
