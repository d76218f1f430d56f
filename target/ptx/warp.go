package ptx

import (
	"fmt"
	"strings"

	"github.com/inflight-compiler/inflight/dialect/nvvm"
	"github.com/inflight-compiler/inflight/ir"
)

// The operations of the threads of a warp together, special registers, and single instructions.

const registerPrefix = "nvvm.read.ptx.sreg."

func init() {
	for _, def := range nvvm.Dialect.Ops {
		if strings.HasPrefix(def.Name, registerPrefix) {
			writers[def] = writeRegister
		}
	}
	registerWriters(map[*ir.OpDef]func(*function, *ir.Op){
		nvvm.Shuffle: writeShuffleLanes, nvvm.Vote: writeVote, nvvm.Redux: writeRedux, nvvm.Match: writeMatch,
		nvvm.Elect:   writeElect,
		nvvm.Permute: writePermute, nvvm.RcpApprox: writeReciprocal, nvvm.Nanosleep: writeNanosleep,
		nvvm.SetMaxRegister: writeSetMax,
		nvvm.GridDepControl: writeGridControl,
	})
}

// special are the registers that have another name than their operation.
var special = map[string]string{"warpsize": "WARP_SZ", "clock64": "%clock64"}

// writeRegister reads a special register: PTX ISA, "Special Registers".
func writeRegister(f *function, op *ir.Op) {
	name := strings.TrimPrefix(op.Name(), registerPrefix)
	text, ok := special[name]
	if !ok {
		text = "%" + name
		for _, p := range []string{"cluster.", "lanemask.", "globaltimer.", "total.smem.", "dynamic.smem.",
			"aggr.smem."} {
			if strings.HasPrefix(name, p) {
				text = "%" + strings.ReplaceAll(strings.TrimSuffix(p, "."), ".", "_") + "_" +
					strings.TrimPrefix(name, p)
			}
		}
	}
	if strings.HasPrefix(name, "cluster") || strings.HasPrefix(name, "ncluster") {
		f.require(op, clustered)
	}
	list, _ := words(nil, op.Result(0).Type())
	r := f.fresh(list[0].class)
	f.line(fmt.Sprintf("mov.u%s %s, %s;", width(r.class), r.text(""), text))
	f.set(op.Result(0), r)
}

func caseName(op *ir.Op, attr string) string {
	e, ok := op.Attr(attr).(*ir.EnumAttr)
	if !ok {
		return ""
	}
	return e.Def.CaseName(e.Value)
}

func writeShuffleLanes(f *function, op *ir.Op) {
	x := f.each(op.Operands())
	mask, v := x[0].text("b32"), f.inRegister(x[1])
	r := f.fresh(b32)
	to := r.text("")
	out := []operand{r}
	if op.Attr("return_value_and_is_valid") != nil {
		p := f.fresh(pred)
		to += "|" + p.text("")
		out = append(out, p)
	}
	f.line(fmt.Sprintf("shfl.sync.%s.b32 %s, %s, %s, %s, %s;", caseName(op, "kind"), to, v.text(""),
		x[2].text("b32"), x[3].text("b32"), mask))
	f.set(op.Result(0), out...)
}

func writeVote(f *function, op *ir.Op) {
	kind, mask, p := caseName(op, "kind"), f.word(op.Operand(0)), f.inRegister(f.word(op.Operand(1)))
	c, typ := pred, "pred"
	if kind == "ballot" {
		c, typ = b32, "b32"
	}
	r := f.fresh(c)
	f.line(fmt.Sprintf("vote.sync.%s.%s %s, %s, %s;", kind, typ, r.text(""), p.text(""), mask.text("b32")))
	f.set(op.Result(0), r)
}

// writeRedux reduces over the lanes of a mask. Kinds that begin with u are unsigned, and those with f are of
// floating-point numbers.
func writeRedux(f *function, op *ir.Op) {
	kind := caseName(op, "kind")
	name, typ := kind, "s32"
	switch {
	case kind == "and" || kind == "or" || kind == "xor":
		typ = "b32"
	case kind[0] == 'u':
		name, typ = kind[1:], "u32"
	case kind[0] == 'f':
		f.fail(op, codeOp, "reduces floating-point numbers, which needs instructions of sm_100a")
		return
	}
	f.require(op, ampere)
	v, mask := f.inRegister(f.word(op.Operand(0))), f.word(op.Operand(1))
	r := f.fresh(b32)
	f.line(fmt.Sprintf("redux.sync.%s.%s %s, %s, %s;", name, typ, r.text(""), v.text(""), mask.text("b32")))
	f.set(op.Result(0), r)
}

func writeMatch(f *function, op *ir.Op) {
	mask, v := f.word(op.Operand(0)), f.inRegister(f.word(op.Operand(1)))
	kind := caseName(op, "kind")
	r := f.fresh(b32)
	to := r.text("")
	out := []operand{r}
	if kind == "all" {
		p := f.fresh(pred)
		to += "|" + p.text("")
		out = append(out, p)
	}
	f.line(fmt.Sprintf("match.%s.sync.%v %s, %s, %s;", kind, v.class, to, v.text(""), mask.text("b32")))
	f.set(op.Result(0), out...)
}

func writeElect(f *function, op *ir.Op) {
	f.require(op, clustered)
	mask := "0xffffffff"
	if op.NumOperands() > 0 {
		mask = f.word(op.Operand(0)).text("b32")
	}
	r, p := f.fresh(b32), f.fresh(pred)
	f.line(fmt.Sprintf("elect.sync %s|%s, %s;", r.text(""), p.text(""), mask))
	f.set(op.Result(0), p)
}

// writePermute selects bytes of two words. The second word is 0 if it is missing.
func writePermute(f *function, op *ir.Op) {
	low, selector, high := f.inRegister(f.word(op.OperandsOf(0)[0])), f.word(op.OperandsOf(2)[0]),
		bits(b32, 0)
	if v := op.OptionalOperand(1); v != nil {
		high = f.inRegister(f.word(v))
	}
	mode := caseName(op, "mode")
	name := "prmt.b32"
	if mode != "default" {
		name += "." + mode
	}
	r := f.fresh(b32)
	f.line(fmt.Sprintf("%s %s, %s, %s, %s;", name, r.text(""), low.text(""), high.text("b32"),
		selector.text("b32")))
	f.set(op.Result(0), r)
}

func writeReciprocal(f *function, op *ir.Op) {
	r := f.fresh(b32)
	f.emit("rcp.approx.ftz.f32", r, f.inRegister(f.word(op.Operand(0))))
	f.set(op.Result(0), r)
}

func writeNanosleep(f *function, op *ir.Op) {
	f.line("nanosleep.u32 " + f.word(op.Operand(0)).text("u32") + ";")
}

func writeSetMax(f *function, op *ir.Op) {
	f.require(op, warpgroup)
	n, _ := op.IntAttr("regCount")
	f.line(fmt.Sprintf("setmaxnreg.%s.sync.aligned.u32 %d;",
		map[string]string{"increase": "inc", "decrease": "dec"}[caseName(op, "action")], n))
}

func writeGridControl(f *function, op *ir.Op) {
	f.require(op, hopper)
	f.line("griddepcontrol." + caseName(op, "kind") + ";")
}
