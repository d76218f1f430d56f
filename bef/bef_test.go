package bef_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"github.com/inflight-compiler/inflight/bef"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/dialect/tfrt"
	"github.com/inflight-compiler/inflight/internal/passtest"
	"github.com/inflight-compiler/inflight/ir"
	"github.com/inflight-compiler/inflight/ir/text"
)

// programs are those of the executor and of the dialect, by name.
func programs(t testing.TB) map[string]string {
	t.Helper()
	out := map[string]string{}
	for _, pattern := range []string{"../exec/tfrt/testdata/programs/*.txtar",
		"../dialect/tfrt/testdata/*.txtar",
		"testdata/*.txtar"} {
		files, err := filepath.Glob(pattern)
		if err != nil || len(files) == 0 {
			t.Fatal("no programs", pattern, err)
		}
		for _, file := range files {
			ar, err := txtar.ParseFile(file)
			if err != nil {
				t.Fatal(err)
			}
			for _, f := range ar.Files {
				if strings.HasSuffix(f.Name, ".mlir") && f.Name != "custom.mlir" && f.Name != "generic.mlir" {
					out[filepath.Base(file)+"/"+f.Name] = string(f.Data)
				}
			}
		}
	}
	return out
}

// What is written reads as the same file, with and without the parts for disassemblers; a second decoder
// agrees about everything in it; and the program that it becomes is written as the same bytes.
func TestRoundTrip(t *testing.T) {
	for name, src := range programs(t) {
		for _, o := range []bef.Options{{}, {Bare: true}} {
			m := passtest.Any(t, name, src)
			f, err := bef.Encode(m, o)
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			data := f.Bytes()
			got, err := bef.Read(name, data)
			if err != nil {
				t.Errorf("%s: %v", name, err)
				continue
			}
			if again := got.Bytes(); !o.Bare && !bytes.Equal(again, data) {
				t.Errorf("%s: what is read is written as other bytes", name)
			}
			if d := cmp.Diff(plain(got), *secondDecoder(data),
				cmp.AllowUnexported(plainFile{}, plainFunction{},
					plainKernel{}), cmp.FilterPath(func(p cmp.Path) bool { return p.String() == "sections" },
					cmp.Ignore())); d != "" {
				t.Errorf("%s: Read (-) and the second decoder (+) differ:\n%s", name, d)
			}
			if !o.Bare {
				disassembles(t, name, m, got)
			}
		}
	}
}

// disassembles holds that the program of a file is the one that it was made of.
func disassembles(t *testing.T, name string, m *ir.Op, f *bef.File) {
	t.Helper()
	c := all.NewContext()
	c.AllowUnregistered = true
	back, err := f.Module(c)
	if err != nil {
		t.Errorf("%s: %v", name, err)
		return
	}
	for op := range back.Walk() { // the cost is not in the file
		if op.Is(tfrt.TestCost) {
			op.SetAttr(tfrt.Cost, c.Int(c.I64, 1))
		}
	}
	if errs := ir.Verify(back); len(errs) > 0 {
		t.Errorf("%s: %v\n%s", name, errs, text.String(back, text.PrintOptions{}))
		return
	}
	want, got := normal(m), normal(back)
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("%s: the program (-) and what the file says (+) differ:\n%s", name, d)
	}
}

// normal prints a program without what a file does not have: costs, attributes of functions and modules, and
// the order of functions in relation to modules.
func normal(m *ir.Op) string {
	m = m.Clone(nil)
	var modules []*ir.Op
	for op := range m.Walk() {
		for _, a := range slices.Concat(op.Attrs(), op.Properties()) {
			if strings.HasPrefix(a.Name, "_tfrt") || strings.HasPrefix(a.Name, "tfrt.cost") ||
				strings.HasPrefix(a.Name, "tfrt.merge") {
				op.RemoveAttr(a.Name)
			}
		}
	}
	for op := range m.Body().Ops() {
		if op.Name() == "builtin.module" {
			modules = append(modules, op)
		}
	}
	for _, op := range modules {
		op.MoveToEnd(m.Body())
	}
	return text.String(m, text.PrintOptions{Generic: true})
}

