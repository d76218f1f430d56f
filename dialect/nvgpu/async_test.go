package nvgpu_test

import (
	"testing"

	"github.com/inflight-compiler/inflight/dialect/builtin"
	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/dialect/internal/dialecttest"
	"github.com/inflight-compiler/inflight/dialect/llvm"
	"github.com/inflight-compiler/inflight/dialect/nvgpu"
	"github.com/inflight-compiler/inflight/dialect/nvvm"
	"github.com/inflight-compiler/inflight/ir"
)

func newContext() *ir.Context {
	return ir.NewContext(builtin.Dialect, function.Dialect, gpu.Dialect, llvm.Dialect, nvgpu.Dialect,
		nvvm.Dialect)
}

const (
	tileType = "memref<128x64xf16, 3>"
	mapType  = "!nvgpu.tensormap.descriptor<tensor = " + tileType +
		", swizzle = swizzle_128b, l2promo = none, oob = zero, interleave = none>"
	groupType = "!nvgpu.mbarrier.group<memorySpace = 3, num_barriers = 4>"
)

func any1(ir.Effect) string { return "[...]" }

// TestOperations proves what each operation touches, whether it is asynchronous, and what it does to which
// queue.
func TestOperations(t *testing.T) {
	args := "%m: memref<8x8xf16, 3>, %t: " + tileType + ", %d: " + mapType + ", %g: " + groupType +
		", %u: memref<*xf16>, " +
		"%i: index, %p: i1, %out: memref<128x128xf32, 3>, %acc: !nvgpu.warpgroup.accumulator<fragmented = " +
		"vector<128x128xf32>>, " +
		"%b: !nvgpu.warpgroup.descriptor<tensor = memref<64x128xf16, 3>>"
	for _, c := range []struct {
		def     *ir.OpDef
		body    string
		effects string
		async   bool
		queue   ir.QueueEffect
	}{
		{def: nvgpu.LdMatrix,
			body: "%0 = nvgpu.ldmatrix %m[%i, %i] {numTiles = 1 : i32, transpose = false} : " +
				"memref<8x8xf16, 3> -> vector<1x2xf16>",
			effects: "read any of %m"},
		{def: nvgpu.TmaAsyncLoad,
			body: "nvgpu.tma.async.load %d[%i, %i], %g[%i] to %t : " + mapType + ", " + groupType +
				" -> " + tileType,
			effects: "read any of %d; write all of %t; write something else", async: true},
		{def: nvgpu.TmaAsyncLoad,
			body: "nvgpu.tma.async.load %d[%i, %i], %g[%i] to %t, predicate = %p : " + mapType + ", " +
				groupType + " -> " + tileType,
			effects: "read any of %d; write any of %t; write something else", async: true},
		{def: nvgpu.TmaAsyncLoad,
			body: "%c = nvgpu.tma.create.descriptor %u box[%i, %i] : memref<*xf16> -> " + mapType + "\n" +
				"nvgpu.tma.async.load %c[%i, %i], %g[%i] to %t : " + mapType + ", " + groupType + " -> " +
				tileType,
			effects: "read any of %u; write all of %t; write something else", async: true},
		{def: nvgpu.TmaAsyncStore,
			body:    "nvgpu.tma.async.store %t to %d[%i, %i] : " + tileType + " -> " + mapType,
			effects: "read all of %t; write any of %d; write something else", async: true,
			queue: ir.QueueEffect{Kind: ir.QueueIssue, Unit: "cp.async.bulk"}},
		{def: nvgpu.BarrierArrive,
			body:    "%0 = nvgpu.mbarrier.arrive %g[%i] : " + groupType + " -> !nvgpu.mbarrier.token",
			effects: "write something else"},
		{def: nvgpu.WarpgroupMma,
			body: "%a = nvgpu.warpgroup.generate.descriptor %t, %d : " + tileType + ", " + mapType +
				" -> <tensor = " + tileType + ">\n" +
				"%0 = nvgpu.warpgroup.mma %a, %b, %acc : <tensor = " + tileType +
				">, <tensor = memref<64x128xf16, 3>>, " +
				"<fragmented = vector<128x128xf32>> -> <fragmented = vector<128x128xf32>>",
			effects: "read any of %t; read any of %b; write something else"},
		{def: nvgpu.WarpgroupMmaStore,
			body: "nvgpu.warpgroup.mma.store %acc, %out : <fragmented = vector<128x128xf32>> to " +
				"memref<128x128xf32, 3>",
			effects: "write any of %out"},
	} {
		op := dialecttest.FirstOf(t, newContext(), c.def, args, c.body)
		if got := dialecttest.Effects(op, any1); got != c.effects {
			t.Errorf("%s\n got %s\nwant %s", c.body, got, c.effects)
		}
		if op.IsAsync() != c.async || op.QueueEffect() != c.queue {
			t.Errorf("%s: asynchronous %t, queue %+v", c.body, op.IsAsync(), op.QueueEffect())
		}
	}
}

// TestTypes proves that the parameters of types are found.
func TestTypes(t *testing.T) {
	m := dialecttest.Parse(t, newContext(), "func.func private @f("+groupType+", "+mapType+")")
	types := m.Find(function.Func)[0].Attr("function_type").(*ir.TypeAttr).Type.(*ir.FunctionType).Inputs
	if n, space := nvgpu.BarrierCount(types[0]), nvgpu.BarrierSpace(types[0]); n != 4 ||
		space.String() != "3 : i64" {
		t.Errorf("%d barriers in %v", n, space)
	}
	if tile := nvgpu.Tile(types[1]); tile.String() != tileType {
		t.Errorf("the tile is %v", tile)
	}
}
