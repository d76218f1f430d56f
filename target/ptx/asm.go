package ptx

import (
	"strconv"
	"strings"

	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/ir"
)

// Instructions that the program has as text.

func init() { writers[llvm.InlineAsm] = writeInlineAsm }

// writeInlineAsm replaces $0, $1 and so on by registers: those of the results, then those of the operands.
// "$$" becomes a dollar sign.
func writeInlineAsm(f *function, op *ir.Op) {
	results, ok := outputs(op)
	if !ok {
		f.fail(op, codeOp,
			"has constraints '%s', which are not those of registers: one for each result (=r) and for each "+
				"operand (r)", op.StringAttr("constraints"))
		return
	}
	var regs []operand
	if op.NumResults() > 0 {
		list, _ := words(nil, op.Result(0).Type())
		if len(list) != results {
			f.fail(op, codeOp, "has %d results by its constraints, and %d words by its type", results,
				len(list))
			return
		}
		for _, w := range list {
			regs = append(regs, f.fresh(w.class))
		}
	}
	made := regs
	for _, v := range op.Operands() {
		list := f.wordsOf(v)
		if len(list) != 1 {
			f.fail(op, codeOp, "has an operand of type %v in its text, which is not one register", v.Type())
			return
		}
		regs = append(regs, f.inRegister(list[0]))
	}
	text, ok := placed(op.StringAttr("asm_string"), regs)
	if !ok {
		f.fail(op, codeOp, "has a text that names operands which it does not have")
		return
	}
	if op.NumResults() > 0 {
		f.set(op.Result(0), made...)
	}
	f.requireText(op, text)
	f.line(text)
}

// outputs returns the number of results that the constraints have. It returns false unless every result and
// operand is in a register of its own.
func outputs(op *ir.Op) (int, bool) {
	n, in := 0, 0
	for c := range strings.SplitSeq(op.StringAttr("constraints"), ",") {
		switch name, out := strings.CutPrefix(c, "="); {
		case strings.HasPrefix(c, "~{"), c == "":
		case !strings.Contains("rhlfdbc", name) || len(name) != 1:
			return 0, false
		case out:
			n++
		default:
			in++
		}
	}
	return n, in == op.NumOperands() && (n > 0) == (op.NumResults() > 0)
}

// placed returns a text in which registers replace the placeholders.
func placed(text string, regs []operand) (string, bool) {
	var b strings.Builder
	for {
		before, after, found := strings.Cut(text, "$")
		b.WriteString(before)
		if !found {
			return b.String(), true
		}
		if text = after; strings.HasPrefix(after, "$") {
			b.WriteByte('$')
			text = after[1:]
			continue
		}
		end := len(after) - len(strings.TrimLeft(after, "0123456789"))
		n, err := strconv.Atoi(after[:end])
		if err != nil || n >= len(regs) {
			return "", false
		}
		b.WriteString(regs[n].text(""))
		text = after[end:]
	}
}

// requireText notes the requirements of the instructions that convert-nvgpu-to-nvvm writes as text. Other
// text is assumed to fit the target.
func (f *function) requireText(op *ir.Op, text string) {
	if strings.HasPrefix(text, "mma.sp") {
		f.require(op, ampere)
	}
}
