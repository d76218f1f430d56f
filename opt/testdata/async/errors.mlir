// An assertion that fails puts its task in error, and what awaits the task: a task around it, its value, a group, and
// a task that depends on it. Others are in none.
// printed: 0
// printed: 1
// printed: 1
// printed: 1
// printed: 1
// printed: 1
// printed: 1
// printed: 0
// printed: 1

func.func @main() {
  %false = arith.constant 0 : i1
  %good = async.execute {
    async.yield
  }
  async.runtime.await %good : !async.token
  %e0 = async.runtime.is_error %good : !async.token
  vector.print %e0 : i1

  %bad = async.execute {
    cf.assert %false, "never holds"
    async.yield
  }
  async.runtime.await %bad : !async.token
  %e1 = async.runtime.is_error %bad : !async.token
  vector.print %e1 : i1

  %around, %value = async.execute -> !async.value<f32> {
    %t, %v = async.execute -> !async.value<f32> {
      cf.assert %false, "never holds"
      %x = arith.constant 1.5 : f32
      async.yield %x : f32
    }
    %y = async.await %v : !async.value<f32>
    async.yield %y : f32
  }
  async.runtime.await %around : !async.token
  async.runtime.await %value : !async.value<f32>
  %e2 = async.runtime.is_error %around : !async.token
  %e3 = async.runtime.is_error %value : !async.value<f32>
  vector.print %e2 : i1
  vector.print %e3 : i1

  %depends = async.execute [%bad] {
    async.yield
  }
  async.runtime.await %depends : !async.token
  %e4 = async.runtime.is_error %depends : !async.token
  vector.print %e4 : i1

  %uses = async.execute (%value as %x : !async.value<f32>) {
    %y = arith.addf %x, %x : f32
    async.yield
  }
  async.runtime.await %uses : !async.token
  %e5 = async.runtime.is_error %uses : !async.token
  vector.print %e5 : i1

  %c2 = arith.constant 2 : index
  %mixed = async.create_group %c2 : !async.group
  %i0 = async.add_to_group %good, %mixed : !async.token
  %i1 = async.add_to_group %bad, %mixed : !async.token
  async.runtime.await %mixed : !async.group
  %e6 = async.runtime.is_error %mixed : !async.group
  vector.print %e6 : i1

  %c1 = arith.constant 1 : index
  %sound = async.create_group %c1 : !async.group
  %i2 = async.add_to_group %good, %sound : !async.token
  async.runtime.await %sound : !async.group
  %e7 = async.runtime.is_error %sound : !async.group
  vector.print %e7 : i1

  %waits = async.execute {
    async.await_all %mixed
    async.yield
  }
  async.runtime.await %waits : !async.token
  %e8 = async.runtime.is_error %waits : !async.token
  vector.print %e8 : i1
  return
}
