// PASSES: --symbol-dce
// Asynchronous functions, kernels and their modules live as long as something refers to them.
module attributes {gpu.container_module} {
  async.func private @dead() -> !async.token {
    return
  }
  async.func private @live() -> !async.token {
    return
  }
  async.func @visible() -> !async.token {
    %0 = call @live() : () -> !async.token
    return
  }
  gpu.module @kernels {
    gpu.func @launched() kernel {
      gpu.return
    }
    gpu.func @idle() kernel {
      gpu.return
    }
    func.func private @helper() {
      return
    }
    func.func private @unused() {
      return
    }
    gpu.func @calls() {
      func.call @helper() : () -> ()
      gpu.return
    }
  }
  gpu.module @hidden attributes {sym_visibility = "private"} {
    gpu.func @k() kernel {
      gpu.return
    }
  }
  gpu.module @hidden_live attributes {sym_visibility = "private"} {
    gpu.func @k() kernel {
      gpu.return
    }
    gpu.func @l() kernel attributes {sym_visibility = "private"} {
      gpu.return
    }
  }
  func.func @main(%n: index) {
    gpu.launch_func @kernels::@launched blocks in (%n, %n, %n) threads in (%n, %n, %n)
    gpu.launch_func @hidden_live::@k blocks in (%n, %n, %n) threads in (%n, %n, %n)
    return
  }
}
