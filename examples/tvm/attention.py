# Attention for a tile of queries: O = softmax(Q·Kᵀ / √d)·V, in one loop over
# tiles of keys, with the softmax computed online. Both copies to shared memory are
# asynchronous and one tile ahead of the first product; the second product is one
# tile behind it, so that the two products and the exponents between them overlap.
#
#   inflight run examples/tvm/attention.py

from tvm.script import tirx as T

QUERIES, KEYS, DIM = 8, 48, 8
TILE = 8
SCALE = 1 / DIM**0.5


@T.prim_func(s_tir=True)
def attention(
    Q: T.Buffer((QUERIES, DIM), "float32"),
    K: T.Buffer((KEYS, DIM), "float32"),
    V: T.Buffer((KEYS, DIM), "float32"),
    O: T.Buffer((QUERIES, DIM), "float32"),
):
    largest = T.sblock_alloc_buffer((QUERIES,), "float32", scope="local")
    total = T.sblock_alloc_buffer((QUERIES,), "float32", scope="local")
    for i in range(QUERIES):
        largest[i] = T.min_value("float32")
        total[i] = T.float32(0)
        for d in range(DIM):
            O[i, d] = T.float32(0)
    for t in T.serial(
        KEYS // TILE,
        annotations={
            "software_pipeline_stage": [0, 0, 1, 1, 2],
            "software_pipeline_order": [0, 1, 3, 4, 2],
            "software_pipeline_async_stages": [0],
        },
    ):
        with T.sblock("tile"):
            K_shared = T.sblock_alloc_buffer((TILE, DIM), "float32", scope="shared")
            V_shared = T.sblock_alloc_buffer((TILE, DIM), "float32", scope="shared")
            S = T.sblock_alloc_buffer((QUERIES, TILE), "float32", scope="local")
            P = T.sblock_alloc_buffer((QUERIES, TILE), "float32", scope="local")
            rescale = T.sblock_alloc_buffer((QUERIES,), "float32", scope="local")
            with T.sblock("K_shared"):
                for j, d in T.grid(TILE, DIM):
                    K_shared[j, d] = K[t * TILE + j, d]
            with T.sblock("V_shared"):
                for j, d in T.grid(TILE, DIM):
                    V_shared[j, d] = V[t * TILE + j, d]
            with T.sblock("QK"):
                for i, j, d in T.grid(QUERIES, TILE, DIM):
                    with T.sblock("S"):
                        vi, vj, vd = T.axis.remap("SSR", [i, j, d])
                        with T.init():
                            S[vi, vj] = T.float32(0)
                        S[vi, vj] = S[vi, vj] + Q[vi, vd] * K_shared[vj, vd] * T.float32(SCALE)
            with T.sblock("softmax"):
                for i in range(QUERIES):
                    rescale[i] = largest[i]
                    for j in range(TILE):
                        largest[i] = T.max(largest[i], S[i, j])
                    rescale[i] = T.exp(rescale[i] - largest[i])
                    total[i] = total[i] * rescale[i]
                    for j in range(TILE):
                        P[i, j] = T.exp(S[i, j] - largest[i])
                        total[i] = total[i] + P[i, j]
            with T.sblock("PV"):
                for i, d in T.grid(QUERIES, DIM):
                    O[i, d] = O[i, d] * rescale[i]
                    for j in range(TILE):
                        O[i, d] = O[i, d] + P[i, j] * V_shared[j, d]
    for i, d in T.grid(QUERIES, DIM):
        with T.sblock("normalize"):
            vi, vd = T.axis.remap("SS", [i, d])
            O[vi, vd] = O[vi, vd] / total[vi]
