package nvvm

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/constraint"
)

// The operations of the threads of a warp together, and single instructions.

// SetMaxRegister is nvvm.setmaxregister: the warp releases registers, or requests more.
var SetMaxRegister = &ir.OpDef{
	Name:    "nvvm.setmaxregister",
	Summary: "change the number of registers per thread",
	Attrs:   []ir.AttrDef{{Name: "regCount", Type: i32Attr}, enumAttr("action", SetMaxAction)},
	Format:  "$action $regCount attr-dict",
	Verify: func(op *ir.Op) error {
		switch n, _ := op.IntAttr("regCount"); {
		case n%8 != 0:
			return op.OpErrorf(codeNVVM, "new register size must be multiple of 8")
		case n < 24 || n > 256:
			return op.OpErrorf(codeNVVM, "new register size must be in between 24 to 256")
		}
		return nil
	},
	Effects: touchesMachine,
}

// Shuffle is nvvm.shfl.sync: the value of another thread and, with return_value_and_is_valid, whether that
// thread exists.
var Shuffle = &ir.OpDef{
	Name:    "nvvm.shfl.sync",
	Summary: "exchange values between threads of a warp",
	Operands: []ir.OperandDef{
		operand("thread_mask", i32), operand("val", either(i32, f32)), operand("offset", i32),
		operand("mask_and_clamp", i32),
	},
	Results: result(either(i32, f32, structType)),
	Attrs:   []ir.AttrDef{enumAttr("kind", ShuffleKind), unitAttr("return_value_and_is_valid")},
	Format: "$kind $thread_mask `,` $val `,` $offset `,` $mask_and_clamp attr-dict `:` type($val) `->` " +
		"type($res)",
	Verify:  verifyShuffle,
	Effects: touchesMachine,
}

func verifyShuffle(op *ir.Op) error {
	value, res := op.Operand(1).Type(), op.Result(0).Type()
	if op.Attr("return_value_and_is_valid") == nil {
		switch {
		case isStruct(res):
			return op.OpErrorf(codeNVVM,
				`"return_value_and_is_valid" attribute must be specified when the return type is a struct type`)
		case res != value:
			return op.OpErrorf(codeNVVM, "expected return type to be of type '%v' but got '%v' instead",
				value, res)
		}
		return nil
	}
	members, _ := llvm.Members(res)
	switch {
	case len(members) != 2:
		return op.OpErrorf(codeNVVM, "expected return type to be a two-element struct")
	case members[0] != value:
		return op.OpErrorf(codeNVVM,
			"expected first element in the returned struct to be of type '%v' but got '%v' instead", value,
			members[0])
	case !constraint.IsI1(members[1]):
		return op.OpErrorf(codeNVVM,
			"expected second element in the returned struct to be of type 'i1' but got '%v' instead",
			members[1])
	}
	return nil
}

// Vote is nvvm.vote.sync: it tells whether the predicate holds in any thread, in all, or in all or none. It
// can also return the mask of the threads in which it holds.
var Vote = &ir.OpDef{
	Name:     "nvvm.vote.sync",
	Summary:  "vote among the threads of a warp",
	Operands: []ir.OperandDef{operand("mask", i32), operand("pred", constraint.I1)},
	Results:  result(either(i32, constraint.I1)),
	Attrs:    []ir.AttrDef{enumAttr("kind", VoteKind)},
	Format:   "$kind $mask `,` $pred attr-dict `->` type($res)",
	Verify: func(op *ir.Op) error {
		ballot, isMask := isCase(op.Attr("kind"), "ballot"), isInt(32)(op.Result(0).Type())
		switch {
		case ballot && !isMask:
			return op.OpErrorf(codeNVVM, "vote.sync 'ballot' returns an i32")
		case !ballot && isMask:
			return op.OpErrorf(codeNVVM, "vote.sync 'any', 'all' and 'uni' returns an i1")
		}
		return nil
	},
	Effects: touchesMachine,
}

// Elect is nvvm.elect.sync: it returns true in one thread of the mask.
var Elect = &ir.OpDef{
	Name:     "nvvm.elect.sync",
	Summary:  "elect one thread of the warp",
	Operands: []ir.OperandDef{optional("membermask", i32)},
	Results:  []ir.ResultDef{{Name: "pred", Type: constraint.I1}},
	Format:   "($membermask^)? attr-dict `->` type(results)",
	Effects:  touchesMachine,
}

