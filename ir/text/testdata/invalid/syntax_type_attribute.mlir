// Malformed types, attributes, affine maps, aliases and locations.

// expected-error @+1 {{expected non-function type}}
func.func private @f(i)

// -----

// expected-error @+1 {{expected non-function type}}
func.func private @f(i32x)

// -----

// expected-error @+1 {{expected non-function type}}
func.func private @f(float)

// -----

// expected-error @+1 {{integer bitwidth is limited to 16777215 bits}}
func.func private @f(i16777216)

// -----

// expected-error @+1 {{expected non-function type}}
func.func private @f(si)

// -----

// expected-error @+1 {{expected non-function type}}
func.func private @f(vector<?xf32>)

// -----

// expected-error @+1 {{vector types must have positive constant sizes but got 0}}
func.func private @f(vector<0xf32>)

// -----

// expected-error @+1 {{expected 'x' in dimension list}}
func.func private @f(vector<4>)

// -----

// expected-error @+1 {{expected '>' in vector type}}
func.func private @f(vector<4xf32)

// -----

// expected-error @+1 {{expected non-function type}}
func.func private @f(tensor<4x>)

// -----

// expected-error @+1 {{expected non-function type}}
func.func private @f(tensor<-1xf32>)

// -----

// expected-error @+1 {{invalid tensor element type}}
func.func private @f(tensor<2xtensor<2xf32>>)

// -----

// expected-error @+1 {{invalid memref element type}}
func.func private @f(memref<4xnone>)

// -----

// expected-error @+1 {{cannot have affine map for unranked memref type}}
func.func private @f(memref<*xf32, affine_map<(d0) -> (d0)>>)

// -----

// expected-error @+1 {{unsupported memory space Attribute}}
func.func private @f(memref<4xf32, [1]>)

// -----

// A layout of another rank.
// expected-error @+1 {{memref layout mismatch between rank and affine map: 1 != 2}}
func.func private @f(memref<4xf32, affine_map<(d0, d1) -> (d0)>>)

// -----

// expected-error @+1 {{expected the number of strides to match the rank}}
func.func private @f(memref<4x4xf32, strided<[1]>>)

// -----

// expected-error @+1 {{expected ':' after 'offset'}}
func.func private @f(memref<4xf32, strided<[1], offset 4>>)

// -----

// expected-error @+1 {{invalid element type for complex}}
func.func private @f(complex<index>)

// -----

// expected-error @+1 {{expected '>' in tuple type}}
func.func private @f(tuple<i32)

// -----

// expected-error @+1 {{undefined symbol alias id 'undefined'}}
func.func private @f(!undefined)

// -----

