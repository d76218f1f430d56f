package hal

import (
	"strings"

	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
)

// FenceCreate is hal.fence.create: a fence that is not signalled.
var FenceCreate = &ir.OpDef{
	Name:     "hal.fence.create",
	Summary:  "creates a fence that is not signalled",
	Operands: []ir.OperandDef{{Name: "device", Type: device}},
	Results:  []ir.ResultDef{{Name: "result", Type: fence}},
	Attrs:    []ir.AttrDef{flags},
	Format: "`device` `(` $device `:` type($device) `)` `flags` `(` custom<HALFlags>($flags) `)` `:` " +
		"type($result) attr-dict-with-keyword",
	ResultNames: nameFence,
	Verify:      verifyFlags,
}

// FenceJoin is hal.fence.join: a fence that is signalled when all of several are.
var FenceJoin = &ir.OpDef{
	Name:     "hal.fence.join",
	Summary:  "fence that is signalled when all of several are",
	Operands: []ir.OperandDef{{Name: "fences", Type: fence, Arity: ir.Variadic}},
	Results:  []ir.ResultDef{{Name: "result", Type: fence}},
	Attrs:    []ir.AttrDef{flags},
	Format: "`at` `(` `[` $fences `]` `)` `flags` `(` custom<HALFlags>($flags) `)` `->` type($result) " +
		"attr-dict-with-keyword",
	ResultNames: nameFence,
	Verify:      verifyFlags,
}

// FenceQuery is hal.fence.query: the status of a fence now.
var FenceQuery = &ir.OpDef{
	Name:        "hal.fence.query",
	Summary:     "status of a fence",
	Operands:    []ir.OperandDef{{Name: "fence", Type: fence}},
	Results:     []ir.ResultDef{{Name: "status", Type: status}},
	Format:      "`<` $fence `:` type($fence) `>` `:` type($status) attr-dict-with-keyword",
	ResultNames: nameStatus,
}

// FenceSignal is hal.fence.signal: it signals a fence.
var FenceSignal = &ir.OpDef{
	Name:     "hal.fence.signal",
	Summary:  "signals a fence",
	Operands: []ir.OperandDef{{Name: "fence", Type: fence}},
	Format:   "`<` $fence `:` type($fence) `>` attr-dict-with-keyword",
}

// FenceFail is hal.fence.fail: it signals a fence with a failure.
var FenceFail = &ir.OpDef{
	Name:     "hal.fence.fail",
	Summary:  "signals a fence with a failure",
	Operands: []ir.OperandDef{{Name: "fence", Type: fence}, {Name: "status", Type: status}},
	Format:   "`<` $fence `:` type($fence) `>` `status` `(` $status `)` attr-dict-with-keyword",
}

// FenceAwait is hal.fence.await: it blocks until all fences are signalled or a time has passed.
var FenceAwait = &ir.OpDef{
	Name:    "hal.fence.await",
	Summary: "blocks until fences are signalled",
	Operands: []ir.OperandDef{{Name: "timeout_millis", Type: status},
		{Name: "fences", Type: fence, Arity: ir.Variadic}},
	Results: []ir.ResultDef{{Name: "status", Type: status}},
	Attrs:   []ir.AttrDef{flags},
	Format: "`until` `(` `[` $fences `]` `)` `timeout_millis` `(` $timeout_millis `)` `flags` " +
		"`(` custom<HALFlags>($flags) `)` `:` type($status) attr-dict-with-keyword",
	ResultNames:       nameStatus,
	Verify:            verifyFlags,
	AsyncDependencies: func(op *ir.Op) []*ir.Value { return op.Operands()[1:] },
}

// DeviceQueueBarrier is hal.device.queue.barrier: a queue signals a fence when another is signalled.
var DeviceQueueBarrier = &ir.OpDef{
	Name:    "hal.device.queue.barrier",
	Summary: "signals a fence when another is signalled",
	Operands: []ir.OperandDef{
		{Name: "device", Type: device}, {Name: "queue_affinity", Type: i64},
		{Name: "wait_fence", Type: fence}, {Name: "signal_fence", Type: fence},
	},
	Attrs: []ir.AttrDef{flags},
	Format: "`<` $device `:` type($device) `>` `affinity` `(` $queue_affinity `)` `wait` `(` $wait_fence " +
		"`)` " +
		"`signal` `(` $signal_fence `)` `flags` `(` custom<HALFlags>($flags) `)` attr-dict-with-keyword",
	Verify: verifyFlags,
}

var (
	status = integer(32)
	i64    = integer(64)
)

func integer(width uint32) ir.TypeConstraint {
	name := map[uint32]string{32: "32", 64: "64"}[width]
	return ir.TypeConstraint{
		Summary: name + "-bit signless integer",
		Match: func(t ir.Type) bool {
			n, ok := t.(*ir.IntegerType)
			return ok && n.Width == width && n.Sign == ir.Signless
		},
		Build: func(c *ir.Context) ir.Type {
			if width == 32 {
				return c.I32
			}
			return c.I64
		},
	}
}

// flags are bits of which none has a name yet. The text has "None" for 0.
var flags = ir.AttrDef{Name: "flags", Type: ir.AttrConstraint{Summary: "flags", Match: func(a ir.Attr) bool {
	_, ok := a.(*ir.IntegerAttr)
	return ok
}}}

const noFlags = "None"

func init() { text.RegisterCustom("HALFlags", text.Custom{Parse: parseFlags, Print: printFlags}) }

func parseFlags(p ir.OpParser, b *text.Binder) error {
	off := p.Off()
	word, err := p.String()
	if err != nil {
		return err
	}
	if strings.TrimSpace(word) != noFlags {
		return p.Errorf(off, "expected the flags \"None\"")
	}
	b.Attr("flags", p.Context().Int(p.Context().I64, 0))
	return nil
}

func printFlags(p ir.OpPrinter, op *ir.Op) { p.Attr(op.Context().String(noFlags)) }

func verifyFlags(op *ir.Op) error {
	if n, ok := op.Attr("flags").(*ir.IntegerAttr); ok && n.Value != 0 {
		return op.OpErrorf(codeHAL, "has flags %d, but the only flags are \"None\", which is 0", n.Value)
	}
	return nil
}

func nameFence(op *ir.Op, set func(*ir.Value, string)) { set(op.Result(0), "fence") }

func nameStatus(op *ir.Op, set func(*ir.Value, string)) { set(op.Result(0), "status") }
