# A softmax over the rows of a matrix. While one row is normalized, the exponents
# of the next are computed and the row after it is fetched, asynchronously.
#
#   inflight run examples/tvm/softmax.py

from tvm.script import tirx as T

ROWS, COLUMNS = 12, 32


@T.prim_func(s_tir=True)
def softmax(X: T.Buffer((ROWS, COLUMNS), "float32"), Y: T.Buffer((ROWS, COLUMNS), "float32")):
    for i in T.serial(
        ROWS,
        annotations={
            "software_pipeline_stage": [0, 1, 1, 2],
            "software_pipeline_order": [0, 1, 2, 3],
            "software_pipeline_async_stages": [0],
        },
    ):
        with T.sblock("row"):
            row = T.sblock_alloc_buffer((COLUMNS,), "float32", scope="shared")
            largest = T.sblock_alloc_buffer((1,), "float32", scope="local")
            power = T.sblock_alloc_buffer((COLUMNS,), "float32", scope="shared")
            total = T.sblock_alloc_buffer((1,), "float32", scope="local")
            with T.sblock("fetch"):
                for j in range(COLUMNS):
                    row[j] = X[i, j]
            with T.sblock("max"):
                for j in range(COLUMNS):
                    with T.sblock("largest"):
                        vj = T.axis.reduce(COLUMNS, j)
                        with T.init():
                            largest[0] = T.min_value("float32")
                        largest[0] = T.max(largest[0], row[vj])
            with T.sblock("exp"):
                total[0] = T.float32(0)
                for j in range(COLUMNS):
                    power[j] = T.exp(row[j] - largest[0])
                    total[0] = total[0] + power[j]
            with T.sblock("normalize"):
                for j in range(COLUMNS):
                    Y[i, j] = power[j] / total[0]
