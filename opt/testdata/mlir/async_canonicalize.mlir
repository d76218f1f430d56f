// PASSES: --canonicalize
// An asynchronous region with effects stays, whoever uses its token; constants leave it; waits stay where they are.
func.func @kept(%m: memref<4xf32>, %x: f32) {
  %0 = async.execute {
    %c0 = arith.constant 0 : index
    %c1 = arith.constant 1 : index
    %c2 = arith.addi %c1, %c1 : index
    memref.store %x, %m[%c2] : memref<4xf32>
    async.yield
  }
  %1 = async.execute [%0] {
    %c0 = arith.constant 0 : index
    %y = memref.load %m[%c0] : memref<4xf32>
    %inner = async.execute {
      memref.store %y, %m[%c0] : memref<4xf32>
      async.yield
    }
    async.await %inner : !async.token
    async.yield
  }
  async.await %1 : !async.token
  return
}
async.func @function(%m: memref<4xf32>, %t: !async.token) -> !async.value<f32> {
  await %t : !async.token
  %c0 = arith.constant 0 : index
  %0 = memref.load %m[%c0] : memref<4xf32>
  %unused = memref.load %m[%c0] : memref<4xf32>
  cf.br ^next(%0 : f32)
^next(%1: f32):
  return %1 : f32
}
func.func @known(%b: i1, %m: memref<4xf32>, %x: f32) -> !async.token {
  %true = arith.constant true
  %c0 = arith.constant 0 : index
  %t = scf.if %true -> !async.token {
    %0 = async.execute {
      scf.if %true {
        memref.store %x, %m[%c0] : memref<4xf32>
      }
      async.yield
    }
    scf.yield %0 : !async.token
  } else {
    %0 = async.execute { async.yield }
    scf.yield %0 : !async.token
  }
  return %t : !async.token
}
