package hlo

import "regexp"

// knownTrips matches the number of iterations in the backend configuration of a loop.
var knownTrips = regexp.MustCompile(`"known_trip_count"\s*:\s*\{\s*"n"\s*:\s*"?([0-9]+)`)

// Trips returns the number of iterations of a loop, and whether it is known: from known_trip_count of the
// backend configuration, or from a counter that the condition compares with a constant, that begins with a
// constant, and to which the body adds a constant.
func (in *Instruction) Trips() (int64, bool) {
	if in.Opcode != "while" {
		return 0, false
	}
	if match := knownTrips.FindStringSubmatch(in.Attribute("backend_config").String()); match != nil {
		return number(match[1])
	}
	condition, body := in.CalledAs("condition"), in.CalledAs("body")
	if condition == nil || body == nil || condition.Root == nil || body.Root == nil || len(in.Operands) != 1 {
		return 0, false
	}
	test := condition.Root
	if test.Opcode != "compare" || test.Attribute("direction").String() != "LT" || len(test.Operands) != 2 {
		return 0, false
	}
	counter, ok := carriedPart(test.Operands[0])
	if !ok {
		return 0, false
	}
	end, ok1 := test.Operands[1].scalar()
	begin, ok2 := in.Operands[0].tuplePart(counter).scalar()
	step, ok3 := body.Root.tuplePart(counter).increment(counter)
	if !ok1 || !ok2 || !ok3 || step <= 0 || end-begin > 1<<40 || begin < -1<<40 || end > 1<<40 {
		return 0, false
	}
	return max(0, (end-begin+step-1)/step), true
}

// carriedPart returns which part of the only parameter of a computation an instruction is.
func carriedPart(in *Instruction) (int64, bool) {
	if in.Opcode == "get-tuple-element" && len(in.Operands) == 1 && in.Operands[0].Opcode == "parameter" {
		return in.Attribute("index").Int()
	}
	return 0, false
}

// tuplePart returns an operand of a tuple, nil if the instruction is none.
func (in *Instruction) tuplePart(i int64) *Instruction {
	if in.Opcode != "tuple" || i < 0 || i >= int64(len(in.Operands)) {
		return nil
	}
	return in.Operands[i]
}

// scalar returns the value of a constant integer.
func (in *Instruction) scalar() (int64, bool) {
	if in == nil || in.Opcode != "constant" {
		return 0, false
	}
	return number(in.Literal)
}

// increment returns the constant that an instruction adds to a part of the parameter.
func (in *Instruction) increment(part int64) (int64, bool) {
	if in == nil || in.Opcode != "add" || len(in.Operands) != 2 {
		return 0, false
	}
	for i, o := range in.Operands {
		if p, ok := carriedPart(o); ok && p == part {
			return in.Operands[1-i].scalar()
		}
	}
	return 0, false
}