// Permute is nvvm.prmt: it selects bytes of two words.
var Permute = &ir.OpDef{
	Name:     "nvvm.prmt",
	Summary:  "permute the bytes of words",
	Operands: []ir.OperandDef{operand("lo", i32), optional("hi", i32), operand("selector", i32)},
	Results:  result(i32),
	Attrs:    []ir.AttrDef{enumAttr("mode", PermuteMode)},
	Traits:   ir.Pure,
	Format:   "$mode $selector `,` $lo (`,` $hi^)? attr-dict `:` type($res)",
	Verify: func(op *ir.Op) error {
		mode := op.Attr("mode").(*ir.EnumAttr)
		name := mode.Def.CaseName(mode.Value)
		two := slices.Contains([]string{"default", "f4e", "b4e"}, name)
		switch {
		case two && op.OptionalOperand(1) == nil:
			return op.Errorf(codeNVVM, "mode '%s' requires 'hi' operand.", name)
		case !two && op.OptionalOperand(1) != nil:
			return op.Errorf(codeNVVM, "mode '%s' does not accept 'hi' operand.", name)
		}
		return nil
	},
}

// Redux is nvvm.redux.sync: it combines a value of all threads of the mask.
var Redux = &ir.OpDef{
	Name:     "nvvm.redux.sync",
	Summary:  "reduce over the threads of a warp",
	Operands: []ir.OperandDef{operand("val", either(i32, f32)), operand("mask_and_clamp", i32)},
	Results:  result(either(i32, f32)),
	Attrs:    []ir.AttrDef{enumAttr("kind", ReduxKind), falseAttr("abs"), falseAttr("nan")},
	Format:   "$kind $val `,` $mask_and_clamp attr-dict `:` type($val) `->` type($res)",
	Verify:   verifyRedux,
	Effects:  touchesMachine,
}

func verifyRedux(op *ir.Op) error {
	if err := constraint.SameType(op, "res, val", op.Result(0), op.Operand(0)); err != nil {
		return err
	}
	kind := op.Attr("kind").(*ir.EnumAttr)
	name, float := kind.Def.CaseName(kind.Value), isF32(op.Operand(0).Type())
	if !float {
		for _, attr := range []string{"abs", "nan"} {
			if on, _ := op.IntAttr(attr); on != 0 {
				return op.OpErrorf(codeNVVM, "%s attribute is supported only for f32 type", attr)
			}
		}
	}
	if forFloat := name == "fmin" || name == "fmax"; forFloat != float {
		only := "i32"
		if forFloat {
			only = "f32"
		}
		return op.OpErrorf(codeNVVM,
			"'%s' redux kind unsupported with '%v' type. Only supported type is '%s'.", name,
			op.Operand(0).Type(), only)
	}
	return nil
}

// Match is nvvm.match.sync: the mask of the threads with the same value. The kind all also returns whether
// all threads have the same value.
var Match = &ir.OpDef{
	Name:     "nvvm.match.sync",
	Summary:  "compare values between threads of a warp",
	Operands: []ir.OperandDef{operand("thread_mask", i32), operand("val", either(i32, i64))},
	Results:  result(either(i32, structType)),
	Attrs:    []ir.AttrDef{enumAttr("kind", MatchKind)},
	Format:   "$kind $thread_mask `,` $val attr-dict `:` type($val) `->` type($res)",
	Verify: func(op *ir.Op) error {
		res := op.Result(0).Type()
		if isCase(op.Attr("kind"), "any") {
			if isStruct(res) {
				return op.OpErrorf(codeNVVM, "match.sync 'any' returns an i32")
			}
			return nil
		}
		members, _ := llvm.Members(res)
		if len(members) != 2 || !isInt(32)(members[0]) || !constraint.IsI1(members[1]) {
			return op.OpErrorf(codeNVVM,
				"match.sync 'all' returns a two element struct with first element as i32 and second "+
					"element as i1")
		}
		return nil
	},
	Effects: touchesMachine,
}

// MapAddress is nvvm.mapa: the address of a shared variable in another block of the cluster.
var MapAddress = &ir.OpDef{
	Name:     "nvvm.mapa",
	Summary:  "map an address to another block of the cluster",
	Operands: []ir.OperandDef{operand("a", genericOrShared), operand("b", i32)},
	Results:  result(either(generic, sharedCluster)),
	Format:   "$a `,` $b attr-dict `:` type($a) `->` type($res)",
	Verify: func(op *ir.Op) error {
		if isShared(op.Operand(0)) != pointsTo(llvm.SharedCluster)(op.Result(0).Type()) {
			return op.OpErrorf(codeNVVM,
				"failed to verify that Valid address-space check(or mapping) for mapa Op")
		}
		return nil
	},
	Effects: touchesMachine,
}

