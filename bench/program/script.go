package program

import (
	"bytes"
	"fmt"
	"strings"
)

// ScriptKinds are the functions that a program in TVMScript consists of, in turn, by name.
var ScriptKinds = []string{"copy", "gemm", "stages", "reduce"}

var scriptKinds = map[string]string{"copy": copyScript, "gemm": gemmScript, "stages": stagesScript,
	"reduce": reduceScript}

// Script returns a module in TVMScript of about the given number of lines, the same for the same arguments:
// functions of the given kinds, or of all kinds, each with a pipelined loop. Lines are as a person breaks
// them.
func Script(lines int, kinds ...string) []byte {
	if len(kinds) == 0 {
		kinds = ScriptKinds
	}
	var b bytes.Buffer
	b.WriteString(scriptHeader)
	for f := 0; f == 0 || bytes.Count(b.Bytes(), []byte("\n")) < lines; f++ {
		template := scriptKinds[kinds[f%len(kinds)]]
		b.WriteString(strings.ReplaceAll(template, "NAME", fmt.Sprintf("%s_%d", kinds[f%len(kinds)], f)))
	}
	return b.Bytes()
}

const scriptHeader = `from tvm.script import ir as I
from tvm.script import tirx as T


@I.ir_module
class Module:
`

// copyScript copies through shared memory, thread by thread.
const copyScript = `
    @T.prim_func(s_tir=True)
    def NAME(A: T.Buffer((16, 64), "float32"), C: T.Buffer((16, 64), "float32")):
        for tx in T.thread_binding(0, 16, thread="threadIdx.x"):
            for i in T.serial(
                0,
                64,
                annotations={
                    "software_pipeline_stage": [0, 2],
                    "software_pipeline_order": [0, 1],
                    "software_pipeline_async_stages": [0],
                },
            ):
                with T.sblock("step"):
                    T.reads(A[tx, i])
                    T.writes(C[tx, i])
                    B = T.sblock_alloc_buffer((16, 1), dtype="float32", scope="shared")
                    with T.sblock("load"):
                        T.reads(A[tx, i])
                        T.writes(B[tx, 0])
                        B[tx, 0] = A[tx, i] * T.float32(2)
                    with T.sblock("store"):
                        T.reads(B[tx, 0])
                        T.writes(C[tx, i])
                        C[tx, i] = B[tx, 0] + T.float32(1)
`

// gemmScript is a tiled matrix product with two asynchronous copies.
const gemmScript = `
    @T.prim_func(s_tir=True)
    def NAME(
        A: T.Buffer((64, 256), "float32"),
        B: T.Buffer((256, 64), "float32"),
        C: T.Buffer((64, 64), "float32"),
    ):
        for i0, j0 in T.grid(4, 4):
            for i, j in T.grid(16, 16):
                with T.sblock("C_init"):
                    vi = T.axis.spatial(64, i0 * 16 + i)
                    vj = T.axis.spatial(64, j0 * 16 + j)
                    T.reads()
                    T.writes(C[vi, vj])
                    C[vi, vj] = T.float32(0)
            for k0 in T.serial(
                16,
                annotations={
                    "software_pipeline_stage": [0, 0, 3],
                    "software_pipeline_order": [0, 1, 2],
                    "software_pipeline_async_stages": [0],
                },
            ):
                with T.sblock("tile"):
                    A_shared = T.sblock_alloc_buffer((16, 16), "float32", scope="shared")
                    B_shared = T.sblock_alloc_buffer((16, 16), "float32", scope="shared")
                    with T.sblock("A_shared"):
                        for i, z in T.grid(16, 16):
                            A_shared[i, z] = A[i0 * 16 + i, k0 * 16 + z]
                    with T.sblock("B_shared"):
                        for z, j in T.grid(16, 16):
                            B_shared[z, j] = B[k0 * 16 + z, j0 * 16 + j]
                    with T.sblock("compute"):
                        for i, j, z in T.grid(16, 16, 16):
                            with T.sblock("fma"):
                                vi = T.axis.spatial(64, i0 * 16 + i)
                                vj = T.axis.spatial(64, j0 * 16 + j)
                                vz = T.axis.reduce(16, z)
                                T.reads(C[vi, vj], A_shared[vi % 16, vz], B_shared[vz, vj % 16])
                                T.writes(C[vi, vj])
                                C[vi, vj] = C[vi, vj] + A_shared[vi % 16, vz] * B_shared[vz, vj % 16]
`

// stagesScript is a chain of three stages, two of them asynchronous.
const stagesScript = `
    @T.prim_func(s_tir=True)
    def NAME(A: T.Buffer((128,), "float32"), D: T.Buffer((128,), "float32")):
        for i in T.serial(
            128,
            annotations={
                "software_pipeline_stage": [0, 1, 2],
                "software_pipeline_order": [0, 1, 2],
                "software_pipeline_async_stages": [0, 1],
            },
        ):
            with T.sblock("step"):
                B = T.sblock_alloc_buffer((1,), "float32", scope="shared")
                C = T.sblock_alloc_buffer((1,), "float32", scope="local")
                with T.sblock("first"):
                    B[0] = T.exp(A[i]) + T.float32(1)
                with T.sblock("second"):
                    C[0] = T.max(B[0], T.float32(0.5)) * T.float32(3)
                with T.sblock("third"):
                    D[i] = T.if_then_else(i % 2 == 0, C[0], C[0] - T.float32(1))
`

// reduceScript sums the rows of a matrix of dynamic size.
const reduceScript = `
    @T.prim_func(s_tir=True)
    def NAME(x: T.handle, y: T.handle):
        n = T.int32()
        X = T.match_buffer(x, (n, 32), "float32")
        Y = T.match_buffer(y, (n,), "float32")
        for i in T.serial(
            n,
            annotations={
                "software_pipeline_stage": [0, 1],
                "software_pipeline_order": [0, 1],
                "software_pipeline_async_stages": [0],
            },
        ):
            with T.sblock("row"):
                row = T.sblock_alloc_buffer((32,), "float32", scope="shared")
                with T.sblock("fetch"):
                    for j in range(32):
                        row[j] = X[i, j]
                with T.sblock("sum"):
                    for j in range(32):
                        with T.sblock("add"):
                            vj = T.axis.reduce(32, j)
                            with T.init():
                                Y[i] = T.float32(0)
                            Y[i] = Y[i] + row[vj]
`
