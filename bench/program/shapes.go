package program

import (
	"fmt"
	"strings"
)

// Family is a family of programs that grow in one way.
type Family struct {
	Name string
	// Text returns the program of size n, which is linear in n. Its entry is @main.
	Text func(n int) []byte
}

// Families are the ways in which programs grow: functions, conditions, branches, tasks, views, loops, copies,
// globals.
var Families = []Family{
	{"functions", func(n int) []byte {
		return each(
			"func.func @main(%m: memref<8xi32>) {\n  call @f0(%m) : (memref<8xi32>) -> ()\n  return\n}\n", n,
			"func.func private @f%[1]d(%%m: memref<8xi32>) {\n  %%c0 = arith.constant 0 : index\n"+
				"  %%v = memref.load %%m[%%c0] : memref<8xi32>\n  memref.store %%v, %%m[%%c0] : "+
				"memref<8xi32>\n  return\n}\n", "")
	}},
	{"conditions",
		inMain(
			"  %%v%[1]d = memref.load %%m[%%c0] : memref<8xi32>\n  %%p%[1]d = arith.cmpi slt, %%v%[1]d, " +
				"%%x : i32\n" +
				"  scf.if %%p%[1]d {\n    memref.store %%v%[1]d, %%m[%%c1] : memref<8xi32>\n  }\n")},
	{"branches to one end", func(n int) []byte {
		return each(head, n,
			"  %%v%[1]d = memref.load %%m[%%c0] : memref<8xi32>\n  %%p%[1]d = arith.cmpi slt, %%v%[1]d, "+
				"%%x : i32\n"+
				"  cf.cond_br %%p%[1]d, ^b%[1]d, ^out(%%v%[1]d : i32)\n^b%[1]d:\n",
			"  cf.br ^out(%x : i32)\n^out(%r: i32):\n  memref.store %r, %m[%c1] : memref<8xi32>\n  "+
				"return\n}\n")
	}},
	{"branches that meet",
		inMain(
			"  %%v%[1]d = memref.load %%m[%%c0] : memref<8xi32>\n  %%p%[1]d = arith.cmpi slt, %%v%[1]d, " +
				"%%x : i32\n" +
				diamond("%%p%[1]d"))},
	{"branches on one condition", func(n int) []byte {
		return each(
			head+"  %%v = memref.load %%m[%%c0] : memref<8xi32>\n  %%p = arith.cmpi slt, %%v, %%x : i32\n", n,
			diamond("%%p"), "  return\n}\n")
	}},
	{"branches that are decided", func(n int) []byte {
		return each(head+"  %%p = arith.constant true\n", n, diamond("%%p"), "  return\n}\n")
	}},
	{"cases of a switch", func(n int) []byte {
		return append(switched(n, "^out"), "^out:\n  return\n}\n"...)
	}},
	{"states of a machine", func(n int) []byte {
		return append(switched(n, "^head"), "^out:\n  return\n}\n"...)
	}},
	{"tasks of a group", func(n int) []byte {
		return fmt.Appendf(nil, head+`  %%n = arith.constant %d : index
  %%g = async.create_group %%n : !async.group
  scf.for %%i = %%c0 to %%n step %%c1 {
    %%q = async.execute {
      %%v = memref.load %%m[%%c0] : memref<8xi32>
      async.yield
    }
    %%w = async.add_to_group %%q, %%g : !async.token
  }
  async.await_all %%g
  return
}
`, n)
	}},
	{"tasks in a chain", func(n int) []byte {
		return each(head+"  %%q0 = async.execute {\n    async.yield\n  }\n", n,
			"  %%q%[2]d = async.execute [%%q%[1]d] {\n"+
				"    memref.store %%x, %%m[%%c0] : memref<8xi32>\n    async.yield\n  }\n",
			fmt.Sprintf("  async.await %%q%d : !async.token\n  return\n}\n", n))
	}},
	{"tasks side by side", func(n int) []byte {
		awaits := each("", n, "  async.await %%q%[1]d : !async.token\n", "  return\n}\n")
		return append(each(head, n,
			"  %%q%[1]d = async.execute {\n    %%v = memref.load %%m[%%c0] : memref<8xi32>\n"+
				"    async.yield\n  }\n", ""), awaits...)
	}},
	{"views", func(n int) []byte {
		return each(
			head+
				"  %%s0 = memref.subview %%m[%%c0] [1] [1] : memref<8xi32> to memref<1xi32, strided<[1], "+
				"offset: ?>>\n", n,
			"  %%s%[2]d = memref.subview %%s%[1]d[%%c0] [1] [1] : memref<1xi32, strided<[1], offset: ?>> to "+
				"memref<1xi32, strided<[1], offset: ?>>\n"+
				"  memref.store %%x, %%s%[2]d[%%c0] : memref<1xi32, strided<[1], offset: ?>>\n",
			"  return\n}\n")
	}},
	{"loops",
		inMain(
			"  scf.for %%i%[1]d = %%c0 to %%c1 step %%c1 {\n    memref.store %%x, %%m[%%i%[1]d] : " +
				"memref<8xi32>\n  }\n")},
	{"pipelined loops",
		inMain(
			"  %%o%[1]d = memref.alloc() : memref<8xi32>\n  scf.for %%i%[1]d = %%c0 to %%c8 step %%c1 {\n  " +
				"  %%s = memref.alloc() : memref<8xi32, 3>\n" +
				"    memref.copy %%m, %%s : memref<8xi32> to memref<8xi32, 3>\n    %%v = memref.load " +
				"%%s[%%i%[1]d] " +
				": memref<8xi32, 3>\n" +
				"    memref.store %%v, %%o%[1]d[%%c1] : memref<8xi32>\n  } {software_pipeline_stage = [0, " +
				"1], " +
				"software_pipeline_order = [0, 1], software_pipeline_async_stages = [0]}\n")},
	{"nests", inMain(nested(3))},
	{"results of a condition", func(n int) []byte {
		yield := fmt.Appendf(nil, "    scf.yield %s : %s\n", listed(n, "%x"), listed(n, "i32"))
		b := []byte(strings.ReplaceAll(head, "%%", "%") +
			"  %v = memref.load %m[%c0] : memref<8xi32>\n  %p = arith.cmpi slt, %v, %x : i32\n")
		b = fmt.Appendf(b, "  %%r:%d = scf.if %%p -> (%s) {\n%s  } else {\n%s  }\n", n, listed(n, "i32"),
			yield, yield)
		return append(b, each("", n, "  memref.store %%r#%[1]d, %%m[%%c0] : memref<8xi32>\n",
			"  return\n}\n")...)
	}},
	{"values that a loop carries", func(n int) []byte {
		b := []byte(strings.ReplaceAll(head, "%%", "%") + "  %v = memref.load %m[%c0] : memref<8xi32>\n")
		b = fmt.Appendf(b, "  %%r:%d = scf.for %%i = %%c0 to %%c8 step %%c1 iter_args(%s) -> (%s) {\n", n,
			numbered(n, "%%a%d = %%v"), listed(n, "i32"))
		b = append(b, each("", n, "    %%b%[1]d = arith.addi %%a%[1]d, %%x : i32\n", "")...)
		b = fmt.Appendf(b, "    scf.yield %s : %s\n  }\n", numbered(n, "%%b%d"), listed(n, "i32"))
		return append(b, each("", n, "  memref.store %%r#%[1]d, %%m[%%c0] : memref<8xi32>\n",
			"  return\n}\n")...)
	}},
	{"attributes of an operation", func(n int) []byte {
		return fmt.Appendf(nil, "%s  memref.store %%x, %%m[%%c0] {%s} : memref<8xi32>\n  return\n}\n",
			strings.ReplaceAll(head, "%%", "%"), numbered(n, "t.a%d = %[1]d : i64"))
	}},
	{"locations",
		inMain(
			"  memref.store %%x, %%m[%%c0] : memref<8xi32> loc(callsite(\"f%[1]d\"(\"a.py\":%[1]d:1) at " +
				"fused[\"b.py\":%[1]d:2, unknown]))\n")},
	{"arguments of a function", func(n int) []byte {
		b := []byte(strings.ReplaceAll(head, "%%", "%") + "  %v = memref.load %m[%c0] : memref<8xi32>\n")
		b = fmt.Appendf(b, "  %%r:%d = call @g(%s) : (%s) -> (%s)\n", n, listed(n, "%v"), listed(n, "i32"),
			listed(n, "i32"))
		b = append(b, each("", n, "  memref.store %%r#%[1]d, %%m[%%c0] : memref<8xi32>\n",
			"  return\n}\n")...)
		return fmt.Appendf(b, "func.func private @g(%s) -> (%s) {\n  return %s : %s\n}\n",
			numbered(n, "%%a%d: i32"), listed(n, "i32"),
			numbered(n, "%%a%d"), listed(n, "i32"))
	}},
	{"copies, one at a time",
		inMain("  %%s%[1]d = memref.alloc() : memref<8xi32>\n" + copied + "  pipeline.dma_wait 0, 0\n" +
			"  %%v%[1]d = memref.load %%s%[1]d[%%c0] : memref<8xi32>\n")},
	{"copies, all at a time", func(n int) []byte {
		b := each(head, n, "  %%s%[1]d = memref.alloc() : memref<8xi32>\n"+copied, "")
		for i := range n {
			b = fmt.Appendf(b,
				"  pipeline.dma_wait 0, %d\n  %%v%d = memref.load %%s%d[%%c0] : memref<8xi32>\n", n-1-i, i, i)
		}
		return append(b, "  return\n}\n"...)
	}},
	{"globals", func(n int) []byte {
		return append(each("", n,
			"memref.global \"private\" constant @g%[1]d : memref<2xi32> = dense<[%[1]d, 2]>\n", ""),
			inMain(
				"  %%g%[1]d = memref.get_global @g%[1]d : memref<2xi32>\n  %%v%[1]d = memref.load "+
					"%%g%[1]d[%%c0] : memref<2xi32>\n"+
					"  memref.store %%v%[1]d, %%m[%%c0] : memref<8xi32>\n")(n)...)
	}},
}

