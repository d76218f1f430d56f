package bef_test

import (
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/bef"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
)

const small = `func.func @f(%x: i32) -> i32 {
  %0 = tfrt.constant.i32 7
  %1 = tfrt.add.i32 %x, %0
  %2 = tfrt.repeat.i32 %1, %x : i32 {
    tfrt.return %x : i32
  }
  tfrt.return %2 : i32
}`

const compiledRegion = `func.func @f(%x: i32) -> i32 {
  %0 = tfrt.jit_execute %x : (i32) -> (i32) {
    %y = arith.addi %x, %x : i32
    tfrt.return %y : i32
  }
  tfrt.return %0 : i32
}`

func encoded(t testing.TB, src string, o bef.Options) []byte {
	t.Helper()
	f, err := bef.Encode(passtest.Any(t, "in.mlir", src), o)
	if err != nil {
		t.Fatal(err)
	}
	return f.Bytes()
}

// Whatever is wrong with a file is said with the byte where it is.
func TestHostileFiles(t *testing.T) {
	file := func(change func(f *bef.File)) []byte {
		f, err := bef.Encode(passtest.Any(t, "in.mlir", small), bef.Options{})
		if err != nil {
			t.Fatal(err)
		}
		change(f)
		return f.Bytes()
	}
	main := func(f *bef.File) *bef.Function { return f.Functions[1] }
	good := encoded(t, small, bef.Options{})
	patch := func(at int, b byte) []byte {
		data := append([]byte{}, good...)
		data[at] = b
		return data
	}
	for name, c := range map[string]struct {
		data []byte
		want string
	}{
		"empty": {nil, "byte 0 (header): the data ends here"},
		"magic": {patch(1, 0xEE),
			"byte 1 (header): this is no BEF file: the byte is 0xEE, not 0xEF"},
		"version": {patch(2, 1),
			"byte 2 (header): the format has version 1, only version 0 is known"},
		"no sections":      {good[:3], "byte 3 (header): the file has no section Strings"},
		"section too long": {patch(4, 0x7E), ""},
		"endless integer": {append(append([]byte{}, good[:4]...), strings.Repeat("\xFF", 20)...),
			"the integer has too many bytes"},
		"section twice": {append(append([]byte{}, good...), 0, 0),
			"section Strings stands twice in the file"},
		"no power of two": {append(append([]byte{}, good...), 99, 1, 3),
			"the alignment 3 is no power of two"},
		"no padding": {append(append([]byte{}, good...), 99, 1, 128, 0, 0, 0),
			"is no padding (0xCC)"},
		"cut short": {good[:len(good)-1], "the section has"},
		"kernel code": {file(func(f *bef.File) { main(f).Kernels[1].Code = 9 }),
			"kernel 1 has code 9, but there are 3"},
		"register": {file(func(f *bef.File) { main(f).Kernels[2].Args[0] = 77 }),
			"kernel 2 has register 77, but there are 4"},
		"result register": {file(func(f *bef.File) { main(f).ResultRegs[0] = 4 }),
			"the register of a result is 4, but there are 4"},
		"function": {file(func(f *bef.File) { main(f).Kernels[3].Functions[0] = 2 }),
			"kernel 3 has function 2, but there are 2"},
		"attribute": {file(func(f *bef.File) { main(f).Kernels[1].Attrs[0] = 4 }),
			"kernel 1 has an attribute at 4, beyond the section"},
		"attribute type": {file(func(f *bef.File) { main(f).Kernels[1].Attrs[0] = 1 }),
			"whose type the file does not say"},
		"operands": {file(func(f *bef.File) { main(f).Kernels[2].Operands = 1 }),
			"kernel 2 waits for 1 operands, but has 2"},
		"uses": {file(func(f *bef.File) { main(f).Registers[0].Uses = 9 }),
			"register 0 has 2 uses, but the table says 9"},
		"set twice": {file(func(f *bef.File) { main(f).Kernels[2].Results[0] = 1 }),
			"register 1 is set by kernel 1 and by kernel 2"},
		"user missing": {file(func(f *bef.File) { main(f).Kernels[1].UsedBy[0] = nil }),
			"kernel 2 is no user of register 1, which is its operand"},
		"user too often": {file(func(f *bef.File) { main(f).Kernels[1].UsedBy[0] = []uint32{2, 2} }),
			"more often than it has it as an operand"},
		"user out of range": {file(func(f *bef.File) { main(f).Kernels[1].UsedBy[0] = []uint32{200} }),
			"more often than it has it as an operand"},
		"kind": {file(func(f *bef.File) { main(f).Kind = 7 }),
			"the kind 7 of a function is not known"},
		"type": {file(func(f *bef.File) { main(f).Args[0] = 5 }),
			"the index of a type is 5, but there are 1"},
		"name twice": {file(func(f *bef.File) { f.Functions[0].Name = "f" }),
			"two functions have the name 'f'"},
		"no pseudo kernel": {file(func(f *bef.File) { main(f).Kernels[0].Code = 0 }),
			"the first kernel does not stand for the arguments"},
		"pseudo results": {file(func(f *bef.File) { main(f).Kernels[0].Results[0] = 0 }),
			"the first kernel has 2 results for 1 arguments"},
		"unknown attr type": {file(func(f *bef.File) { f.AttributeTypes[0] = 99 }),
			"the type 99 of an attribute is not known"},
		"attribute too long": {file(func(f *bef.File) { f.AttributeTypes[0] = bef.I64 }),
			"the attribute at 0 ends beyond the section"},
		"circle": {file(func(f *bef.File) {
			k := main(f).Kernels
			k[1].Args, k[1].Operands, k[0].UsedBy[0] = []uint32{2}, 1, nil
			k[2].UsedBy[0] = append(k[2].UsedBy[0], 1)
			main(f).Registers[2].Uses++
		}), "3 kernels wait for each other"},
		"register types": {file(func(f *bef.File) {
			f.Types = append(f.Types, "f32")
			main(f).Registers[0].Type = 1
		}), "argument 0 has type i32, but its register has type f32"},
	} {
		_, err := bef.Read("x.bef", c.data)
		switch {
		case c.want == "":
			if err == nil {
				t.Errorf("%s is accepted", name)
			}
		case err == nil || !strings.Contains(err.Error(), c.want) ||
			!strings.Contains(err.Error(), "x.bef: byte "):
			t.Errorf("%s: got %v, want %q", name, err, c.want)
		}
	}
}

