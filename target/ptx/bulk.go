package ptx

import (
	"fmt"
	"strings"

	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/dialect/nvvm"
	"github.com/inflight-compiler/inflight/ir"
)

// Bulk copies: PTX ISA, "cp.async.bulk" and "cp.async.bulk.tensor".

func init() {
	registerWriters(map[*ir.OpDef]func(*function, *ir.Op){
		nvvm.BulkWaitGroup: writeBulkWait, nvvm.BulkLoad: writeBulkLoad,
		nvvm.BulkCopyCluster: writeBulkCopyCluster,
		nvvm.BulkStore:       writeBulkStore, nvvm.BulkPrefetch: writeBulkPrefetch,
		nvvm.TensorLoad:  writeTensorLoad,
		nvvm.TensorStore: writeTensorStore, nvvm.TensorPrefetch: writeTensorPrefetch,
		nvvm.TensorReduce: writeTensorReduce,
	})
}

func writeBulkWait(f *function, op *ir.Op) {
	f.require(op, clustered)
	n, _ := op.IntAttr("group")
	read := ""
	if op.Attr("read") != nil {
		read = ".read"
	}
	f.line(fmt.Sprintf("cp.async.bulk.wait_group%s %d;", read, n))
}

// bulk collects the parts of an instruction: its modifiers, and its operands. Some of the operands are
// optional ones of the operation.
type bulk struct {
	f        *function
	name     strings.Builder
	operands []string
}

func (f *function) bulk(op *ir.Op, name string) *bulk {
	f.require(op, clustered)
	b := &bulk{f: f}
	b.name.WriteString(name)
	return b
}

// with appends operands.
func (b *bulk) with(operands ...string) *bulk {
	b.operands = append(b.operands, operands...)
	return b
}

// optional appends a modifier and an operand of a type. It appends nothing if the operand is missing.
func (b *bulk) optional(v *ir.Value, modifier, typ string) *bulk {
	if v != nil {
		b.name.WriteString(modifier)
		b.operands = append(b.operands, b.register(v, typ))
	}
	return b
}

// register returns an operand as text. An operand that does not have 32 bits must be in a register.
func (b *bulk) register(v *ir.Value, typ string) string {
	w := b.f.word(v)
	if typ != "b32" {
		w = b.f.inRegister(w)
	}
	return w.text(typ)
}

func (b *bulk) write(guard string) {
	b.f.line(guard + b.name.String() + " " + strings.Join(b.operands, ", ") + ";")
}

// The modifiers of optional operands.
const (
	multicastModifier = ".multicast::cluster"
	hintModifier      = ".L2::cache_hint"
	completesOn       = ".mbarrier::complete_tx::bytes"
)

// at returns the address of a pointer, converted to its memory space.
func (b *bulk) at(v *ir.Value, space int64) string {
	return b.f.place(b.f.inSpace(b.f.word(v), space), 0)
}

// sharedPart returns the name of the shared memory that a pointer points into. Only later devices have the
// shared memory of the block itself as a destination.
func (f *function) sharedPart(op *ir.Op, dst *ir.Value) (name string, space int64) {
	if space, _ := llvm.AddressSpace(dst.Type()); space == llvm.SharedCluster {
		return "shared::cluster", space
	}
	f.require(op, requirement{version: version{8, 6}, device: 90})
	return "shared::cta", llvm.Shared
}

// group returns the only value of an operand group, nil if it is empty.
func group(op *ir.Op, i int) *ir.Value {
	if list := op.OperandsOf(i); len(list) > 0 {
		return list[0]
	}
	return nil
}

func writeBulkLoad(f *function, op *ir.Op) {
	part, space := f.sharedPart(op, op.Operand(0))
	b := f.bulk(op, "cp.async.bulk."+part+".global"+completesOn)
	b.with(b.at(op.Operand(0), space), b.at(op.Operand(1), llvm.Global), b.register(op.Operand(3), "b32"),
		b.at(op.Operand(2), llvm.Shared))
	b.optional(group(op, 4), multicastModifier, "b16").optional(group(op, 5), hintModifier, "b64").write("")
}

func writeBulkCopyCluster(f *function, op *ir.Op) {
	b := f.bulk(op, "cp.async.bulk.shared::cluster.shared::cta"+completesOn)
	b.with(b.at(op.Operand(0), llvm.SharedCluster), b.at(op.Operand(1), llvm.Shared),
		b.register(op.Operand(3), "b32"),
		b.at(op.Operand(2), llvm.Shared)).write("")
}

