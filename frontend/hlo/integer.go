package hlo

import (
	"strconv"
	"strings"
)

// mostTerms is the number of instructions that are evaluated for a condition.
const mostTerms = 1000

// Facts are what Integer needs to know beside the instructions of a computation.
type Facts struct {
	// Argument returns what is passed for a parameter, nil if that is not one instruction.
	Argument func(parameter *Instruction) *Instruction
	// Number returns the value of partition-id or replica-id.
	Number func(in *Instruction) (int64, bool)
}

// Integer returns the value of an integer or a truth, 0 or 1, if it follows from constants and facts.
func (in *Instruction) Integer(f Facts) (int64, bool) {
	terms := 0
	return in.term(f, &terms)
}

// integerTypes are the types that are evaluated.
var integerTypes = map[string]bool{"pred": true, "s32": true, "u32": true, "s64": true, "u64": true}

func (in *Instruction) term(f Facts, terms *int) (n int64, ok bool) {
	if *terms++; *terms > mostTerms || in.Shape == nil || !integerTypes[in.Shape.Element] ||
		len(in.Shape.Dims) > 0 {
		return 0, false
	}
	switch in.Opcode {
	case "parameter":
		if arg := f.Argument(in); arg != nil {
			return arg.term(f, terms)
		}
		return 0, false
	case "constant":
		return literal(in.Literal)
	case "partition-id", "replica-id":
		return f.Number(in)
	}
	v := make([]int64, len(in.Operands))
	for i, o := range in.Operands {
		if v[i], ok = o.term(f, terms); !ok {
			return 0, false
		}
	}
	n, ok = apply(in, v)
	if n < 0 && in.Shape.Element[0] == 'u' || n > 1<<31-1 || n < -1<<31 {
		return 0, false // it may wrap around
	}
	return n, ok
}

// Branches returns the computations of a conditional, in the order in which its operands behind the first one
// are passed to them.
func (in *Instruction) Branches() []*Computation {
	if a := in.Attribute("branch_computations"); a != nil {
		return a.Called
	}
	var all []*Computation
	for _, role := range []string{"true_computation", "false_computation"} {
		if c := in.CalledAs(role); c != nil {
			all = append(all, c)
		}
	}
	return all
}

// Branch returns the number of the branch that a conditional takes where its first operand has a value. XLA
// takes the last one for a number that is none.
func (in *Instruction) Branch(value int64) int {
	last := int64(len(in.Branches()) - 1)
	if s := in.Operands[0].Shape; s != nil && s.Element == "pred" {
		value = 1 - value
	}
	if value < 0 || value > last {
		value = last
	}
	return int(value)
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
func apply(in *Instruction, v []int64) (int64, bool) {
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

func applyTwo(in *Instruction, a, b int64) (int64, bool) {
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