// tensors is a program whose attributes are a shape at 4, dense elements at 36, and a shape without extents.
const tensors = `func.func @f() {
  "k"() {a = #corert.shape<2x3>, b = dense<[1, 2]> : tensor<2xi32>, c = #corert.shape<>,
    d = dense<true> : tensor<1xi1>} : () -> ()
  tfrt.return
}`

// Whatever is wrong with a shape or with dense elements is said with their place.
func TestHostileTensors(t *testing.T) {
	f, err := bef.Encode(passtest.Any(t, "in.mlir", tensors), bef.Options{})
	if err != nil {
		t.Fatal(err)
	}
	shape, dense, scalar, bits := 4, 36, 72, 84
	for at, typ := range map[int]bef.AttributeType{shape: bef.Shape, dense: bef.Dense, scalar: bef.Shape,
		bits: bef.Dense} {
		if f.AttributeTypes[uint32(at)] != typ {
			t.Fatalf("the attributes are at %v", f.AttributeTypes)
		}
	}
	for _, c := range []struct {
		at   int
		to   []byte
		want string
	}{
		{shape, []byte{4}, "the shape at 4 has alignment 4, not 8"},
		{shape, []byte{0}, "the shape at 4 has alignment 0, not 8"},
		{shape + 1, []byte{8}, "the shape at 4 has elements of type 8"},
		{shape + 2, []byte{8}, "the shape at 4 has 8 bytes in front of what is aligned, not 12"},
		{shape + 4, []byte{29}, "the shape at 4 has 29 bytes, not 28"},
		{shape + 4, []byte{28, 0, 0, 255}, "bytes, not 28"},
		{shape + 8, []byte{3}, "the shape at 4 has 28 bytes, not 36"},
		{shape + 8, []byte{0}, "the shape at 4 has alignment 8, not 4"},
		{shape + 8, []byte{0, 0, 0, 1}, "has rank 16777216, more than 8189"},
		{shape + 12, []byte{254, 255, 255, 255, 255, 255, 255, 255}, "extent 0 of the attribute is -2"},
		{dense, []byte{16}, "the list of elements at 36 has alignment 16, not 8"},
		{dense + 1, []byte{9}, "the list of elements at 36 has 36 bytes, not 44"},
		{dense + 1, []byte{16}, "have the type 16, which is none of numbers"},
		{dense + 1, []byte{25}, "have the type 25, which is none of numbers"},
		{dense + 1, []byte{255}, "have the type 255, which is none of numbers"},
		{dense + 2, []byte{20}, "has 20 bytes in front of what is aligned, not 28"},
		{dense + 4, []byte{0}, "the list of elements at 36 has 0 bytes, not 36"},
		{dense + 8, []byte{29}, "the elements at 36 begin 29 bytes further on, not 28"},
		{dense + 8, []byte{255, 255, 255, 255}, "begin 4294967295 bytes further on"},
		{dense + 12, []byte{3}, "has 36 bytes, not 40"},
		{dense + 12, []byte{255, 255, 255, 255},
			"there are 4294967295 elements at 36, more than the section"},
		{dense + 16, []byte{2}, "begin 28 bytes further on, not 36"},
		{dense + 16, []byte{255, 255, 255, 255}, "have rank 4294967295, more than 8189"},
		{dense + 20, []byte{3}, "there are 2 elements at 36, but their shape has another number"},
		{dense + 20, []byte{2, 0, 0, 0, 1}, "but their shape has another number"},
		{dense + 20, []byte{2, 0, 0, 0, 0, 0, 0, 128}, "extent 0 of the attribute is -"},
		{scalar, []byte{8}, "the shape at 72 has alignment 8, not 4"},
		{scalar + 2, []byte{12}, "the shape at 72 has 12 bytes in front of what is aligned, not 0"},
		{bits + 28, []byte{2}, "an element at 84 is no i1"},
	} {
		g := *f
		g.Attributes = append([]byte{}, f.Attributes...)
		copy(g.Attributes[c.at:], c.to)
		_, err := bef.Read("x.bef", g.Bytes())
		if err == nil || !strings.Contains(err.Error(), c.want) ||
			!strings.Contains(err.Error(), "x.bef: byte ") {
			t.Errorf("% X at %d: got %v, want %q", c.to, c.at, err, c.want)
		}
	}
	for off, typ := range map[uint32]bef.AttributeType{5: bef.Shape, 8: bef.Shape, 40: bef.Dense,
		30:      bef.Dense,
		1 << 20: bef.Shape, 1<<32 - 4: bef.Dense, 112: bef.Shape, 100: bef.Dense} {
		if v, err := f.Attribute(off, typ); err == nil {
			t.Errorf("at %d there is %v", off, v)
		}
	}
	for n := range f.Attributes { // cut short
		g := *f
		g.Attributes = f.Attributes[:n]
		if _, err := bef.Read("x.bef", g.Bytes()); err == nil {
			t.Errorf("%d of %d bytes of attributes are enough", n, len(f.Attributes))
		}
	}
}

