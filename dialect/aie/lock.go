package aie

import (
	"slices"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// Lock is aie.lock: a counting semaphore of a tile. Its value is that of the attribute init at first, 0
// without the attribute.
var Lock = &ir.OpDef{
	Name:     "aie.lock",
	Summary:  "a counting semaphore of a tile",
	Operands: []ir.OperandDef{{Name: "tile", Type: constraint.Index}},
	Results:  []ir.ResultDef{{Name: "result", Type: constraint.Index}},
	Attrs: []ir.AttrDef{{Name: "lockID", Type: i32, Optional: true},
		{Name: "init", Type: i32, Optional: true},
		{Name: "sym_name", Type: constraint.SymbolName, Optional: true}},
	Format: "`(` $tile (`,` $lockID^)? `)` attr-dict",
	Verify: verifyLock,
}

// UseLock is aie.use_lock: AcquireGreaterEqual waits until the value of a lock is n or more, and takes n
// away; Release adds n. Acquire waits until the value is n. Of an array of the first generation (see Binary),
// a Release sets the value to n, and between Acquire and Release nothing else acquires the lock.
var UseLock = &ir.OpDef{
	Name:     "aie.use_lock",
	Summary:  "acquires or releases a lock",
	Operands: []ir.OperandDef{{Name: "lock", Type: constraint.Index}},
	Attrs: []ir.AttrDef{{Name: "action", Type: constraint.AnyAttr},
		{Name: "value", Type: i32, Optional: true}},
	Parse:  parseUse,
	Print:  printUse,
	Verify: verifyUseLock,
}

// Buffer is aie.buffer: memory of a tile.
var Buffer = &ir.OpDef{
	Name:     "aie.buffer",
	Summary:  "memory of a tile",
	Operands: []ir.OperandDef{{Name: "tile", Type: constraint.Index}},
	Results:  []ir.ResultDef{{Name: "buffer", Type: constraint.MemRef}},
	Attrs:    []ir.AttrDef{{Name: "sym_name", Type: constraint.SymbolName, Optional: true}},
	Format:   "`(` $tile `)` attr-dict `:` type($buffer)",
}

// ExternalBuffer is aie.external_buffer: memory of the host.
var ExternalBuffer = &ir.OpDef{
	Name:    "aie.external_buffer",
	Summary: "memory of the host",
	Results: []ir.ResultDef{{Name: "buffer", Type: constraint.MemRef}},
	Attrs:   []ir.AttrDef{{Name: "sym_name", Type: constraint.SymbolName, Optional: true}},
	Format:  "attr-dict `:` type($buffer)",
}

// actions are the actions of a UseLock, by mlir-aie's numbers for them.
var actions = []string{"Acquire", "Release", "AcquireGreaterEqual"}

// Action returns the action of a UseLock.
func Action(op *ir.Op) string { return word(op, "action", actions) }

// word returns an attribute that is one of words; in generic form it may be the number of the word.
func word(op *ir.Op, attr string, words []string) string {
	switch a := op.Attr(attr).(type) {
	case *ir.StringAttr:
		return a.Value
	case *ir.IntegerAttr:
		if a.Value >= 0 && a.Value < int64(len(words)) {
			return words[a.Value]
		}
	}
	return ""
}

// Value returns the number of a UseLock: 1 if it has none.
func Value(op *ir.Op) int64 {
	if n, ok := op.IntAttr("value"); ok {
		return n
	}
	return 1
}

// LockOf returns the Lock of a UseLock, nil if it is not known.
func LockOf(op *ir.Op) *ir.Op {
	if lock := op.Operand(0).DefiningOp(); lock != nil && lock.Is(Lock) {
		return lock
	}
	return nil
}

// Init returns the value of a Lock at first.
func Init(op *ir.Op) int64 {
	n, _ := op.IntAttr("init")
	return n
}

// firstGeneration lists the kinds of arrays whose locks have a value that an acquire compares with.
var firstGeneration = []string{"xcvc1902"}

// Binary reports whether the locks of a Device are those of the first generation of arrays: a value that is
// set, not counted.
func Binary(device *ir.Op) bool { return slices.Contains(firstGeneration, device.StringAttr("device")) }

// MostCounted is the largest value of a lock.
const MostCounted = 63

func verifyLock(op *ir.Op) error {
	if n := Init(op); n < 0 || n > MostCounted {
		return op.OpErrorf(codeAIE, "begins with the value %d: a lock has 0 to %d", n, MostCounted)
	}
	return nil
}

func verifyUseLock(op *ir.Op) error {
	if !slices.Contains(actions, Action(op)) {
		return op.OpErrorf(codeAIE, "has no action Acquire, AcquireGreaterEqual or Release")
	}
	if n := Value(op); n < 0 || n > MostCounted {
		return op.OpErrorf(codeAIE, "is of %d: a lock has 0 to %d", n, MostCounted)
	}
	if LockOf(op) == nil {
		return op.OpErrorf(codeAIE, "is of a value that is no aie.lock")
	}
	return nil
}

// parseUse parses (%lock, action, n) {attrs}.
func parseUse(p ir.OpParser, s *ir.OpState) error {
	if err := p.Punct("("); err != nil {
		return err
	}
	name, err := p.Operand()
	if err != nil {
		return err
	}
	lock, err := p.Resolve(name, p.Context().Index)
	if err != nil {
		return err
	}
	s.Operands = append(s.Operands, lock)
	if err := p.Punct(","); err != nil {
		return err
	}
	action, err := p.KeywordOrString()
	if err != nil {
		return err
	}
	add(s, "action", p.Context().String(action))
	if p.TryPunct(",") {
		if err := parseI32(p, s, "value"); err != nil {
			return err
		}
	}
	if err := p.Punct(")"); err != nil {
		return err
	}
	return p.AttrDict(s)
}

// parseI32 parses a number.
func parseI32(p ir.OpParser, s *ir.OpState, attr string) error {
	n, err := p.Int()
	add(s, attr, p.Context().Int(p.Context().I32, n))
	return err
}

func printUse(p ir.OpPrinter, op *ir.Op) {
	p.Write("(")
	p.Operand(op.Operand(0))
	p.Write(", " + Action(op))
	if op.Attr("value") != nil {
		p.Write(", ")
		p.Int(Value(op))
	}
	p.Write(")")
	p.AttrDict(op, "action", "value")
}
