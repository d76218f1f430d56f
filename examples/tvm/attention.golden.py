from tvm.script import tirx as T


@T.prim_func(s_tir=True)
def attention(
    Q: T.Buffer((8, 8), "float32"),
    K: T.Buffer((48, 8), "float32"),
    V: T.Buffer((48, 8), "float32"),
    O: T.Buffer((8, 8), "float32"),
):
    largest = T.sblock_alloc_buffer((8,), "float32", scope="local")
    total = T.sblock_alloc_buffer((8,), "float32", scope="local")
    for i in range(8):
        largest[i] = -3.4028235e+38
        total[i] = 0.0
        for d in range(8):
            O[i, d] = 0.0
    K_shared = T.alloc_buffer((2, 8, 8), "float32", scope="shared")
    V_shared = T.alloc_buffer((3, 8, 8), "float32", scope="shared")
    S = T.alloc_buffer((8, 8), "float32", scope="local")
    P = T.alloc_buffer((8, 8), "float32", scope="local")
    rescale = T.alloc_buffer((8,), "float32", scope="local")
    with T.attr(0, "async_commit_queue_scope", 0):
        with T.attr(0, "async_scope", 1):
            for j, d in T.grid(8, 8):
                K_shared[0, j, d] = K[j, d]
        with T.attr(0, "async_scope", 1):
            for j, d in T.grid(8, 8):
                V_shared[0, j, d] = V[j, d]
    with T.attr(0, "async_commit_queue_scope", 0):
        with T.attr(0, "async_scope", 1):
            for j, d in T.grid(8, 8):
                K_shared[1, j, d] = K[j + 8, d]
        with T.attr(0, "async_scope", 1):
            for j, d in T.grid(8, 8):
                V_shared[1, j, d] = V[j + 8, d]
    with T.attr(0, "async_wait_queue_scope", 0):
        with T.attr(0, "async_wait_inflight_count", 1):
            with T.sblock("QK"):
                T.reads(S[0:8, 0:8], Q[0:8, 0:8], K_shared[0, 0:8, 0:8])
                T.writes(S[0:8, 0:8])
                for i, j, d in T.grid(8, 8, 8):
                    with T.sblock("S"):
                        vi, vj, vd = T.axis.remap("SSR", [i, j, d])
                        T.reads(Q[vi, vd], K_shared[0, vj, vd])
                        T.writes(S[vi, vj])
                        with T.init():
                            S[vi, vj] = 0.0
                        S[vi, vj] = S[vi, vj] + Q[vi, vd] * K_shared[0, vj, vd] * 0.35355338
    with T.sblock("softmax"):
        T.reads(largest[0:8], S[0:8, 0:8], rescale[0:8], total[0:8], P[0:8, 0:8])
        T.writes(rescale[0:8], largest[0:8], total[0:8], P[0:8, 0:8])
        for i in range(8):
            rescale[i] = largest[i]
            for j in range(8):
                largest[i] = T.max(largest[i], S[i, j])
            rescale[i] = T.exp(rescale[i] - largest[i])
            total[i] = total[i] * rescale[i]
            for j in range(8):
                P[i, j] = T.exp(S[i, j] - largest[i])
                total[i] = total[i] + P[i, j]
    for t in range(4):
        with T.attr(0, "async_commit_queue_scope", 0):
            with T.attr(0, "async_scope", 1):
                for j, d in T.grid(8, 8):
                    K_shared[t % 2, j, d] = K[(t + 2) * 8 + j, d]
            with T.attr(0, "async_scope", 1):
                for j, d in T.grid(8, 8):
                    V_shared[(t + 2) % 3, j, d] = V[(t + 2) * 8 + j, d]
        with T.sblock("PV"):
            T.reads(O[0:8, 0:8], rescale[0:8], P[0:8, 0:8], V_shared[t % 3, 0:8, 0:8])
            T.writes(O[0:8, 0:8])
            for i, d in T.grid(8, 8):
                O[i, d] = O[i, d] * rescale[i]
                for j in range(8):
                    O[i, d] = O[i, d] + P[i, j] * V_shared[t % 3, j, d]
        with T.attr(0, "async_wait_queue_scope", 0):
            with T.attr(0, "async_wait_inflight_count", 1):
                with T.sblock("QK"):
                    T.reads(S[0:8, 0:8], Q[0:8, 0:8], K_shared[(t + 1) % 2, 0:8, 0:8])
                    T.writes(S[0:8, 0:8])
                    for i, j, d in T.grid(8, 8, 8):
                        with T.sblock("S"):
                            vi, vj, vd = T.axis.remap("SSR", [i, j, d])
                            T.reads(Q[vi, vd], K_shared[(t + 1) % 2, vj, vd])
                            T.writes(S[vi, vj])
                            with T.init():
                                S[vi, vj] = 0.0
                            S[vi, vj] = (
                                S[vi, vj] + Q[vi, vd] * K_shared[(t + 1) % 2, vj, vd] * 0.35355338
                            )
        with T.sblock("softmax"):
            T.reads(largest[0:8], S[0:8, 0:8], rescale[0:8], total[0:8], P[0:8, 0:8])
            T.writes(rescale[0:8], largest[0:8], total[0:8], P[0:8, 0:8])
            for i in range(8):
                rescale[i] = largest[i]
                for j in range(8):
                    largest[i] = T.max(largest[i], S[i, j])
                rescale[i] = T.exp(rescale[i] - largest[i])
                total[i] = total[i] * rescale[i]
                for j in range(8):
                    P[i, j] = T.exp(S[i, j] - largest[i])
                    total[i] = total[i] + P[i, j]
    with T.sblock("PV"):
        T.reads(O[0:8, 0:8], rescale[0:8], P[0:8, 0:8], V_shared[1, 0:8, 0:8])
        T.writes(O[0:8, 0:8])
        for i, d in T.grid(8, 8):
            O[i, d] = O[i, d] * rescale[i]
            for j in range(8):
                O[i, d] = O[i, d] + P[i, j] * V_shared[1, j, d]
    with T.attr(0, "async_wait_queue_scope", 0):
        with T.attr(0, "async_wait_inflight_count", 0):
            with T.sblock("QK"):
                T.reads(S[0:8, 0:8], Q[0:8, 0:8], K_shared[1, 0:8, 0:8])
                T.writes(S[0:8, 0:8])
                for i, j, d in T.grid(8, 8, 8):
                    with T.sblock("S"):
                        vi, vj, vd = T.axis.remap("SSR", [i, j, d])
                        T.reads(Q[vi, vd], K_shared[1, vj, vd])
                        T.writes(S[vi, vj])
                        with T.init():
                            S[vi, vj] = 0.0
                        S[vi, vj] = S[vi, vj] + Q[vi, vd] * K_shared[1, vj, vd] * 0.35355338
    with T.sblock("softmax"):
        T.reads(largest[0:8], S[0:8, 0:8], rescale[0:8], total[0:8], P[0:8, 0:8])
        T.writes(rescale[0:8], largest[0:8], total[0:8], P[0:8, 0:8])
        for i in range(8):
            rescale[i] = largest[i]
            for j in range(8):
                largest[i] = T.max(largest[i], S[i, j])
            rescale[i] = T.exp(rescale[i] - largest[i])
            total[i] = total[i] * rescale[i]
            for j in range(8):
                P[i, j] = T.exp(S[i, j] - largest[i])
                total[i] = total[i] + P[i, j]
    with T.sblock("PV"):
        T.reads(O[0:8, 0:8], rescale[0:8], P[0:8, 0:8], V_shared[2, 0:8, 0:8])
        T.writes(O[0:8, 0:8])
        for i, d in T.grid(8, 8):
            O[i, d] = O[i, d] * rescale[i]
            for j in range(8):
                O[i, d] = O[i, d] + P[i, j] * V_shared[2, j, d]
    for i, d in T.grid(8, 8):
        with T.sblock("normalize"):
            vi, vd = T.axis.remap("SS", [i, d])
            T.reads(O[vi, vd], total[vi])
            T.writes(O[vi, vd])
            O[vi, vd] = O[vi, vd] / total[vi]
