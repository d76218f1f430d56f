package gputilematmul

import "github.com/inflight-compiler/inflight/diag"

// The codes of what the pass says.
var (
	codeOptions = diag.Register("gpu-tile-options", "tiles that cannot be made",
		"block-tile is the rows, the columns and the depth of a block's tiles, warp-tile the rows and "+
			"columns of a warp's part. Warps tile "+
			"the block, parts are multiples of 16 rows and 16 columns, the depth is one of 16 elements of "+
			"16 bits or 8 of 32 bits, "+
			"and a block has at most 32 warps.")
	codeShared = diag.Register("gpu-tile-shared", "tiles that do not fit shared memory",
		"Each stage of the pipeline has its own tiles of A and B in shared memory. Take fewer stages, or "+
			"smaller tiles.")
	codeRegisters = diag.Register("gpu-tile-registers", "tiles that do not fit registers",
		"A thread keeps its part of the warp's tile of C, and the fragments of A and B, in registers, of "+
			"which it has at most 255. Take a "+
			"smaller warp-tile.")
	codeProduct = diag.Register("gpu-tile-product", "a product of matrices that no kernel is made for",
		"Kernels are made for rows of A (f16, bf16, or f32 as tf32) times columns of B of the same type, "+
			"added to C (f32, or of that type), "+
			"with stride 1 along the rows of all three. A and B may be transposed.")
	codeSpace = diag.Register("gpu-tile-space", "a matrix that a kernel cannot have as an argument",
		"Kernels read and write global memory: memory without a space, or of #gpu.address_space<global>.")
	codeAlias = diag.Register("gpu-tile-alias", "a product that overwrites what it multiplies",
		"Blocks of threads write their parts of C while others still read A and B, so that C must be other "+
			"memory.")
	codeWarpgroup = diag.Register("gpu-tile-warpgroup", "a product that warpgroups do not multiply",
		"Kernels for sm_90a copy tiles by the tensor memory accelerator and multiply them by wgmma. Rows of "+
			"A and B begin at multiples of 16 bytes, known from the types. f16 and bf16 may have A and B "+
			"as they "+
			"are, B transposed, or A transposed; f32, which is rounded to tf32, has B transposed. Others "+
			"are "+
			"multiplied by mma.sync.")
	codeStores = diag.Register("gpu-tile-stores", "C is not written by copies of tiles",
		"The tensor memory accelerator copies panels of C, 128 bytes wide, from shared memory where C is "+
			"filled with zeros in front of the product, its rows begin at multiples of 16 bytes, which its "+
			"type says, and block-tile has whole panels. Otherwise each thread writes its elements.")
	codePieces = diag.Register("gpu-tile-pieces", "tiles that are not copied 16 bytes at a time",
		"A copy of 16 bytes needs rows of multiples of 16 bytes. Smaller ones take more instructions, and "+
			"copies of less than 4 "+
			"bytes are not asynchronous. Pad the rows.")
)