// plain is a file in the terms of the second decoder.
func plain(f *bef.File) plainFile {
	p := plainFile{kernels: f.Kernels, types: f.Types}
	if f.AttributeTypes != nil {
		p.attrs = map[int]string{}
	}
	for off, t := range f.AttributeTypes {
		v, err := f.Attribute(off, t)
		if err != nil {
			p.attrs[int(off)] = err.Error()
			continue
		}
		p.attrs[int(off)] = inWords(v, t)
	}
	if len(p.kernels) == 0 {
		p.kernels = nil
	}
	if len(p.types) == 0 {
		p.types = nil
	}
	for _, fn := range f.Functions {
		out := plainFunction{kind: int(fn.Kind), name: fn.Name, args: names(f.Types, fn.Args),
			results: names(f.Types, fn.Results)}
		for _, r := range fn.Registers {
			out.uses = append(out.uses, r.Uses)
			if r.Type >= 0 {
				out.regTypes = append(out.regTypes, f.Types[r.Type])
			}
		}
		for i, k := range fn.Kernels {
			pk := plainKernel{operands: k.Operands, stream: k.Stream, args: ints(k.Args),
				attrs:     ints(k.Attrs),
				functions: ints(k.Functions), result: ints(k.Results), attrNames: k.AttrNames}
			if i > 0 {
				pk.name = f.Kernels[k.Code]
			}
			for _, users := range k.UsedBy {
				pk.usedBy = append(pk.usedBy, ints(users))
			}
			out.kernels = append(out.kernels, pk)
		}
		if len(fn.ResultRegs) > 0 {
			out.returned = fn.ResultRegs
		}
		p.functions = append(p.functions, out)
	}
	return p
}

// inWords is an attribute in the words of the second decoder.
func inWords(v any, t bef.AttributeType) string {
	switch v := v.(type) {
	case bef.Number:
		switch v.Type {
		case bef.F32:
			return fmt.Sprintf("%d:%v", v.Type, float32(v.Float()))
		case bef.F64:
			return fmt.Sprintf("%d:%v", v.Type, v.Float())
		}
		return fmt.Sprintf("%d:%d", v.Type, v.Bits)
	case string:
		return fmt.Sprintf("%q", v)
	case *bef.Dimensions:
		if v.Unranked {
			return "shape of any rank"
		}
		return "shape " + extents(v.Extents)
	case *bef.Elements:
		text := "dense " + extents(v.Extents)
		size := sizes[v.Type]
		for i := 0; i < len(v.Data); i += size {
			var wide [8]byte
			copy(wide[:], v.Data[i:i+size])
			text += " " + inWords(bef.Number{Type: v.Type, Bits: binary.LittleEndian.Uint64(wide[:])}, v.Type)
		}
		return text
	case *bef.Symbol:
		return fmt.Sprintf("symbol %q", v.Root+strings.Join(v.Nested, "")+v.Module)
	}
	list, text := v.([]any), "list"
	if t != bef.Aggregate {
		text = "array"
	}
	for _, e := range list {
		switch {
		case t != bef.Aggregate:
			text += " " + inWords(e, 0)
		default: // a list in a list is one of numbers if all elements are
			text += " (" + inWords(e, listType(e)) + ")"
		}
	}
	return text
}

func extents(list []int64) string {
	text := "["
	for _, n := range list {
		text += fmt.Sprintf(" %d", n)
	}
	return text + " ]"
}

// listType is the type of a list in a list: the files of the tests have no list of numbers of one type that
// is written one by one.
func listType(v any) bef.AttributeType {
	list, ok := v.([]any)
	if !ok {
		return 0
	}
	for i, e := range list {
		n, ok := e.(bef.Number)
		if first, _ := list[0].(bef.Number); !ok || i > 0 && n.Type != first.Type {
			return bef.Aggregate
		}
	}
	return bef.Array
}

