package airtoasync

import (
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/air"
	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
)

// Pass is air-to-async.
var Pass = pass.Register(&pass.Pass{
	Name:    "air-to-async",
	Title:   "AIRToAsync",
	Summary: "Replace the operations of mlir-air by asynchronous regions, promises and copies",
	Doc: `Each index of a launch, a segment and a herd becomes a task, an air.execute one that starts after its tokens, and each
copy, put and get a task that copies one strided part of a buffer to another one. The n-th put on a channel pairs with the n-th get: a
promise says that the data is there, another one that the slot is free again. What cannot be paired is an error with the tile that puts
or gets: a channel that gets more than is put, or less.

Loops with puts and gets are unrolled, and conditions on the numbers of tiles are decided for each tile. What is not known when the
program is read, such as the size of a herd or the number of iterations of a loop with puts, is refused. Programs that are judged or
run go through this pass by themselves.`,
	Anchor: "builtin.module",
	Before: before,
	After:  after,
	Options: []pass.Option{{
		Name: "max-operations", Type: pass.Int, Default: "200000",
		Help: "the most operations that a function may become",
	}},
	Run: run,
})

var (
	codeUnsupported = diag.Register("air-unsupported",
		"a program of mlir-air cannot become asynchronous regions",
		"A function with operations of air is executed once for each tile and each iteration, so that "+
			"sizes of "+
			"launches, segments and herds, bounds of loops with puts and gets, and conditions around these "+
			"must "+
			"be known. The message says what is not, and what to do.")
	codeBalance = diag.Register("air-channel-balance",
		"what is put on a channel and what is got from it differ in number",
		"The n-th get from a channel takes what the n-th put has put. A get without a put waits for ever; "+
			"data "+
			"that nothing gets keeps a slot, so that the channel stops when its slots are full. Of a "+
			"channel that "+
			"broadcasts, each receiver gets everything. The notes show who puts and who gets, and how often.")
	codeOrder = diag.Register("air-channel-order",
		"several threads use one side of a channel, and nothing orders them",
		"The n-th get takes what the n-th put has put, so that the order of the puts on a channel decides "+
			"who gets "+
			"what. Two tiles, or two herds that run at once, have no order.")
	codeSize = diag.Register("air-copy-size", "a copy has more elements on one side than on the other one",
		"The product of the sizes of what is read is that of what is written. For a channel that holds for "+
			"each "+
			"put and the get that takes its data.")
)

// Concerns reports whether an operation is of the air dialect.
func Concerns(op *ir.Op) bool { return op.Def().DialectName() == air.Dialect.Name }

func run(r *pass.Run) error {
	var errs diag.List
	var channels, functions []*ir.Op
	for op := range r.Op.Walk() {
		switch {
		case op.Is(air.Channel):
			channels = append(channels, op)
		case op.Is(function.Func) && uses(op):
			functions = append(functions, op)
		case Concerns(op) && enclosing(op) == nil:
			return op.Errorf(codeUnsupported, "'%s' is in no function", op.Name()).
				Suggest("put it into a func.func")
		}
	}
	for _, fn := range functions {
		x := newExpander(r, fn)
		errs.Add(listed(fn, x.expand())...)
		r.Count("tasks made", len(x.nodes))
	}
	if err := errs.Err(); err != nil {
		return err
	}
	for _, c := range channels {
		c.Erase()
	}
	return nil
}

// uses reports whether an operation is one of air, or has one in it, or has to do with tokens of air.
func uses(op *ir.Op) bool {
	for inner := range op.Walk() {
		if Concerns(inner) || takesTokens(inner) {
			return true
		}
	}
	return false
}

func takesTokens(op *ir.Op) bool {
	for _, v := range op.Operands() {
		if air.IsToken(v.Type()) {
			return true
		}
	}
	for _, v := range op.Results() {
		if air.IsToken(v.Type()) {
			return true
		}
	}
	return false
}

// enclosing returns the function around an operation, nil if there is none.
func enclosing(op *ir.Op) *ir.Op {
	for up := range op.Ancestors() {
		if up.Is(function.Func) {
			return up
		}
	}
	return nil
}

const before = `func.func @f(%a: memref<64xi32>, %b: memref<8x8xi32>) {
  %t = air.dma_memcpy_nd async (%b[] [] [], %a[] [] []) : (memref<8x8xi32>, memref<64xi32>)
  %u = air.execute [%t] {
    memref.dealloc %a : memref<64xi32>
  }
  air.wait_all [%u]
  return
}
`

const after = `module {
  func.func @f(%arg0: memref<64xi32>, %arg1: memref<8x8xi32>) {
    %reinterpret_cast = memref.reinterpret_cast %arg0 to offset: [0], sizes: [8, 8], strides: [8, 1] : memref<64xi32> to memref<8x8xi32, strided<[8, 1]>>
    %token = async.execute attributes {pipeline.title = "air.dma_memcpy_nd"} {
      memref.copy %reinterpret_cast, %arg1 {pipeline.title = "air.dma_memcpy_nd"} : memref<8x8xi32, strided<[8, 1]>> to memref<8x8xi32>
      async.yield
    }
    %token_0 = async.execute [%token] attributes {pipeline.title = "memref.dealloc"} {
      memref.dealloc %arg0 : memref<64xi32>
      async.yield
    }
    async.await %token_0 : !async.token {pipeline.title = "air.wait_all"}
    return
  }
}
`
