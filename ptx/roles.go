package ptx

import (
	"iter"
	"strings"

	"github.com/inflight-compiler/inflight/diag"
)

// Role is what an instruction does with an operand.
type Role uint8

// The roles.
const (
	Neither   Role = iota // a label, or a number that is part of the instruction
	Reads                 // a value, or a predicate
	Writes                // a result: a register, a vector or a pair of them
	Addresses             // an address in brackets: its registers say where, and none of them is changed
)

// Roles yields the operands of an instruction with their roles, from the table of instructions. The guard is
// no operand.
func Roles(in *Instruction) iter.Seq2[Operand, Role] {
	return func(yield func(Operand, Role) bool) {
		letters := lettersOf(in)
		for i, o := range in.Operands {
			role := Reads
			if i < len(letters) {
				role = roleOf(letters[i], i)
			}
			if _, isAddress := o.(*Address); isAddress {
				role = Addresses
			}
			if !yield(o, role) {
				return
			}
		}
	}
}

// Results returns the operands that an instruction writes.
func Results(in *Instruction) []Operand {
	var all []Operand
	for o, role := range Roles(in) {
		if role == Writes {
			all = append(all, o)
		}
	}
	return all
}

// Names yields the names in an operand, with their places.
func Names(o Operand) iter.Seq2[string, diag.Span] { return operandNames(o) }

// roleOf returns the role of operand number i, whose letter in the table is given.
func roleOf(letter byte, i int) Role {
	switch letter {
	case 'd', 'c', 'e', 'W', 'q', 'v', 'r':
		return Writes
	case 'm': // the two of mov
		if i == 0 {
			return Writes
		}
	case 'a', 't':
		return Addresses
	case 'l', 'n':
		return Neither
	}
	return Reads
}

// lettersOf returns a letter of the table for each operand. Where the table has none, a first operand that is
// no address is the result, but for what has no results.
func lettersOf(in *Instruction) string {
	f, ok := formOf(in)
	roles := f.signatures(in)
	switch {
	case !ok || len(in.Operands) == 0:
		return ""
	case in.Opcode == "call":
		if _, isList := in.Operands[0].(*List); isList {
			return "r"
		}
		return "l"
	case roles == "" && hasNoResult(in):
		return ""
	case roles == "":
		return "r"
	}
	extra := f.extraRoles(in)
	for signature := range strings.SplitSeq(strings.TrimSpace(roles), " ") {
		if signature = repeated(signature, len(in.Operands)) + extra; len(signature) == len(in.Operands) {
			return signature
		}
	}
	return ""
}

// hasNoResult reports whether an instruction whose operands the table leaves open gives no value.
func hasNoResult(in *Instruction) bool {
	switch in.Opcode {
	case "bar", "barrier":
		return !in.Has("red")
	case "red", "cp":
		return true
	case "mbarrier":
		return !in.Has("arrive") && !in.Has("arrive_drop") && !in.Has("test_wait") && !in.Has("try_wait")
	}
	return false
}
