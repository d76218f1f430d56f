// Covers the generic form of operations of no registered dialect: operands, results, attributes, properties, regions, successors.

// Nothing at all; names with dots, digits and dashes.
"alone"() : () -> ()
"doc.op"() : () -> ()
"doc.sub.op_1-x$"() : () -> ()
"doc.with space"() : () -> ()

func.func @operands(%a: i32, %b: f32) {
  "doc.none"() : () -> ()
  "doc.one"(%a) : (i32) -> ()
  "doc.two"(%a, %b) : (i32, f32) -> ()
  %0 = "doc.result"() : () -> i32
  %1 = "doc.result_in_parentheses"(%0) : (i32) -> (i32)
  %2:3 = "doc.results"(%0, %1) : (i32, i32) -> (i32, f32, index)
  "doc.uses"(%2#0, %2#1, %2#2) : (i32, f32, index) -> ()
  %f = "doc.function"() : () -> ((i32) -> i32)
  %g:2 = "doc.functions"(%f) : ((i32) -> i32) -> ((i32) -> i32, () -> ())
  return
}

func.func @attributes(%a: i32) {
  "doc.empty"() {} : () -> ()
  "doc.unit"() {flag, spelled = unit} : () -> ()
  "doc.sorted"() {z = 1, a = 2, m.n = 3, "quoted name" = 4, B = 5} : () -> ()
  "doc.kinds"() {i = 1 : i8, f = 1.5 : f32, s = "text", t = tensor<4xf32>, y = @sym::@bol, m = affine_map<(d0) -> (d0)>, l = [1, "x", {k}], d = dense<1> : tensor<2xi8>} : () -> ()
  // Properties of an unregistered op are one dictionary, apart from its attributes.
  "doc.properties"() <{p = 1 : i32, q = "x"}> : () -> ()
  "doc.both"() <{p = 1 : i32}> {a = 2 : i32} : () -> ()
  "doc.empty_properties"() <{}> : () -> ()
  %0 = "doc.all"(%a) <{p}> ({
    "doc.inner"() : () -> ()
  }) {a} : (i32) -> i32
  return
}

func.func @regions(%a: i32) {
  "doc.empty_region"() ({}) : () -> ()
  "doc.two_empty"() ({}, {}) : () -> ()
  "doc.empty_block"() ({
  ^bb0:
  }) : () -> ()
  "doc.region"() ({
    "doc.inner"(%a) : (i32) -> ()
  }) : () -> ()
  "doc.arguments"() ({
  ^bb0(%x: i32, %y: memref<?xf32>):
    "doc.inner"(%x, %y) : (i32, memref<?xf32>) -> ()
  }, {
  ^entry(%x: index):
    "doc.end"() : () -> ()
  }) {after = "regions"} : () -> ()
  "doc.blocks"() ({
    "doc.br"()[^next] : () -> ()
  ^next:
    "doc.br"(%a)[^last] : (i32) -> ()
  ^last(%z: i32):
    "doc.end"(%z) : (i32) -> ()
  }) : () -> ()
  "doc.nested"() ({
    "doc.nested"() ({
      "doc.nested"() ({
      }) : () -> ()
    }) : () -> ()
  }) : () -> ()
  return
}

func.func @successors(%a: i32, %c: i1) {
  "doc.branch"(%c)[^one, ^two] : (i1) -> ()
^one:
  "doc.jump"()[^two] {why} : () -> ()
^two:
  "doc.everything"(%a)[^one, ^two, ^one] <{p = 1 : i32}> ({
    "doc.inner"() : () -> ()
  }) {a = 2 : i32} : (i32) -> ()
}

// A graph region: values may be used before they are defined, and in cycles.
"doc.graph"() ({
  %0 = "doc.a"(%1) : (i32) -> i32
  %1 = "doc.b"(%0, %2) : (i32, i32) -> i32
  %2 = "doc.c"() : () -> i32
}) : () -> ()

// A result of many, one of which comes from a later operation of the same graph.
"doc.graph"() ({
  "doc.use"(%x#1, %y) : (f32, i1) -> ()
  %x:2, %y = "doc.define"() : () -> (i32, f32, i1)
}) : () -> ()