// No byte and no length makes a reader panic, and what is read is written and printed.
func TestMutatedFiles(t *testing.T) {
	for _, o := range []bef.Options{{}, {Bare: true}} {
		for _, src := range []string{small, programs(t)["attributes.txtar/attributes.mlir"],
			programs(t)["attributes.txtar/tensors.mlir"], compiledRegion} {
			good := encoded(t, src, o)
			for i := range good {
				survives(t, good[:i])
				for _, b := range []byte{0, 0x7F, 0xFF, good[i] + 1, good[i] ^ 0x10} {
					data := append([]byte{}, good...)
					data[i] = b
					survives(t, data)
				}
			}
		}
	}
}

// survives reads, writes and prints a file that need not be valid. What is printed is a program again.
func survives(t testing.TB, data []byte) {
	f, err := bef.Read("x.bef", data)
	if err != nil {
		return
	}
	again, err := bef.Read("y.bef", f.Bytes())
	if err != nil {
		t.Fatalf("what is written again does not read: %v\n% X", err, data)
	}
	c := all.NewContext()
	c.AllowUnregistered = true
	m, err := again.Module(c)
	if err != nil || len(ir.Verify(m)) > 0 {
		return
	}
	printed := text.String(m, text.PrintOptions{Generic: true})
	passtest.Any(t, "printed.mlir", printed)
}

// FuzzBEF holds what TestMutatedFiles holds, for any bytes.
func FuzzBEF(f *testing.F) {
	for _, src := range programs(f) {
		f.Add(encoded(f, src, bef.Options{}))
		f.Add(encoded(f, src, bef.Options{Bare: true}))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) < 20000 {
			survives(t, data)
		}
	})
}

