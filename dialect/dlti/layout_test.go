package dlti_test

import (
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/dialect/dlti"
	"github.com/inflight-compiler/inflight/dialect/function"
	"github.com/inflight-compiler/inflight/dialect/internal/dialecttest"
)

// Layout refuses the data layouts that make other code of a program, at the module that has them, and no
// others: those of x86-64 and of nvptx64 as LLVM writes them are no others.
func TestLayout(t *testing.T) {
	for _, c := range []struct{ spec, body, want string }{
		{
			`index = 64 : i32, "dlti.endianness" = "little", "dlti.mangling_mode" = "e", "dlti.stack_alignment" = 128 : i64`, "", ""},
		{
			`!llvm.ptr<270> = dense<32> : vector<4xi64>, !llvm.ptr<271> = dense<32> : vector<4xi64>, !llvm.ptr<272> = dense<64> : vector<4xi64>, ` +
				`i64 = dense<64> : vector<2xi64>, i128 = dense<128> : vector<2xi64>, f80 = dense<128> : vector<2xi64>, !llvm.ptr = dense<64> : vector<4xi64>, ` +
				`i1 = dense<8> : vector<2xi64>, i8 = dense<8> : vector<2xi64>, i16 = dense<16> : vector<2xi64>, f16 = dense<16> : vector<2xi64>`, "", ""},
		{`i64 = dense<[32, 64]> : vector<2xi64>`, "", ""},
		{`i64 = dense<[32, 64]> : vector<2xi64>`, "func.func private @f(!llvm.struct<(i32, i64)>)",
			"numbers are aligned to their size here"},
		{`i24 = dense<[8, 32]> : vector<2xi64>`, "", "numbers are aligned to their size here"},
		{`f32 = dense<64> : vector<2xi64>`, "", "numbers are aligned to their size here"},
		{`index = 32 : i32`, "", "index = 32 : i32, and an index has 64 bits here"},
		{`"dlti.endianness" = "big"`, "", "the lowest byte of a number is the first here"},
		{`"dlti.alloca_memory_space" = 5 : ui64`, "", "such memory is in space 0 here"},
		{`"dlti.alloca_memory_space" = 0 : ui64`, "", ""},
		{`!llvm.ptr = dense<32> : vector<4xi64>`, "", "an address has 64 bits here"},
		{`!llvm.ptr<3> = dense<32> : vector<3xi64>`, "", "an address has 64 bits here"},
		{`!ptr.ptr<#ptr.generic_space> = #ptr.spec<size = 32, abi = 32, preferred = 64>`, "",
			"an address has 64 bits here"},
		{`!ptr.ptr<#ptr.generic_space> = #ptr.spec<size = 64, abi = 64, preferred = 64>`, "", ""},
	} {
		for _, nested := range []bool{false, true} {
			source := "module attributes {dlti.dl_spec = #dlti.dl_spec<" + c.spec + ">} {\n" + c.body +
				"\n}\n"
			if nested {
				source = "module {\n" + source + "}\n"
			}
			err := dlti.Layout(dialecttest.Parse(t, all.NewContext(), source))
			if c.want == "" && err != nil ||
				c.want != "" && (err == nil || !strings.Contains(err.Error(), c.want)) {
				t.Errorf("%s: %v, expected %q", c.spec, err, c.want)
			}
		}
	}
}

// The data layout nearest around an operation says how wide an index is.
func TestIndexBits(t *testing.T) {
	m := dialecttest.Parse(t, all.NewContext(),
		`module attributes {dlti.dl_spec = #dlti.dl_spec<index = 32 : i32>} {
  func.func private @a()
  module attributes {dlti.dl_spec = #dlti.dl_spec<index = 16>} {
    func.func private @b()
  }
  module attributes {dlti.dl_spec = #dlti.dl_spec<f32 = dense<32> : vector<1xi64>>} {
    func.func private @c()
  }
}
`)
	want := map[string]int64{"a": 32, "b": 16, "c": 32}
	for _, fn := range m.Find(function.Func) {
		if got := dlti.IndexBits(fn); got != want[fn.SymbolName()] {
			t.Errorf("@%s: %d bits", fn.SymbolName(), got)
		}
	}
	if got := dlti.IndexBits(dialecttest.Parse(t, all.NewContext(), "")); got != 64 {
		t.Errorf("%d bits without a data layout", got)
	}
}
