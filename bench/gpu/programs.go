package main

import (
	"fmt"
	"strings"
)

const (
	// handFile is a product of matrices written by hand, in gpu and nvgpu: 64 x 64 elements of C for a block,
	// 32 deep.
	handFile = "target/ptx/testdata/gemm.mlir"
	tilePass = "gpu-tile-matmul"
	// prepare are the passes behind a kernel that is annotated.
	prepare = "inject-software-pipeline,inject-ptx-async-copy,place-gpu-barriers"
)

// name returns what a kernel is called.
func name(kind, source, elem string, size, stages int, async bool) string {
	copies := "sync"
	if async {
		copies = "async"
	}
	return fmt.Sprintf("%s-%s-%s-%d-stages%d-%s", kind, source, elem, size, stages, copies)
}

// annotation returns the attributes that make a pipeline of a loop: as many stages, the last of which
// computes. One stage is the loop as it stands.
func annotation(copies, stages int, async bool) string {
	var stage, order []string
	for i := range copies {
		stage, order = append(stage, "0"), append(order, fmt.Sprint(i))
	}
	text := fmt.Sprintf("software_pipeline_stage = [%s, %d], software_pipeline_order = [%s, %d]",
		strings.Join(stage, ", "), stages-1, strings.Join(order, ", "), copies)
	if async {
		text += ", software_pipeline_async_stages = [0]"
	}
	return "{" + text + "}"
}

// handProduct is the kernel of handFile for other sizes, types and stages.
func handProduct(text string, size int, elem string, stages int, async bool) program {
	n := fmt.Sprint(size)
	replaced := strings.NewReplacer(
		"{software_pipeline_stage = [0, 0, 3], software_pipeline_order = [0, 1, 2], "+
			"software_pipeline_async_stages = [0]}", annotation(2, stages, async),
		"memref<128x256xf16>", "memref<"+n+"x"+n+"x"+elem+">", "memref<256x128xf16>",
		"memref<"+n+"x"+n+"x"+elem+">",
		"memref<128x128xf32>", "memref<"+n+"x"+n+"xf32>",
		"      scf.for %k = %c0 to %c8 step",
		fmt.Sprintf("      %%tiles = arith.constant %d : index\n      scf.for %%k = %%c0 to %%tiles step",
			size/32),
		"%c2 = arith.constant 2 : index\n    %c128",
		fmt.Sprintf("%%blocks = arith.constant %d : index\n    %%c128", size/64),
		"blocks in (%c2, %c2, %c1)", "blocks in (%blocks, %blocks, %c1)",
		"xf16", "x"+elem,
	).Replace(text)
	return program{
		testCase: testCase{
			Name: name("gemm", "hand", elem, size, stages, async), Kind: kindProduct,
			Source: "written by hand, tile 64 x 64 x 32",
			Type:   elem, Size: size, Stages: stages, Async: async,
		},
		text: replaced, passes: prepare,
	}
}

// processors is the number of multiprocessors of an H100 with SXM: so many persistent blocks run at once.
const processors = 132

// warpgroupProduct is a linalg.matmul that gpu-tile-matmul makes a kernel for Hopper of, with so many
// persistent blocks, or with a block for each tile.
func warpgroupProduct(size int, elem, tile string, stages, persistent int) program {
	p := tiledProduct(size, elem, stages, true)
	source := "warpgroups"
	if persistent > 0 {
		source = "persistent"
	}
	// cuBLAS does not add to what C had either
	p.text = strings.Replace(p.text, "  linalg.matmul", fmt.Sprintf("  %%zero = arith.constant 0.0 : f32\n"+
		"  linalg.fill ins(%%zero : f32) outs(%%C : memref<%[1]dx%[1]dxf32>)\n  linalg.matmul", size), 1)
	p.Name = name("gemm", source, elem, size, stages, true)
	p.Source = fmt.Sprintf("linalg.matmul by %s, %s, tile %s", tilePass, source,
		strings.ReplaceAll(tile, ",", " x "))
	p.passes = fmt.Sprintf(
		"%s{target=sm_90a block-tile=%s stages=%d persistent=%d},pipeline-to-mbarriers,canonicalize",
		tilePass, tile, stages, persistent)
	return p
}

// tiledProduct is a linalg.matmul that gpu-tile-matmul makes a kernel of.
func tiledProduct(size int, elem string, stages int, async bool) program {
	matrix := fmt.Sprintf("memref<%dx%dx%s>", size, size, elem)
	result := fmt.Sprintf("memref<%dx%dxf32>", size, size)
	text := fmt.Sprintf(`module attributes {gpu.container_module} {
func.func @main(%%A: %[1]s, %%B: %[1]s, %%C: %[2]s) {
  linalg.matmul ins(%%A, %%B : %[1]s, %[1]s) outs(%%C : %[2]s)
  return
}
}`, matrix, result)
	return program{
		testCase: testCase{
			Name: name("gemm", "tiled", elem, size, stages, async), Kind: kindProduct,
			Source: "linalg.matmul by " + tilePass,
			Type:   elem, Size: size, Stages: stages, Async: async,
		},
		text: text,
		passes: fmt.Sprintf(
			"%s{block-tile=128,128,32 warp-tile=64,64 stages=%d "+
				"async=%v},gpu-kernel-outlining,canonicalize,%s", tilePass, stages, async, prepare),
	}
}

