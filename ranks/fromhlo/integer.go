package fromhlo

import (
	"strconv"
	"strings"

	"github.com/inflight-compiler/inflight/frontend/hlo"
)

// mostTerms is the number of instructions that are evaluated for a condition.
const mostTerms = 1000

// integer returns the value of an integer or a truth, if it follows from constants and the number of the
// rank.
func (x *execution) integer(in *hlo.Instruction) (int64, bool) {
	terms := 0
	return x.term(in, &terms)
}

// widths are the types that are evaluated.
var widths = map[string]bool{"pred": true, "s32": true, "u32": true, "s64": true, "u64": true}

func (x *execution) term(in *hlo.Instruction, terms *int) (n int64, ok bool) {
	if *terms++; *terms > mostTerms || in.Shape == nil || !widths[in.Shape.Element] ||
		len(in.Shape.Dims) > 0 {
		return 0, false
	}
	switch in.Opcode {
	case "parameter":
		if arg := x.args[in]; arg != nil {
			return x.term(arg, terms)
		}
		return 0, false
	case "constant":
		return literal(in.Literal)
	case "partition-id":
		return int64(x.rank) % x.partitions, x.counted
	case "replica-id":
		return int64(x.rank) / x.partitions, x.counted
	}
	v := make([]int64, len(in.Operands))
	for i, o := range in.Operands {
		if v[i], ok = x.term(o, terms); !ok {
			return 0, false
		}
	}
	n, ok = apply(in, v)
	if n < 0 && in.Shape.Element[0] == 'u' || n > 1<<31-1 || n < -1<<31 {
		return 0, false // it may wrap around
	}
	return n, ok
}

func literal(text string) (int64, bool) {
	switch text = strings.TrimSpace(text); text {
	case "true":
		return 1, true
	case "false":
		return 0, true
	}
	n, err := strconv.ParseInt(text, 10, 32)
	return n, err == nil
}

func truth(is bool) (int64, bool) {
	if is {
		return 1, true
	}
	return 0, true
}

// apply computes an instruction.
func apply(in *hlo.Instruction, v []int64) (int64, bool) {
	switch len(v) {
	case 1:
		switch in.Opcode {
		case "copy", "bitcast", "reshape":
			return v[0], true
		case "convert":
			if in.Shape.Element == "pred" {
				return truth(v[0] != 0)
			}
			return v[0], true
		case "not":
			return 1 - v[0], in.Shape.Element == "pred"
		}
	case 2:
		return applyTwo(in, v[0], v[1])
	}
	return 0, false
}

func applyTwo(in *hlo.Instruction, a, b int64) (int64, bool) {
	isTruth := in.Shape.Element == "pred"
	switch in.Opcode {
	case "add":
		return a + b, !isTruth
	case "subtract":
		return a - b, !isTruth
	case "multiply":
		return a * b, !isTruth
	case "divide":
		return a / max(b, 1), a >= 0 && b > 0
	case "remainder":
		return a % max(b, 1), a >= 0 && b > 0
	case "and":
		return a & b, isTruth
	case "or":
		return a | b, isTruth
	case "xor":
		return a ^ b, isTruth
	case "compare":
		return compare(in.Attribute("direction").String(), a, b)
	}
	return 0, false
}

func compare(direction string, a, b int64) (int64, bool) {
	switch direction {
	case "EQ":
		return truth(a == b)
	case "NE":
		return truth(a != b)
	case "LT":
		return truth(a < b)
	case "LE":
		return truth(a <= b)
	case "GT":
		return truth(a > b)
	case "GE":
		return truth(a >= b)
	}
	return 0, false
}
