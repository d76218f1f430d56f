package findfifostalls

import (
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/aie"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/pass"
)

// Pass is find-fifo-stalls.
var Pass = pass.Register(&pass.Pass{
	Name:    "find-fifo-stalls",
	Summary: "Report cores that wait for object FIFOs, locks or streams for ever",
	Doc: `An object FIFO of mlir-aie is a bounded buffer: its producer acquires free elements and releases full ones, and each consumer
the other way round. A lock is a counting semaphore, and a stream joins channels of DMA engines, whose descriptors move data while they
hold locks. The pass executes the acquires, releases and transfers of all cores and DMA channels until states repeat, which shows that
they go on for ever, or until nothing can go on. Where several of them acquire one lock, every order is tried. It reports cores that
wait for ever, and DMA channels that never move anything, with the tile and what each of them waits for; elements that are released
without being held; and producers and consumers of different rates. At a tile without a program, data comes and goes as the others need
it, and so does a lock that one process alone uses in one way; an objectfifo.link passes elements on. Programs that are judged go
through this pass by themselves.`,
	Anchor: "builtin.module",
	Before: example,
	After:  "module {\n" + after + "}\n",
	Run:    run,
})

var (
	codeStall = diag.Register("aie-fifo-stall", "a core or a DMA channel waits for ever",
		"The note of each core and of each channel says what it waits for. A producer waits until all "+
			"consumers have released an element, a consumer until the producer has; an acquire of a lock "+
			"waits "+
			"until others have released it; a transfer until the other end of its stream is ready. Make the "+
			"FIFO deeper, acquire fewer elements at a time, change the order in one core, or release as "+
			"much "+
			"as is acquired.")
	codeLock = diag.Register("aie-lock-overflow", "a lock is released more often than it can count",
		"A lock counts to 63. A loop that releases more than is acquired comes to that end.")
	codeRelease = diag.Register("aie-fifo-release", "a core releases elements that it does not hold",
		"A release gives up elements that an acquire got. An acquire of n makes the number of elements "+
			"that the "+
			"core holds n; it does not add n.")
	codeRate = diag.Register("aie-fifo-rate",
		"a producer and a consumer of an object FIFO have different rates",
		"Over the run of both cores, or over one period of endless loops, as many elements are released by "+
			"the "+
			"producer as by each consumer.")
	codeUnknown = diag.Register("aie-fifo-unknown",
		"what a core or a DMA channel acquires and releases is not known",
		"Bounds of loops, and conditions around acquires and releases, are constants. Each flow has a port "+
			"of "+
			"its own at its end. The states of a device, and the steps of a core, have a limit.")
)

// Concerns reports whether an operation has cores and DMA channels to judge.
func Concerns(op *ir.Op) bool { return op.Is(aie.Device) }

func run(r *pass.Run) error {
	r.Unchanged()
	var errs diag.List
	for op := range r.Op.Walk() {
		if op.Is(aie.Device) {
			errs.Add(judge(r, op)...)
		}
	}
	return errs.Err()
}

const example = `aie.device(npu1) {
  %a = aie.tile(0, 2)
  %b = aie.tile(0, 3)
  aie.objectfifo @of(%a, {%b}, 2 : i32) : !aie.objectfifo<memref<16xi32>>
  %c = aie.core(%a) {
    %v = aie.objectfifo.acquire @of(Produce, 1) : !aie.objectfifosubview<memref<16xi32>>
    aie.objectfifo.release @of(Produce, 1)
    aie.end
  }
  %d = aie.core(%b) {
    %v = aie.objectfifo.acquire @of(Consume, 1) : !aie.objectfifosubview<memref<16xi32>>
    aie.objectfifo.release @of(Consume, 1)
    aie.end
  }
}
`

const after = `  aie.device(npu1) {
    %0 = aie.tile(0, 2)
    %1 = aie.tile(0, 3)
    aie.objectfifo @of(%0, {%1}, 2 : i32) : !aie.objectfifo<memref<16xi32>>
    %2 = aie.core(%0) {
      %4 = aie.objectfifo.acquire @of(Produce, 1) : !aie.objectfifosubview<memref<16xi32>>
      aie.objectfifo.release @of(Produce, 1)
      aie.end
    }
    %3 = aie.core(%1) {
      %4 = aie.objectfifo.acquire @of(Consume, 1) : !aie.objectfifosubview<memref<16xi32>>
      aie.objectfifo.release @of(Consume, 1)
      aie.end
    }
  }
`
