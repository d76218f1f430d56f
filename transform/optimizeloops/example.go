package optimizeloops

const before = `func.func @f(%x: memref<?xf32>, %y: memref<?xf32>, %a: f32, %n: index) {
  return
}
`

const after = ``
