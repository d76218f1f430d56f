// Covers unregistered operations mixed with custom forms: in loops, branches and modules; custom forms inside generic regions.

"doc.container"() ({
  func.func @inside(%n: index, %m: memref<?xf32>) {
    affine.for %i = 0 to %n {
      %x = "doc.source"(%i) : (index) -> f32
      affine.store %x, %m[%i] : memref<?xf32>
    }
    return
  }
  module @nested {
    "doc.leaf"() {sym_name = "leaf"} : () -> ()
  }
}) {sym_name = "container"} : () -> ()

func.func @mixed(%c: i1, %x: f32) -> f32 {
  %r = scf.if %c -> (f32) {
    %y = "doc.then"(%x) : (f32) -> f32
    scf.yield %y : f32
  } else {
    %y = "doc.region_op"() ({
      // The default dialect of func.func does not reach in here, so a call would be func.call;
      // and symbols do not resolve, because an unregistered op may be a symbol table of its own.
      %f = builtin.unrealized_conversion_cast %c : i1 to () -> f32
      %w = func.call_indirect %f() : () -> f32
      "doc.yield"(%w) : (f32) -> ()
    }) : () -> f32
    scf.yield %y : f32
  }
  "doc.async"() ({
    scf.execute_region {
      %c1 = arith.constant 1 : index
      "doc.use"(%c1) : (index) -> ()
      scf.yield
    }
    "doc.end"() : () -> ()
  }) : () -> ()
  cf.br ^last(%r : f32)
^last(%s: f32):
  return %s : f32
}
