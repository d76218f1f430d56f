package pipelinetombarriers

import (
	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ir"
)

// The codes of what the pass says.
var (
	codeAnnotation = diag.Register("mbarrier-annotation",
		"a loop's annotations do not make a ring of slots",
		"software_pipeline_stage has one entry per statement of the loop. The statements of an asynchronous "+
			"stage copy boxes; the others have one stage, which is not less, and stand behind them.")
	codeBox = diag.Register("mbarrier-box", "an asynchronous statement does not copy boxes",
		"A statement of an asynchronous stage copies boxes of fixed size from arguments of the kernel to "+
			"shared memory: memref.copy of a subview, or vector.transfer_read padded with zeros and "+
			"vector.transfer_write, perhaps under conditions that are computed outside of it.")
	codeTensor = diag.Register("mbarrier-tensor", "the tensor memory accelerator cannot copy a box",
		"A box has at most 5 dimensions of at most 256 elements, rows of a multiple of 16 bytes, and with "+
			"pipeline.swizzle = 128 rows of 128 bytes. The elements of the tensor's rows lie next to each "+
			"other; its rows begin at multiples of 16 bytes.")
	codeBuffer = diag.Register("mbarrier-buffer", "a buffer cannot have slots",
		"A buffer that boxes are copied to is a memref.alloc of shared memory that only the loop uses, "+
			"behind the copies. If it is allocated outside of the loop, every iteration fills it.")
	codeRole = diag.Register("mbarrier-role", "the copies of a loop cannot be those of a producer",
		"A producer is the kernel restricted to its copies. Their places and conditions follow from the "+
			"arguments of the kernel and the place of the block, through loops and conditions of scf, and "+
			"no "+
			"statement of the kernel writes what they read.")
	codeKernel = diag.Register("mbarrier-kernel", "a kernel cannot have a warpgroup more",
		"The kernel is a gpu.func of one block of code with known_block_size = [n, 1, 1], where n is a "+
			"multiple of 128 and at most 896, and each of its launches is a gpu.launch_func. Its barriers "+
			"are "+
			"gpu.barrier.")
)

// refusal is why a loop does not get roles.
type refusal struct {
	at   *ir.Op
	code diag.Code
	text string
}