func writeBulkStore(f *function, op *ir.Op) {
	b := f.bulk(op, "cp.async.bulk.global.shared::cta.bulk_group")
	b.with(b.at(op.Operand(0), llvm.Global), b.at(op.Operand(1), llvm.Shared),
		b.register(op.Operand(2), "b32"))
	b.optional(group(op, 3), hintModifier, "b64")
	mask := group(op, 4)
	if mask != nil {
		f.require(op, requirement{version: version{8, 6}, device: 100})
	}
	b.optional(mask, ".cp_mask", "b16").write("")
}

func writeBulkPrefetch(f *function, op *ir.Op) {
	b := f.bulk(op, "cp.async.bulk.prefetch.L2.global")
	b.with(b.at(op.Operand(0), llvm.Global), b.register(op.Operand(1), "b32")).optional(op.OptionalOperand(2),
		hintModifier, "b64").write("")
}

// tensorAt returns the operand that has a tensor map and coordinates.
func (b *bulk) tensorAt(descriptor *ir.Value, coordinates []*ir.Value) string {
	place := strings.TrimSuffix(b.at(descriptor, llvm.Generic), "]")
	return place + ", " + b.list(coordinates, "b32") + "]"
}

// list returns operands in braces.
func (b *bulk) list(values []*ir.Value, typ string) string {
	texts := make([]string, len(values))
	for i, v := range values {
		texts[i] = b.register(v, typ)
	}
	return "{" + strings.Join(texts, ", ") + "}"
}

// tensorMode returns the modifier for the mode in which a tile is read or written. It refuses modes that only
// later devices have.
func (f *function) tensorMode(op *ir.Op) (string, bool) {
	mode := caseName(op, "mode")
	if mode != "tile" && mode != "im2col" {
		f.fail(op, codeOp, "copies in mode '%s', which needs instructions of sm_100", mode)
		return "", false
	}
	return "." + mode, true
}

// dimensions returns the number of coordinates as a modifier.
func dimensions(coordinates []*ir.Value) string { return fmt.Sprintf(".%dd", len(coordinates)) }

func writeTensorLoad(f *function, op *ir.Op) {
	mode, ok := f.tensorMode(op)
	if !ok {
		return
	}
	if op.Attr("group") != nil {
		f.fail(op, codeOp, "copies for a pair of blocks, which needs instructions of sm_100")
		return
	}
	part, space := f.sharedPart(op, op.Operand(0))
	coordinates, offsets := op.OperandsOf(2), op.OperandsOf(4)
	b := f.bulk(op, "cp.async.bulk.tensor"+dimensions(coordinates)+"."+part+".global"+mode+completesOn)
	b.with(b.at(op.Operand(0), space), b.tensorAt(op.Operand(1), coordinates),
		b.at(group(op, 3), llvm.Shared))
	if len(offsets) > 0 {
		b.with(b.list(offsets, "b16"))
	}
	b.optional(group(op, 5), multicastModifier, "b16").optional(group(op, 6), hintModifier,
		"b64").write(f.predicated(op, 7))
}

// storeModeOf is tensorMode for copies from shared memory, which have no offsets.
func (f *function) storeModeOf(op *ir.Op) (string, bool) {
	mode, ok := f.tensorMode(op)
	if mode == ".im2col" {
		mode = ".im2col_no_offs"
	}
	return mode, ok
}

func writeTensorStore(f *function, op *ir.Op) {
	if mode, ok := f.storeModeOf(op); ok {
		coordinates := op.OperandsOf(2)
		b := f.bulk(op, "cp.async.bulk.tensor"+dimensions(coordinates)+".global.shared::cta"+mode+
			".bulk_group")
		b.with(b.tensorAt(op.Operand(0), coordinates), b.at(op.Operand(1), llvm.Shared))
		b.optional(group(op, 3), hintModifier, "b64").write(f.predicated(op, 4))
	}
}

func writeTensorReduce(f *function, op *ir.Op) {
	if mode, ok := f.storeModeOf(op); ok {
		coordinates := op.OperandsOf(2)
		b := f.bulk(op, "cp.reduce.async.bulk.tensor"+dimensions(coordinates)+".global.shared::cta."+
			caseName(op, "redKind")+mode+".bulk_group")
		b.with(b.tensorAt(op.Operand(0), coordinates),
			b.at(op.Operand(1), llvm.Shared)).optional(group(op, 3), hintModifier, "b64").write("")
	}
}

func writeTensorPrefetch(f *function, op *ir.Op) {
	mode, ok := f.tensorMode(op)
	if !ok {
		return
	}
	coordinates, offsets := op.OperandsOf(1), op.OperandsOf(2)
	b := f.bulk(op, "cp.async.bulk.prefetch.tensor"+dimensions(coordinates)+".L2.global"+mode)
	b.with(b.tensorAt(op.Operand(0), coordinates))
	if len(offsets) > 0 {
		b.with(b.list(offsets, "b16"))
	}
	b.optional(group(op, 3), hintModifier, "b64").write("")
}