const head = "func.func @main(%%m: memref<8xi32>) {\n  %%c0 = arith.constant 0 : index\n  %%c1 = " +
	"arith.constant 1 : index\n" +
	"  %%c8 = arith.constant 8 : index\n  %%x = arith.constant 1 : i32\n"

const copied = "  pipeline.dma_copy 0, %%s%[1]d, %%m : memref<8xi32>, memref<8xi32>\n"

// switched is a switch on what is in memory. Each case writes the number of the next one, the last one that
// of none, and goes on to a block.
func switched(n int, next string) []byte {
	b := []byte(strings.ReplaceAll(head, "%%", "%") +
		"  cf.br ^head\n^head:\n  %v = memref.load %m[%c0] : memref<8xi32>\n  cf.switch %v : i32, " +
		"[default: ^out")
	for i := range n {
		b = fmt.Appendf(b, ", %d: ^b%d", i, i)
	}
	return append(b, each("]\n", n,
		"^b%[1]d:\n  %%n%[1]d = arith.constant %[2]d : i32\n  memref.store %%n%[1]d, %%m[%%c0] : "+
			"memref<8xi32>\n"+
			"  cf.br "+next+"\n", "")...)
}

// nested is a nest of loops and conditions.
func nested(depth int) string {
	text, end := "", ""
	for i := range depth {
		text += fmt.Sprintf(
			"  scf.for %%%%i%%[1]d_%d = %%%%c0 to %%%%c1 step %%%%c1 {\n  %%%%p%%[1]d_%d = arith.cmpi slt, "+
				"%%%%i%%[1]d_%d, %%%%c1 : index\n  scf.if %%%%p%%[1]d_%d {\n",
			i, i, i, i)
		end += "  }\n  }\n"
	}
	return text + "  memref.store %%x, %%m[%%c0] : memref<8xi32>\n" + end
}

