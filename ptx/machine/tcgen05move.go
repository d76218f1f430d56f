package machine

import (
	"strconv"
	"strings"

	"github.com/inflight-compiler/inflight/ptx"
)

// This file holds tcgen05.ld, tcgen05.st and tcgen05.cp: PTX ISA, "Tensor Memory and Register Load/Store
// Instructions", "Data Movement Shape" and "tcgen05.cp".

// tensorMove is the data of a load or a store by a warp.
type tensorMove struct {
	at        tensorAddress
	shape     string
	registers []int32
	split     int  // .16x32bx2: how many columns the second half is apart
	packs     bool // a register holds the lower halves of two neighboring columns
	stores    bool
}

// registersPer is how many registers a lane has of a shape once, and columnsPer how many columns it has.
var tensorShapes = map[string]struct{ lanes, registers, columns int }{
	"32x32b": {32, 1, 1}, "16x64b": {16, 1, 2}, "16x128b": {16, 2, 4}, "16x256b": {16, 4, 8},
	"16x32bx2": {16, 1, 1},
}

// moveTensor decodes tcgen05.ld and tcgen05.st.
func (c *compiler) moveTensor(in *ptx.Instruction) bool {
	x := &tensorMove{stores: in.Modifiers[0] == "st", packs: in.Has("pack::16b") || in.Has("unpack::16b")}
	times := 0
	for _, m := range in.Modifiers {
		if _, ok := tensorShapes[m]; ok {
			x.shape = m
		}
		if n, ok := strings.CutPrefix(m, "x"); ok {
			times, _ = strconv.Atoi(n)
		}
	}
	splits := x.shape == "16x32bx2"
	if x.shape == "" || times < 1 || in.Has("red") || !counts(in, 2+int(truth(splits))) {
		return false
	}
	address, data := in.Operands[1], in.Operands[0]
	if x.stores {
		address, data = in.Operands[0], in.Operands[len(in.Operands)-1]
	}
	if splits {
		n, ok := in.Operands[len(in.Operands)-1-int(truth(x.stores))].(*ptx.Immediate)
		if !ok || n.Kind != ptx.Integer {
			c.bad(in.Operands[1], "expected a constant number of columns between the halves")
			return true
		}
		x.split = int(n.Bits)
	}
	x.at = c.tensorAddress(address)
	want := times * tensorShapes[x.shape].registers
	all := elements(data)
	if len(all) != want || want > 128 {
		c.bad(data, "expected %d registers, found %d", want, len(all))
		return true
	}
	for _, e := range all {
		if c.width(e, "b32") != 32 {
			c.bad(e, "expected a register of 32 bits")
		}
		if x.stores {
			x.registers = append(x.registers, c.source(e, "b32"))
		} else {
			x.registers = append(x.registers, c.result(e))
		}
	}
	return c.emitPlain(x.run)
}

// word returns the lane, from that of the address on, and the number of the 32 bits that a register of a lane
// holds.
func (x *tensorMove) word(l, r int) (lane, word int) {
	switch x.shape {
	case "16x64b": // odd lanes have the lower half
		return l/4 + 8*(l&1), l>>1&1 + 2*r
	case "16x128b":
		return l/4 + 8*(r&1), l%4 + 4*(r/2)
	case "16x256b":
		return l/4 + 8*(r>>1&1), l%4*2 + r&1 + 8*(r/4)
	case "16x32bx2":
		return l % 16, r
	}
	return l, r
}

// columns returns how many columns each half has.
func (x *tensorMove) columns() int {
	s := tensorShapes[x.shape]
	n := len(x.registers) / s.registers * s.columns
	if x.packs {
		n *= 2
	}
	return n
}

func (x *tensorMove) run(w *warp, mask uint32) {
	if !w.whole(mask) {
		return
	}
	g := w.b.g
	lane, first := x.at.of(w, 0)
	lowest := w.number % warpgroupWarps * warpSize
	lanes := tensorShapes[x.shape].lanes
	what := "reads"
	if x.stores {
		what = "writes"
	}
	if lane < lowest || lane+lanes > lowest+warpSize || lane%groupLanes != 0 {
		g.fail(codeTensorPlace, "%s %s lanes %d to %d of tensor memory; its warp reaches lanes %d to %d",
			w.threads[0].name(), what, lane, lane+lanes-1, lowest, lowest+warpSize-1)
		return
	}
	groups := uint8(1<<(lanes/groupLanes)-1) << (lane / groupLanes)
	parts := []tensorPlace{{groups, first, first + x.columns()}}
	if x.shape == "16x32bx2" {
		parts = append(parts, tensorPlace{groups, first + x.split, first + x.split + x.columns()})
	}
	for _, p := range parts {
		if !w.threads[0].reachesTensor(p, what) {
			return
		}
		w.b.accessTensor(w.threads, w.newTensorOp(w.threads[0], p, x.stores, false, ^uint32(0)))
	}
	x.move(w, lane, first)
}

