// Covers string attributes and their escapes, quoted attribute names, and symbol names that need quotes.

module attributes {
  doc.a0 = "", doc.a1 = "plain", doc.a2 = "with spaces  and\ttab escape", doc.a3 = "it's",
  // Named escapes and two-digit hexadecimal ones; printed back as hexadecimal ones, except for the backslash.
  doc.b0 = "\"quoted\"", doc.b1 = "back\\slash", doc.b2 = "line\nbreak", doc.b3 = "\00\01\7F\80\FF", doc.b4 = "\0a\0A\5c", doc.b5 = "caf\C3\A9",
  // Bytes outside ASCII.
  doc.c0 = "café", doc.c1 = "λ → ∞", doc.c2 = "日本語", doc.c3 = "🚀",
  // Things that mean something elsewhere.
  doc.d0 = "// no comment", doc.d1 = "%0 @f ^bb0 #a !t", doc.d2 = "{-# #-}", doc.d3 = "<{[()]}>",
  // A string with a type.
  doc.e0 = "typed" : i32, doc.e1 = "typed" : memref<?xi8>, doc.e2 = "untyped" : none,
  // Attribute names may be quoted; the quotes go where they are not needed.
  "doc.plain" = 1, "doc.needs quotes" = 2, "doc.dash-ed" = 3, "doc.dot.ted" = 5, "doc.dollar$" = 6, "doc.\22quote\22" = 7, "doc.unit word"
} {
  // Keywords as attribute names, and names without a dialect prefix, which a module does not take.
  func.func private @keywords() attributes {true = 1, dense = 2, loc = 3, i32 = 4, f32 = 5, index = 6, module = 7, affine_map = 8, unit = 9, x = 10, "9lives" = 11}
  func.func private @plain.name_1$x()
  func.func private @"plain.when.unquoted"()
  func.func private @"with space"()
  func.func private @"9starts_with_digit"()
  func.func private @"dash-ed"()
  func.func private @"esc\22aped\0A"()
  func.func private @"λ"()
  func.func private @_under()
  func.func private @"0"()
  func.func private @"123"()
  func.func private @users() attributes {doc.r = [@"with space", @plain.name_1$x, @"dash-ed"::@"a b"::@c, @"123"]}
}
