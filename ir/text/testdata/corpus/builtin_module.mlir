// Covers builtin.module (names, visibility, attributes, nesting, several at top level) and builtin.unrealized_conversion_cast.

// An anonymous module with nothing in it.
module {
}

// The dialect prefix may be written out.
builtin.module @spelled_out {
}

// Discardable attributes need a dialect prefix unless they are inherent.
module attributes {doc.version = 3 : i32} {
}

module @named attributes {doc.target = "cpu", doc.unit} {
  // Visibility is an inherent attribute, but it is written in the dictionary.
  module @inner_private attributes {sym_visibility = "private"} {
    module {
      module @"odd name" {
      }
    }
  }
  module @inner_nested attributes {sym_visibility = "nested"} {
  }
  // An op of a graph region may use a value that is defined later.
  %late_user = builtin.unrealized_conversion_cast %late : i32 to index
  %late = arith.constant 7 : i32
}

module @casts {
  func.func @unrealized(%a: i32, %b: f32) {
    // One to one. In a function the dialect prefix stays; directly in a module it is dropped.
    %0 = builtin.unrealized_conversion_cast %a : i32 to i64
    // Many to one.
    %1 = builtin.unrealized_conversion_cast %a, %b : i32, f32 to tuple<i32, f32>
    // One to many.
    %2:2 = builtin.unrealized_conversion_cast %1 : tuple<i32, f32> to i32, f32
    // Nothing to one: materializes a value.
    %3 = builtin.unrealized_conversion_cast to memref<4xf32>
    // With an attribute.
    %4 = builtin.unrealized_conversion_cast %2#1 : f32 to vector<1xf32> {doc.why = "one lane"}
    return
  }
}
