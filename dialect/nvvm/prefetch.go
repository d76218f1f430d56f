package nvvm

import (
	"slices"

	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/ir"
)

// verifyPrefetch checks that a prefetch is one of a line to a cache or one of a tensor map, and that its
// attributes and operands fit that kind.
func verifyPrefetch(op *ir.Op) error {
	space, _ := llvm.AddressSpace(op.Operand(0).Type())
	wrong := wrongCachePrefetch
	if op.Attr("tensormap") != nil {
		wrong = wrongMapPrefetch
	}
	if why := wrong(op, space); why != "" {
		return op.OpErrorf(codeNVVM, "%s", why)
	}
	return nil
}

// wrongMapPrefetch describes what is wrong with a prefetch of a tensor map, "" if it is right.
func wrongMapPrefetch(op *ir.Op, space int64) string {
	switch {
	case op.Attr("cacheLevel") != nil:
		return "cannot specify both tensormap and cache level"
	case space != llvm.Generic && space != llvm.Constant:
		return "prefetch tensormap requires a generic or constant pointer"
	case op.Attr("evictPriority") != nil:
		return "prefetch tensormap does not support eviction priority"
	case op.Attr("in_param_space") != nil && space != llvm.Generic:
		return "in_param_space can only be specified for a generic pointer"
	}
	return ""
}

// wrongCachePrefetch describes what is wrong with a prefetch to a cache, "" if it is right.
func wrongCachePrefetch(op *ir.Op, space int64) string {
	second := isCase(op.Attr("cacheLevel"), "L2")
	evict := op.Attr("evictPriority")
	switch {
	case op.Attr("cacheLevel") == nil:
		return "requires specification of either cache level or tensormap"
	case !slices.Contains([]int64{llvm.Generic, llvm.Global, llvm.Local}, space):
		return "prefetch to cache level requires a generic, global, or local pointer"
	case op.Attr("uniform") != nil && second:
		return "unsupported cache level, the only supported uniform cache level is L1"
	case op.Attr("uniform") != nil && space != llvm.Generic:
		return "prefetch to uniform cache requires a generic pointer"
	case evict != nil && !second:
		return "cache eviction priority supported only for cache level L2"
	case evict != nil && space != llvm.Global:
		return "cache eviction priority requires a global pointer"
	case evict != nil && !isCase(evict, "evict_last") && !isCase(evict, "evict_normal"):
		return "unsupported cache eviction priority, only evict_last and evict_normal are supported"
	case op.NumOperands() > 1:
		return "predicate supported only on prefetch tensormap"
	}
	return ""
}
