package importer_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/tvmscript/importer"
	"github.com/inflight-compiler/inflight/tvmscript/syntax"
)

// longFile returns a module of about that many lines: functions with three blocks each, as TVM prints them.
func longFile(lines int) string {
	var b strings.Builder
	b.WriteString(
		"from tvm.script import ir as I\nfrom tvm.script import tirx as T\n\n@I.ir_module\nclass Module:\n")
	for i := 0; i < lines/24; i++ {
		fmt.Fprintf(&b, `    @T.prim_func(s_tir=True)
    def f%d(A: T.Buffer((64, 64), "float32"), B: T.Buffer((64, 64), "float32"), C: T.Buffer((64, 64), "float32")):
        T.func_attr({"tir.noalias": True})
        S = T.sblock_alloc_buffer((64, 64), scope="shared")
        for i, j in T.grid(64, 64):
            with T.sblock("load"):
                vi, vj = T.axis.remap("SS", [i, j])
                T.reads(A[vi, vj])
                T.writes(S[vi, vj])
                S[vi, vj] = A[vi, vj] * T.float32(2)
        for io, jo, k, ii in T.grid(8, 64, 64, 8):
            with T.sblock("gemm"):
                vi = T.axis.spatial(64, io * 8 + ii)
                vj, vk = T.axis.remap("SR", [jo, k])
                T.reads(S[vi, vk], B[vk, vj])
                T.writes(C[vi, vj])
                with T.init():
                    C[vi, vj] = T.float32(0)
                C[vi, vj] = C[vi, vj] + S[vi, vk] * B[vk, vj]
        for i in T.serial(64, annotations={"software_pipeline_stage": [0, 1], "software_pipeline_order": [0, 1]}):
            with T.sblock("copy"):
                vi = T.axis.spatial(64, i)
                C[vi, 0] = T.max(C[vi, 0], T.float32(0))

`, i)
	}
	return b.String()
}

func BenchmarkImport2000Lines(b *testing.B) {
	file, diags := syntax.Parse(diag.NewFile("long.py", []byte(longFile(2000))))
	if diags.HasErrors() {
		b.Fatal(diags)
	}
	ctx := all.NewContext()
	b.ReportAllocs()
	for b.Loop() {
		if _, diags := importer.Import(ctx, file); diags.HasErrors() {
			b.Fatal(diags)
		}
	}
}
