// Covers attributes and types of unregistered dialects: pretty and quoted bodies, nesting, odd characters, aliases.

!handle = !doc.handle<i32, "x">
#config = #doc.config<level = 3, names = [a, b]>

func.func private @types(
  !doc.plain,
  !doc.dotted.name,
  !doc.empty<>,
  !doc.args<i32, 4, "text", 1.5>,
  !doc.nested<!doc.nested<memref<?xf32>>, tensor<*xi8>>,
  !doc.brackets<[1, (2, {3})]>,
  !doc.arrows<(i32) -> i32, a->b>,
  !doc.strings<"with > inside", "and \22quote\22">,
  !doc.symbols<@a::@b, %x, ^bb, #doc.x, !doc.y, +-*/=:;,.?|&>,
  !doc.spaces<  a   b  >,
  !doc<"opaque body">,
  !doc<"opaque with \22quotes\22 and <">,
  // A body that is an identifier, perhaps with something in angle brackets, prints after a dot; else in brackets.
  !doc<unquoted>,
  !doc<unquoted<1, 2>>,
  !doc<"quoted">,
  !doc.name_1$x<0x1F>,
  !doc.dash-ed,
  !handle
)

func.func private @attributes() attributes {
  doc.a = #doc.plain,
  doc.b = #doc.args<1, "two", 3.0, i32>,
  doc.c = #doc.nested<#doc.inner<x>, {k = [1]}>,
  doc.d = #doc<"opaque body">,
  doc.e = #config,
  doc.f = [#doc.plain, #doc.empty<>, #config],
  doc.g = #doc.typed<1> : i32,
  doc.h = #doc<"opaque typed"> : !doc.plain,
  doc.i = !doc.plain,
  doc.j = dense<"s"> : tensor<2x!doc.str>,
  doc.k = 42 : i7
}

func.func @values(%x: !handle, %y: tensor<4x!doc.elem>, %z: vector<4xf32>) -> !handle {
  %0 = "doc.op"(%x, %y) {c = #config} : (!handle, tensor<4x!doc.elem>) -> !doc.result<!doc.handle>
  %1 = builtin.unrealized_conversion_cast %0 : !doc.result<!doc.handle> to !handle
  return %1 : !handle
}
