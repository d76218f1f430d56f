# Annotations that mean something in TVM or TileLang and that nothing goes by are warnings; others are not.
import tvm
from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def main(A: T.Buffer((16,), "float32"), C: T.Buffer((16,), "float32")):
    for i in T.serial(16, annotations={"num_stages": 3}):  # expected-warning {{the annotation 'num_stages' is not used}}
        with T.sblock("c"):
            S = T.sblock_alloc_buffer((1,), "float32", scope="shared")
            with T.sblock("copy"):
                T.sblock_attr({"tirx.script_parsing_detect_access": 3})
                S[0] = A[i]
            with T.sblock("use"):
                T.sblock_attr({"tl_pipeline_sync": [1]})  # expected-warning {{the annotation 'tl_pipeline_sync' is not used}}
                C[i] = S[0]
    for j in T.serial(16, annotations={"pragma_unroll_explicit": 1, "my_own": 2}):
        C[j] = A[j]


sch = tvm.s_tir.Schedule(main)
sch.annotate(j, "tl_pipeline_order", [0])  # expected-warning {{the annotation 'tl_pipeline_order' is not used}}