// expected-error @+1 {{expected '"' in string literal}}
func.func private @f(!doc<"no end>)

// -----

!twice = i32
// expected-error @+1 {{redefinition of type alias id 'twice'}}
!twice = i64

// -----

// expected-error @+1 {{undefined symbol alias id 'undefined'}}
#undefined_use = [#undefined]

// -----

// expected-error @+1 {{attribute names with a '.' are reserved for dialect-defined names}}
#with.dot = 1 : i32

// -----

#twice = 1 : i32
// expected-error @+1 {{redefinition of attribute alias id 'twice'}}
#twice = 2 : i32

// -----

// expected-error @+1 {{integer constant out of range for attribute}}
func.func private @f() attributes {doc.a = 256 : i8}

// -----

// expected-error @+1 {{negative integer literal not valid for unsigned integer type}}
func.func private @f() attributes {doc.a = -1 : ui8}

// -----

// expected-error @+2 {{unexpected decimal integer literal for a floating point value}}
// expected-note @+1 {{add a trailing dot to make the literal a float}}
func.func private @f() attributes {doc.a = 1 : f32}

// -----

// expected-error @+1 {{floating point value not valid for specified type}}
func.func private @f() attributes {doc.a = 1.0 : i32}

// -----

// expected-error @+1 {{hexadecimal float literal should not have a leading minus}}
func.func private @f() attributes {doc.a = -0x3F800000 : f32}

// -----

// expected-error @+1 {{hexadecimal float constant out of range for type}}
func.func private @f() attributes {doc.a = 0x1FFFFFFFF : f32}

// -----

// expected-error @+1 {{expected '}' in attribute dictionary}}
func.func private @f() attributes {doc.a = true : i32}

// -----

// expected-error @+1 {{expected ',' or ']'}}
func.func private @f() attributes {doc.a = [1, 2}

// -----

// expected-error @+1 {{inferred shape of elements literal ([2]) does not match type ([3])}}
func.func private @f() attributes {doc.a = dense<[1, 2]> : tensor<3xi32>}

// -----

// expected-error @+1 {{tensor literal is invalid; ranks are not consistent between elements}}
func.func private @f() attributes {doc.a = dense<[[1], [2, 3]]> : tensor<2x2xi32>}

// -----

// expected-error @+1 {{expected integer elements, but parsed floating-point}}
func.func private @f() attributes {doc.a = dense<[1, 2.0]> : tensor<2xi32>}

// -----

// expected-error @+2 {{unexpected decimal integer literal for a floating point value}}
// expected-note @+1 {{add a trailing dot to make the literal a float}}
func.func private @f() attributes {doc.a = dense<1> : tensor<2xf32>}

// -----

// expected-error @+1 {{elements literal must be a shaped type}}
func.func private @f() attributes {doc.a = dense<1> : i32}

// -----

// expected-error @+1 {{elements literal type must have static shape}}
func.func private @f() attributes {doc.a = dense<1> : tensor<?xi32>}

// -----

// expected-error @+1 {{elements hex data size is invalid for provided type: 'tensor<2xi32>'}}
func.func private @f() attributes {doc.a = dense<"0x0102"> : tensor<2xi32>}

// -----

// expected-error @+1 {{expected string containing hex digits starting with `0x`}}
func.func private @f() attributes {doc.a = dense<"0xZZ"> : tensor<1xi8>}

// -----

// expected-error @+1 {{sparse index #0 is not contained within the value shape, with index=[0, 5], and type='tensor<2x2xi32>'}}
func.func private @f() attributes {doc.a = sparse<[[0, 5]], [1]> : tensor<2x2xi32>}

// -----

// expected-error @+1 {{expected integer literal}}
func.func private @f() attributes {doc.a = array<i32: 1.0>}

// -----

// expected-error @+1 {{element type bitwidth must be a multiple of 8}}
func.func private @f() attributes {doc.a = array<i3: 1>}

// -----

// expected-error @+1 {{expected nested symbol reference identifier}}
func.func private @f() attributes {doc.a = @a::b}

// -----

// expected-error @+1 {{use of undeclared identifier}}
func.func private @f() attributes {doc.a = affine_map<(d0) -> (d1)>}

// -----

// expected-error @+1 {{non-affine expression: at least one of the multiply operands has to be either a constant or symbolic}}
func.func private @f() attributes {doc.a = affine_map<(d0, d1) -> (d0 * d1)>}

// -----

// expected-error @+1 {{non-affine expression: right operand of mod has to be either a constant or symbolic}}
func.func private @f() attributes {doc.a = affine_map<(d0)[s0] -> (s0 mod d0)>}

// -----

// expected-error @+1 {{redefinition of identifier 'd0'}}
func.func private @f() attributes {doc.a = affine_map<(d0, d0) -> (d0)>}

// -----

// expected-error @+1 {{expected '(' in affine map range}}
func.func private @f() attributes {doc.a = affine_map<(d0) -> d0>}

// -----

// expected-error @+1 {{expected '== affine-expr' or '>= affine-expr' at end of affine constraint}}
func.func private @f() attributes {doc.a = affine_set<(d0) : (d0 > 0)>}

// -----

// expected-error @+1 {{referenced attribute does not match previous definition: 1 : i64}}
func.func private @f() attributes {doc.a = distinct[1]<1>, doc.b = distinct[1]<2>}

// -----

// expected-error @+1 {{expected integer column number in FileLineColRange}}
func.func private @f() loc("file":1:)

// -----

// expected-error @+1 {{expected 'at' in callsite location}}
func.func private @f() loc(callsite("a" from "b"))

// -----

// expected-error @+1 {{operation location alias was never defined}}
func.func private @f() loc(#missing)

// -----

{-#
  dialect_resources: {
    // expected-error @+1 {{expected hex string blob for key 'a'}}
    builtin: { a: "no hex" }
  }
#-}

// -----

// expected-error @+1 {{The optimization level must be a number between 0 and 3.}}
gpu.module @m [#nvvm.target<O = 4>] {}

// -----

// expected-error @+1 {{The target chip cannot be empty.}}
gpu.module @m [#nvvm.target<chip = "">] {}

// -----

// expected-error @+1 {{The target triple cannot be empty.}}
gpu.module @m [#nvvm.target<triple = "">] {}

// -----

// expected-error @+1 {{All the elements in the `link` array must be strings.}}
gpu.module @m [#nvvm.target<link = ["a", 1]>] {}

// -----

// expected-error @+1 {{duplicate or unknown struct parameter name: kind}}
gpu.module @m [#nvvm.target<kind = 1>] {}

// -----

// expected-error @+1 {{duplicate or unknown struct parameter name: O}}
gpu.module @m [#nvvm.target<O = 1, O = 2>] {}

// -----

// expected-error @+1 {{expected '>'}}
gpu.module @m [#nvvm.target<chip = "sm_90" O = 1>] {}

// -----

// expected-error @+1 {{attribute 'targets' failed to satisfy constraint: array of GPU target attributes with at least 1 elements}}
gpu.module @m [] {}

// -----

// expected-error @+1 {{attribute 'targets' failed to satisfy constraint: array of GPU target attributes with at least 1 elements}}
gpu.module @m [#gpu<dim x>] {}

// -----

// expected-error @+1 {{no DLTI entries provided}}
module attributes {doc.a = #dlti.target_device_spec<>} {}

// -----

// expected-error @+1 {{no DLTI entries provided}}
module attributes {doc.a = #dlti.target_system_spec<>} {}

// -----

// expected-error @+1 {{repeated DLTI key: "x"}}
module attributes {doc.a = #dlti.map<"x" = 1, "x" = 2>} {}

// -----

// expected-error @+1 {{repeated device ID in dlti.target_system_spec: "x"}}
module attributes {doc.a = #dlti.target_system_spec<"x" = #dlti.target_device_spec<"a" = 1>, "x" = #dlti.target_device_spec<"a" = 1>>} {}

// -----

// expected-error @+1 {{empty string as DLTI key is not allowed}}
module attributes {doc.a = #dlti.map<"" = 2>} {}

// -----

// expected-error @+1 {{value associated with key "CPU" is not a DLTI device spec}}
module attributes {doc.a = #dlti.target_system_spec<"CPU" = 1>} {}

// -----

// expected-error @+1 {{invalid kind of attribute specified}}
module attributes {doc.a = #dlti.target_device_spec<i32 = 1>} {}

// -----

// expected-error @+1 {{expected a type or a quoted string}}
module attributes {doc.a = #dlti.dl_entry<a, 1>} {}

// -----

// expected-error @+1 {{expected ','}}
module attributes {doc.a = #dlti.function_pointer_alignment<32>} {}

// -----

// expected-error @+1 {{'dlti.dl_spec' is expected to be a #dlti.dl_spec attribute}}
module attributes {dlti.dl_spec = 1} {}

// -----

// expected-error @+1 {{'dlti.target_system_spec' is expected to be a #dlti.target_system_spec attribute}}
module attributes {dlti.target_system_spec = 1} {}

// -----

// expected-error @+1 {{attribute 'dlti.other' not supported by dialect}}
module attributes {dlti.other = 1} {}

// -----

// expected-error @+1 {{'dlti.endianness' data layout entry is expected to be either 'big' or 'little'}}
module attributes {dlti.dl_spec = #dlti.dl_spec<"dlti.endianness" = "odd">} {}

// -----

// expected-error @+1 {{unknown data layout entry name: dlti.foo}}
module attributes {dlti.dl_spec = #dlti.dl_spec<"dlti.foo" = 1>} {}

// -----

// expected-error @+1 {{expected integer attribute in the data layout entry for 'index'}}
module attributes {dlti.dl_spec = #dlti.dl_spec<index = "x">} {}

// -----

// expected-error @+1 {{expected a dense i64 elements attribute in the data layout entry #dlti.dl_entry<i32, 32 : i32>}}
module attributes {dlti.dl_spec = #dlti.dl_spec<i32 = 32 : i32>} {}

// -----

// expected-error @+1 {{expected 1 or 2 elements in the data layout entry}}
module attributes {dlti.dl_spec = #dlti.dl_spec<i32 = dense<32> : vector<3xi64>>} {}

// -----

// expected-error @+1 {{preferred alignment is expected to be greater than or equal to the abi alignment}}
module attributes {dlti.dl_spec = #dlti.dl_spec<i32 = dense<[32, 16]> : vector<2xi64>>} {}

// -----

// expected-error @+1 {{unexpected data layout for a built-in type}}
module attributes {dlti.dl_spec = #dlti.dl_spec<vector<4xf32> = 1>} {}

// -----

// expected-error @+1 {{expected layout attribute for '!llvm.ptr' to be a dense integer elements attribute with 3 or 4 elements}}
module attributes {dlti.dl_spec = #dlti.dl_spec<!llvm.ptr = dense<64> : vector<1xi64>>} {}

// -----

// expected-error @+1 {{invalid dialect namespace '""'}}
func.func private @type_without_dialect() -> !.name

// -----

// expected-error @+1 {{invalid dialect namespace '""'}}
func.func private @attribute_without_dialect() attributes {a = #.name}