func ints(list []uint32) []int {
	var out []int
	for _, v := range list {
		out = append(out, int(v))
	}
	return out
}

func names(types []string, list []int) []string {
	var out []string
	for _, i := range list {
		out = append(out, types[i])
	}
	return out
}

// The bytes of a small file, typed from the description of the format: each part with what it stands for.
func TestBytesOfDescription(t *testing.T) {
	m := passtest.Any(t, "f",
		"func.func @f(%x: i32) -> i32 {\n  %0 = \"k\"(%x, %x) {a = 7 : i32} : (i32, i32) -> i32\n"+
			"  tfrt.return %0 : i32\n} loc(unknown)")
	for op := range m.Walk() {
		op.SetLoc(m.Context().UnknownLoc)
	}
	f, err := bef.Encode(m, bef.Options{Bare: true})
	if err != nil {
		t.Fatal(err)
	}
	want := strings.Join([]string{
		"0B EF 00",             // magic, version
		"00 10",                // Strings, 8 bytes
		"66 00 69 33 32 00",    // "f" at 0, "i32" at 2
		"6B 00",                // "k" at 6
		"01 09 04 07 00 00 00", // Attributes: 4 bytes, aligned to 4, which byte 16 is; 7
		"02 04 01 06",          // Kernels: one, "k"
		"03 04 01 02",          // Types: one, "i32"
		"04 10 01 00 00 00",    // FunctionIndex: one; asynchronous, offset 0, name at 0
		"01 00 01 00",          // one argument of type 0, one result of type 0
		"05 D9 04 CC CC CC CC", // Functions: aligned to 4
	}, " ")
	got := fmt.Sprintf("% X", f.Bytes())
	parts := strings.SplitN(got, " 05 ", 2)
	if wantHead := strings.SplitN(want, " 05 ", 2); parts[0] != wantHead[0] {
		t.Errorf("the bytes in front of the functions are\n%s\nwant\n%s", parts[0], wantHead[0])
	}
	body := strings.Join([]string{
		"00",       // location at 0
		"02 02 01", // two registers: the argument with two uses, the result with one
		"02",       // two kernels
		"00 00 00", // offset 0, no operand, stream 0
		"30 02 00", // offset 48, two operands, stream 0
		"01",       // returns register 1
		"AB AB AB AB CD CD CD CD 00 00 00 00 00 00 00 00 00 00 00 00 02 00 00 00", // stands for the arguments
		"00 00 00 00 02 00 00 00",             // nothing starts at once, two users of the argument
		"02 00 00 00 00 00 00 00",             // results: the number of registers, register 0
		"01 00 00 00 01 00 00 00",             // kernel 1, once for each operand
		"00 00 00 00 01 00 00 00 02 00 00 00", // code 0, location 1, two arguments
		"01 00 00 00 00 00 00 00 01 00 00 00", // one attribute, no function, one result
		"00 00 00 00",                         // its users: the return does not count
		"00 00 00 00 00 00 00 00",             // arguments: register 0 twice
		"00 00 00 00 01 00 00 00",             // attribute at 0, result in register 1
	}, " ")
	if !strings.Contains(parts[1], body) {
		t.Errorf("the function is\n%s\nwant\n%s", parts[1], body)
	}
}

// Integers have their most significant group first.
func TestIntegers(t *testing.T) {
	// The names of 200 types need offsets of two bytes.
	var b strings.Builder
	b.WriteString("func.func @f() {\n")
	for i := range 200 {
		fmt.Fprintf(&b, "  %%%d = \"k\"() : () -> !x.t%d\n", i, i)
	}
	b.WriteString("  tfrt.return\n}")
	f, err := bef.Encode(passtest.Any(t, "f", b.String()), bef.Options{})
	if err != nil {
		t.Fatal(err)
	}
	got, err := bef.Read("f", f.Bytes())
	if err != nil || !reflect.DeepEqual(got.Types, f.Types) || len(secondDecoder(f.Bytes()).types) != 200 {
		t.Errorf("%v, %d types", err, len(got.Types))
	}
}