// What cannot be written is refused where it stands.
func TestNotEncodable(t *testing.T) {
	for src, want := range map[string]string{
		"func.func private @f()":                                                                                                  "function @f has no body, and no attribute tfrt.native",
		"func.func @f() {\n  return\n}":                                                                                           "all functions and regions need to end with tfrt.return",
		"func.func @f() {\n  cf.br ^a\n^a:\n  tfrt.return\n}":                                                                     "a region of several blocks cannot be written",
		"func.func @f() {\n  \"k\"() {a = unit} : () -> ()\n  tfrt.return\n}":                                                     "BEF files cannot encode the 'a' attribute",
		"func.func @f() {\n  \"k\"() {a = @g} : () -> ()\n  tfrt.return\n}":                                                       "function @g is not defined in the program",
		"module @m {\n}\nfunc.func @f() {\n  tfrt.return\n}":                                                                      "a module within the module is no part of a BEF file",
		"func.func @f(%x: i32) -> i32 attributes {tfrt.sync} {\n  tfrt.return %x : i32\n}":                                        "return value 0 is an argument in a sync function",
		"func.func @f() -> (i32, i32) attributes {tfrt.sync} {\n  %0 = tfrt.constant_s.i32 1\n  tfrt.return %0, %0 : i32, i32\n}": "return value 1 is duplicated in a sync function",
		"func.func @f(%x: i32) {\n  \"k\"() ({\n    \"l\"(%x) : (i32) -> ()\n    tfrt.return\n  }) : () -> ()\n  tfrt.return\n}":  "'l' uses a value from outside its region",
	} {
		_, err := bef.Encode(passtest.Any(t, "in.mlir", src), bef.Options{})
		if err == nil || !strings.Contains(err.Error(), want) || !strings.Contains(err.Error(), "in.mlir:") {
			t.Errorf("%s\ngot %v, want %q", src, err, want)
		}
	}
}

// Streams are those that the rules give: a path is one stream, cheap ones are merged up to the threshold, the
// root is with the return.
func TestStreams(t *testing.T) {
	for src, want := range map[string][]int{
		// Two paths of cost 15; the second one is a stream of its own.
		`module attributes {tfrt.cost_threshold = 5 : i64} {
func.func @f(%a: i32, %b: i32) -> i32 {
  %0 = tfrt.constant.i32 1
  %1 = tfrt.add.i32 %a, %0
  %2 = tfrt.add.i32 %a, %1
  %3 = tfrt.constant.i32 2
  %4 = tfrt.add.i32 %b, %3
  %5 = tfrt.add.i32 %b, %4
  %6 = tfrt.add.i32 %2, %5
  tfrt.return %6 : i32
}
}`: {0, 0, 0, 0, 1, 1, 1, 0},
		// Each is as expensive as the threshold, so that none is merged; the first is with the return.
		`module attributes {tfrt.cost_threshold = 10 : i64} {
func.func @f() -> (i32, i32, i32) {
  %0 = tfrt.constant.i32 0
  %1 = tfrt.constant.i32 1
  %2 = tfrt.constant.i32 2
  tfrt.return %0, %1, %2 : i32, i32, i32
}
}`: {0, 0, 2, 1},
		// Three of cost 4 are merged, which makes 12.
		`module attributes {tfrt.cost_threshold = 10 : i64} {
func.func @f(%x: i32) -> i32 {
  %0 = tfrt_test.test_cost %x {id = 0 : i64, _tfrt_cost = 4 : i64} : i32
  %1 = tfrt_test.test_cost %x {id = 1 : i64, _tfrt_cost = 4 : i64} : i32
  %2 = tfrt_test.test_cost %x {id = 2 : i64, _tfrt_cost = 11 : i64} : i32
  %3 = tfrt_test.test_cost %x {id = 3 : i64, _tfrt_cost = 4 : i64} : i32
  %4 = tfrt_test.test_cost %0, %1, %2, %3 {id = 4 : i64, _tfrt_cost = 1 : i64} : i32, i32, i32, i32
  tfrt.return %4 : i32
}
}`: {0, 3, 3, 0, 3, 0},
		// Without costs and threshold everything that the longest path allows is one stream.
		`func.func @f() -> i32 {
  %0 = tfrt.constant.i32 0
  %1 = tfrt.constant.i32 1
  %2 = tfrt.add.i32 %0, %1
  tfrt.return %2 : i32
}`: {0, 0, 1, 0},
	} {
		f, err := bef.Encode(passtest.Any(t, "in.mlir", src), bef.Options{})
		if err != nil {
			t.Fatal(err)
		}
		var got []int
		for _, k := range f.Functions[0].Kernels {
			got = append(got, k.Stream)
		}
		if len(got) != len(want) {
			t.Errorf("%s\n%v", src, got)
			continue
		}
		for i := range got {
			if got[i] != want[i] {
				t.Errorf("streams are %v, want %v:\n%s", got, want, src)
				break
			}
		}
	}
}