// move moves the words.
func (x *tensorMove) move(w *warp, lane, first int) {
	m, unwritten := &w.b.tensor, -1
	for r, register := range x.registers {
		lanes := w.lanes(register)
		for l := range warpSize {
			row, word := x.word(l, r)
			row += lane
			if x.shape == "16x32bx2" && l >= 16 {
				word += x.split
			}
			if !x.packs {
				x.one(m, row, first+word, &lanes[l])
				if !x.stores && !m.isWritten(row, first+word) {
					unwritten = first + word
				}
				continue
			}
			low, high := first+2*word, first+2*word+1
			if x.shape == "16x32bx2" && l >= 16 {
				low, high = low-x.split, high-x.split
			}
			if x.stores {
				m.store(row, low, uint32(lanes[l]&0xffff))
				m.store(row, high, uint32(lanes[l]>>16&0xffff))
				continue
			}
			lanes[l] = uint64(m.load(row, low)&0xffff | m.load(row, high)<<16)
		}
	}
	if unwritten >= 0 {
		w.b.g.found.tensorUnwritten(w.threads[0], unwritten)
	}
}

func (x *tensorMove) one(m *tensorMemory, lane, column int, v *uint64) {
	if x.stores {
		m.store(lane, column, uint32(*v))
	} else {
		*v = uint64(m.load(lane, column))
	}
}

// ---- copies from shared memory ----

// laneCopy is the data of tcgen05.cp: rows of 16 or 32 bytes of shared memory, which go to lanes.
type laneCopy struct {
	at         tensorAddress
	descriptor int32
	rows       int
	bytes      int
	lanes      func(row int) []int // from that of the address on
}

// laneCopies are the shapes of copies with where their rows go.
var laneCopies = map[string]struct {
	rows, bytes int
	lanes       func(row int) []int
}{
	"128x256b":              {128, 32, func(row int) []int { return []int{row} }},
	"128x128b":              {128, 16, func(row int) []int { return []int{row} }},
	"4x256b":                {4, 32, func(row int) []int { return []int{32 * row} }},
	"64x128b.warpx2::02_13": {64, 16, func(row int) []int { return []int{row, row + 64} }},
	"64x128b.warpx2::01_23": {64, 16, func(row int) []int {
		lane := row%32 + row/32*64
		return []int{lane, lane + 32}
	}},
	"32x128b.warpx4": {32, 16, func(row int) []int { return []int{row, row + 32, row + 64, row + 96} }},
}

// copyTensor decodes tcgen05.cp.
func (c *compiler) copyTensor(in *ptx.Instruction) bool {
	shape := oneOf(in, "128x256b", "128x128b", "4x256b", "64x128b", "32x128b")
	if to := oneOf(in, "warpx2::02_13", "warpx2::01_23", "warpx4"); to != "" {
		shape += "." + to
	}
	s, ok := laneCopies[shape]
	if !ok || !counts(in, 2) || len(in.Modifiers) > 4 {
		return false
	}
	x := &laneCopy{at: c.tensorAddress(in.Operands[0]), descriptor: c.source(in.Operands[1], "b64"),
		rows:  s.rows,
		bytes: s.bytes, lanes: s.lanes}
	return c.perLane(x.run)
}

func (x *laneCopy) run(w *warp, l int) {
	t := w.threads[l]
	lane, first := x.at.of(w, l)
	place := tensorPlace{0xff, first, first + x.bytes/4}
	m := t.tensorMatrix(w.lanes(x.descriptor)[l], 1, false)
	if m == nil || !t.reachesTensor(place, "writes") || !t.touchTensor(m, x.rows, x.bytes) {
		return
	}
	for row := range x.rows {
		for _, to := range x.lanes(row) {
			if to += lane; to >= tensorLanes {
				w.b.g.fail(codeTensorPlace, "%s copies to lane %d of tensor memory, which has 128", t.name(),
					to)
				return
			}
			for i := range x.bytes / 4 {
				w.b.tensor.mark(to, first+i)
			}
		}
	}
	w.b.accessTensor([]*thread{t}, w.newTensorOp(t, place, true, true, 0))
	shared := w.b.shared.data
	t.issueTensor(func() {
		for row := range x.rows {
			for i := range x.bytes / 4 {
				v := uint32(load(shared[m.at(row, 4*i):], 4))
				for _, to := range x.lanes(row) {
					t.b.tensor.store(to+lane, first+i, v)
				}
			}
		}
	})
}