// perBlock is how many floats a block of a streaming kernel computes: 128 threads, four at a time, eight
// times.
const perBlock = 4096

// triad returns the program of a streaming kernel, which has the body of its loop.
func triad(n int, body, annotation string) string {
	return fmt.Sprintf(`module attributes {gpu.container_module} {
  gpu.module @kernels {
    gpu.func @triad(%%A: memref<%[1]dxf32>, %%B: memref<%[1]dxf32>, %%C: memref<%[1]dxf32>)
        kernel attributes {known_block_size = array<i32: 128, 1, 1>} {
      %%c0 = arith.constant 0 : index
      %%c1 = arith.constant 1 : index
      %%c4 = arith.constant 4 : index
      %%c8 = arith.constant 8 : index
      %%c512 = arith.constant 512 : index
      %%c4096 = arith.constant %[2]d : index
      %%two = arith.constant dense<2.0> : vector<4xf32>
      %%t = gpu.thread_id x
      %%b = gpu.block_id x
      %%first = arith.muli %%b, %%c4096 : index
      %%own = arith.muli %%t, %%c4 : index
      %%As = memref.alloc() : memref<512xf32, #gpu.address_space<workgroup>>
      %%Bs = memref.alloc() : memref<512xf32, #gpu.address_space<workgroup>>
      scf.for %%i = %%c0 to %%c8 step %%c1 {
        %%tile = arith.muli %%i, %%c512 : index
        %%base = arith.addi %%first, %%tile : index
        %%at = arith.addi %%base, %%own : index
%[3]s      } %[4]s
      gpu.return
    }
  }
  func.func @main(%%A: memref<%[1]dxf32>, %%B: memref<%[1]dxf32>, %%C: memref<%[1]dxf32>) {
    %%c1 = arith.constant 1 : index
    %%blocks = arith.constant %[5]d : index
    %%c128 = arith.constant 128 : index
    gpu.launch_func @kernels::@triad blocks in (%%blocks, %%c1, %%c1) threads in (%%c128, %%c1, %%c1)
        args(%%A : memref<%[1]dxf32>, %%B : memref<%[1]dxf32>, %%C : memref<%[1]dxf32>)
    return
  }
}`, n, perBlock, body, annotation, n/perBlock)
}

// sum is C = 2 A + B on four floats that are there.
const sum = `          %z = arith.mulf %x, %two : vector<4xf32>
          %w = arith.addf %z, %y : vector<4xf32>
          vector.store %w, %C[%at] : memref<@xf32>, vector<4xf32>
`

// plainTriad loads, computes and stores.
func plainTriad(n int) program {
	body := `          %x = vector.load %A[%at] : memref<@xf32>, vector<4xf32>
          %y = vector.load %B[%at] : memref<@xf32>, vector<4xf32>
` + sum
	p := program{
		testCase: testCase{Name: name("triad", "plain", "f32", n, 1, false), Kind: kindTriad,
			Source: "loads and stores", Type: "f32", Size: n, Stages: 1},
		passes: prepare,
	}
	p.text = triad(n, strings.ReplaceAll(body, "@", fmt.Sprint(n)), "")
	// Shared memory that nothing uses would keep blocks off the device.
	for _, line := range []string{"As", "Bs"} {
		p.text = strings.Replace(p.text,
			"      %"+line+" = memref.alloc() : memref<512xf32, #gpu.address_space<workgroup>>\n", "", 1)
	}
	return p
}

// pipelinedTriad copies tiles to shared memory stages ahead: examples/gpu/triad.mlir for other lengths and
// stages.
func pipelinedTriad(n, stages int) program {
	load := func(from, to string) string {
		return fmt.Sprintf(`        pipeline.block {
          %%v = vector.load %%%s[%%at] : memref<@xf32>, vector<4xf32>
          vector.store %%v, %%%s[%%own] : memref<512xf32, #gpu.address_space<workgroup>>, vector<4xf32>
        }
`, from, to)
	}
	body := load("A", "As") + load("B", "Bs") + `        pipeline.block {
          %x = vector.load %As[%own] : memref<512xf32, #gpu.address_space<workgroup>>, vector<4xf32>
          %y = vector.load %Bs[%own] : memref<512xf32, #gpu.address_space<workgroup>>, vector<4xf32>
` + sum + "        }\n"
	return program{
		testCase: testCase{
			Name: name("triad", "pipelined", "f32", n, stages, true), Kind: kindTriad,
			Source: "through shared memory", Type: "f32",
			Size: n, Stages: stages, Async: true,
		},
		text:   triad(n, strings.ReplaceAll(body, "@", fmt.Sprint(n)), annotation(2, stages, true)),
		passes: prepare,
	}
}
