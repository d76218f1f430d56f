// Waits, and assertions, of a task within operations that do not become branches.

func.func @wait_in_affine_loop(%t: !async.token) {
  %u = async.execute {
    // expected-note @below {{lower this operation first}}
    affine.for %i = 0 to 4 {
      // expected-error @below {{a task cannot wait inside of 'affine.for', which does not become branches here}}
      async.await %t : !async.token
    }
    async.yield
  }
  return
}

// -----

async.func @assertion_in_affine_loop(%c: i1) -> !async.token {
  // expected-note @below {{lower this operation first}}
  affine.for %j = 0 to 4 {
    // expected-error @below {{a task cannot fail inside of 'affine.for', which does not become branches here}}
    cf.assert %c, "must hold"
  }
  return
}

// -----

// Between two loops that become branches.
async.func @group_between(%c: i1, %n: index, %g: !async.group) -> !async.token {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    // expected-note @below {{lower this operation first}}
    memref.alloca_scope {
      scf.if %c {
        // expected-error @below {{a task cannot wait inside of 'memref.alloca_scope', which does not become branches here}}
        async.await_all %g
      }
    }
  }
  return
}

// -----

async.func @loop_with_tensors(%t: !async.token, %x: tensor<4xf32>) -> !async.value<tensor<4xf32>> {
  // expected-note @below {{lower this operation first}}
  %r = scf.forall (%i) in (4) shared_outs(%o = %x) -> (tensor<4xf32>) {
    // expected-error @below {{a task cannot wait inside of 'scf.forall', which does not become branches here}}
    async.await %t : !async.token
    scf.forall.in_parallel {
    }
  }
  return %r : tensor<4xf32>
}