// listed is a word n times, with commas; numbered is one with the numbers up to n.
func listed(n int, word string) string { return strings.TrimSuffix(strings.Repeat(word+", ", n), ", ") }

func numbered(n int, format string) string {
	var b []byte
	for i := range n {
		if i > 0 {
			b = append(b, ", "...)
		}
		b = fmt.Appendf(b, format, i)
	}
	return string(b)
}

// diamond is a branch on a condition whose ways meet again.
func diamond(condition string) string {
	return "  cf.cond_br " + condition +
		", ^a%[1]d, ^b%[1]d\n^a%[1]d:\n  memref.store %%x, %%m[%%c1] : memref<8xi32>\n  cf.br ^j%[1]d\n" +
		"^b%[1]d:\n  memref.store %%x, %%m[%%c0] : memref<8xi32>\n  cf.br ^j%[1]d\n^j%[1]d:\n"
}

// inMain returns a family of functions @main with a part repeated n times.
func inMain(part string) func(int) []byte {
	return func(n int) []byte { return each(head, n, part, "  return\n}\n") }
}

// each writes a part n times, with its number and the next one, between two texts.
func each(before string, n int, part, after string) []byte {
	b := []byte(strings.ReplaceAll(before, "%%", "%"))
	for i := range n {
		b = fmt.Appendf(b, part, i, i+1)
	}
	return append(b, after...)
}
