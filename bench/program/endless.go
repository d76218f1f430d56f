package program

// Copies copies memory of 160 MB for ever.
const Copies = `func.func @main() {
  %true = arith.constant true
  %a = memref.alloc() : memref<20000000xi64>
  %b = memref.alloc() : memref<20000000xi64>
  scf.while : () -> () {
    scf.condition(%true)
  } do {
    memref.copy %a, %b : memref<20000000xi64> to memref<20000000xi64>
    scf.yield
  }
  return
}
`

// Endless goes around for ever and does nothing.
const Endless = "func.func @main() { cf.br ^a ^a: cf.br ^a }\n"
