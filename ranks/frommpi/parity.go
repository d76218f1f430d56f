package frommpi

import (
	"bytes"
	"fmt"
	"strings"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/mpi"
	"github.com/inflight-compiler/inflight/ir"
)

// Parity returns texts of a program that all ranks execute, in which a send and a receive that stand next to
// each other change places on the odd ranks: the even ones send first and the odd ones receive first, or the
// other way round. No order of one program for all can have that. Between the two stand at most operations
// that do not communicate and that the second one may pass.
func Parity(programs []Program) []*diag.File {
	for _, p := range programs {
		if p.Module != programs[0].Module {
			return nil
		}
	}
	file := programs[0].Entry.Span().File
	if file == nil {
		return nil
	}
	w := &writer{execution: &execution{module: programs[0].Module, talks: map[*ir.Op]bool{}, roots: roots{}}}
	var all []*diag.File
	for op := range programs[0].Module.Walk() {
		if swaps(op) {
			if second := w.partner(op); second != nil {
				all = append(all, byParity(file, op, second)...)
			}
		}
	}
	return all
}

// partner returns the receive behind a send, or the send behind a receive, that may change places with it.
func (w *writer) partner(op *ir.Op) *ir.Op {
	var between []*ir.Op
	for next := op.Next(); next != nil && !next.Has(ir.Terminator); next = next.Next() {
		switch {
		case swaps(next) && op.Is(mpi.Send) != next.Is(mpi.Send) && w.passes(next, between) &&
			w.mayPass(op, next):
			return next
		case strings.HasPrefix(next.Name(), "mpi.") || w.communicates(next):
			return nil
		}
		between = append(between, next)
	}
	return nil
}

// swaps reports whether an operation is a blocking send or receive whose result nobody has.
func swaps(op *ir.Op) bool { return (op.Is(mpi.Send) || op.Is(mpi.Recv)) && op.NumResults() == 0 }

func (w *writer) passes(op *ir.Op, earlier []*ir.Op) bool {
	for _, e := range earlier {
		if !w.mayPass(e, op) {
			return false
		}
	}
	return true
}

// byParity writes a text in which first and second change places on the odd ranks. It returns none if they do
// not stand on lines of their own.
func byParity(file *diag.File, first, second *ir.Op) []*diag.File {
	a, _ := file.Position(first.Span().Start)
	b, _ := file.Position(second.Span().Start)
	lines := strings.SplitAfter(string(file.Content), "\n")
	one, two := strings.TrimSpace(lines[a-1]), strings.TrimSpace(lines[b-1])
	comm, ok := lastOperand(one)
	if !ok || a >= b || !strings.HasPrefix(one, "mpi.") || !strings.HasPrefix(two, "mpi.") {
		return nil
	}
	indent := lines[a-1][:strings.Index(lines[a-1], one)]
	name := "%parity"
	for n := 0; bytes.Contains(file.Content, []byte(name)); n++ {
		name = fmt.Sprintf("%%parity%d", n)
	}
	text := fmt.Sprintf(`%[1]s_rank = mpi.comm_rank(%[2]s) : i32
%[1]s_one = arith.constant 1 : i32
%[1]s_zero = arith.constant 0 : i32
%[1]s_bit = arith.andi %[1]s_rank, %[1]s_one : i32
%[1]s_even = arith.cmpi eq, %[1]s_bit, %[1]s_zero : i32
scf.if %[1]s_even {
  %[3]s
  %[4]s
} else {
  %[4]s
  %[3]s
}
`, name, comm, one, two)
	lines[a-1] = indent + strings.ReplaceAll(strings.TrimSuffix(text, "\n"), "\n", "\n"+indent) + "\n"
	lines[b-1] = ""
	return []*diag.File{diag.NewFile(file.Name, []byte(strings.Join(lines, "")))}
}

// lastOperand returns the last operand of an operation in its custom form: the communicator.
func lastOperand(line string) (string, bool) {
	_, inner, ok := strings.Cut(line, "(")
	inner, _, closed := strings.Cut(inner, ")")
	operands := strings.Split(inner, ",")
	last := strings.TrimSpace(operands[len(operands)-1])
	return last, ok && closed && strings.HasPrefix(last, "%")
}
