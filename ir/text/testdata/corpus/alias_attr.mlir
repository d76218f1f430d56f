// Covers attribute aliases: definition, use in other aliases, use before and after, aliases the printer makes and drops.

#one = 1 : i32
#text = "a string"
#map = affine_map<(d0) -> (d0 + 1)>
#list = [#one, #text, 3]
#dict = {a = #one, b = #list}
#set0 = affine_set<(d0) : (d0 >= 0)>
#type = i32
#flags = #arith.fastmath<fast>
#sym = @target
#dense = dense<[1, 2, 3]> : tensor<3xi32>
#name_1$odd-chars = unit
#layout = strided<[1], offset: 4>
#loc = loc("named")

// Only maps, sets, distinct attributes, locations and some dialect attributes get an alias on the way out.
func.func private @uses() attributes {
  doc.a = #one, doc.b = #text, doc.c = #map, doc.d = #list, doc.e = #dict, doc.f = #set0, doc.g = #type, doc.h = #flags, doc.i = #sym, doc.j = #dense, doc.k = #name_1$odd-chars, doc.l = #layout, doc.m = #loc
}

// An alias may be defined between operations; it holds from there on.
#later = affine_map<(d0) -> (d0 + 2)>
func.func private @between() attributes {doc.a = #later, doc.b = [#later, #map], doc.c = {k = #map}}

// An alias inside a type.
func.func private @in_type(memref<8xf32, #map>, memref<4xf32, #layout>, tensor<4xf32, #dict>)

// The same map under two names is one alias.
#same = affine_map<(i) -> (1 + i)>
func.func private @merged() attributes {doc.a = #same, doc.b = #map}

func.func @on_operation(%x: f32, %i: index) {
  %0 = arith.addf %x, %x {doc.map = #map} : f32
  %1 = arith.mulf %x, %x fastmath<fast> : f32
  %2 = affine.apply #map(%i)
  %3 = arith.constant #one
  return
}