// The operations on groups of wgmma. These groups and those of cp.async are not ordered with each other.
var (
	WarpgroupFence = bareOp("wgmma.fence.aligned",
		"order accesses to registers and shared memory with those of wgmma")
	WarpgroupCommit = &ir.OpDef{
		Name:    "nvvm.wgmma.commit.group.sync.aligned",
		Summary: "commits the pending wgmma operations as a group",
		Format:  "attr-dict", Effects: touchesMachine,
		QueueEffect: func(*ir.Op) ir.QueueEffect {
			return ir.QueueEffect{Kind: ir.QueueCommit, Unit: WarpgroupQueue.Engine, Queue: WarpgroupQueue}
		},
	}
	WarpgroupWait = &ir.OpDef{
		Name:    "nvvm.wgmma.wait.group.sync.aligned",
		Summary: "waits until at most so many groups of wgmma are in flight",
		Attrs:   []ir.AttrDef{{Name: "group", Type: i64Attr}}, Format: "attr-dict $group",
		Effects: touchesMachine,
		QueueEffect: func(op *ir.Op) ir.QueueEffect {
			n, _ := op.IntAttr("group")
			return ir.QueueEffect{Kind: ir.QueueWait, Queue: WarpgroupQueue, Count: max(n, 0)}
		},
		SetQueueCount: func(op *ir.Op, n int64) {
			op.SetAttr("group", op.Context().Int(op.Context().I64, n))
		},
	}
)

// WarpgroupQueue is the queue of wgmma.mma_async (PTX ISA, wgmma.wait_group).
var WarpgroupQueue = ir.Queue{Engine: "wgmma"}

// Single instructions.
var (
	GridDepControl = &ir.OpDef{
		Name: "nvvm.griddepcontrol", Summary: "wait for, or launch, grids that depend on each other",
		Attrs: []ir.AttrDef{enumAttr("kind", GridDependency)}, Format: "$kind attr-dict",
		Effects: touchesMachine,
	}
	Nanosleep = &ir.OpDef{
		Name: "nvvm.nanosleep", Summary: "suspend the thread",
		Operands: []ir.OperandDef{operand("duration", i32)},
		Format:   "attr-dict $duration", Effects: touchesMachine,
	}
	StoreBulk = &ir.OpDef{
		Name: "nvvm.st.bulk", Summary: "fill shared memory with zeros",
		Operands: []ir.OperandDef{operand("addr", genericOrShared), operand("size", i64)},
		Attrs: []ir.AttrDef{
			{Name: "initVal", Type: i64Attr, Default: func(c *ir.Context) ir.Attr {
				return c.Int(c.I64, 0)
			}}},
		Format: "$addr `,` `size` `=` $size (`,` `init` `=` $initVal^)? attr-dict `:` type($addr)",
		Verify: func(op *ir.Op) error {
			if n, _ := op.IntAttr("initVal"); n != 0 {
				return op.OpErrorf(codeNVVM, "only 0 is supported for initVal, got %d", n)
			}
			return nil
		},
		Effects: func(op *ir.Op, add func(ir.Effect)) {
			add(ir.Effect{Kind: ir.Write, Value: op.Operand(0)})
		},
	}
	Exit       = bareOp("exit", "end the thread")
	Breakpoint = bareOp("breakpoint", "stop for a debugger")
	RcpApprox  = &ir.OpDef{
		Name: "nvvm.rcp.approx.ftz.f", Summary: "approximate reciprocal",
		Operands: []ir.OperandDef{operand("arg", f32)},
		Results:  result(f32), Traits: ir.Pure, Format: "$arg attr-dict `:` type($res)",
	}
)

// Prefetch is nvvm.prefetch: it brings a line, or a tensor map, into the cache.
var Prefetch = &ir.OpDef{
	Name:     "nvvm.prefetch",
	Summary:  "prefetch into the cache",
	Operands: []ir.OperandDef{operand("addr", either(global, local, generic, constMemory)), predicate},
	Attrs: []ir.AttrDef{
		optionalAttr(enumAttr("cacheLevel", CacheLevel)),
		optionalAttr(enumAttr("evictPriority", EvictionPriority)),
		unitAttr("tensormap"), unitAttr("uniform"), unitAttr("in_param_space"),
	},
	Format: "(`level` `=` $cacheLevel^ (`uniform` $uniform^)? `,`)? (`tensormap` $tensormap^ " +
		"(`in_param_space` $in_param_space^)? `,`)? " +
		"(`evict_priority` `=` $evictPriority^ `,`)? $addr (`,` `predicate` `=` $predicate^)? attr-dict " +
		"`:` type(operands)",
	Verify:  verifyPrefetch,
	Effects: touchesMachine,
}
