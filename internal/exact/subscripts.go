package exact

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"strings"
)

// tableSize is how many elements there are to choose from, as many as an i8 has numbers.
const tableSize = 256

// subscript is arithmetic on %n, the number of the iteration as an integer of some width, and a constant %c,
// whose result %v wraps around.
type subscript struct {
	code string
	of   func(n, c *big.Int) *big.Int
}

func subscripts() []subscript {
	x := func() *big.Int { return new(big.Int) }
	return []subscript{
		{"%v = arith.addi %n, %c : TYPE", func(n, c *big.Int) *big.Int { return x().Add(n, c) }},
		{"%v = arith.subi %n, %c : TYPE", func(n, c *big.Int) *big.Int { return x().Sub(n, c) }},
		{"%v = arith.subi %c, %n : TYPE", func(n, c *big.Int) *big.Int { return x().Sub(c, n) }},
		{"%v = arith.muli %n, %c : TYPE", func(n, c *big.Int) *big.Int { return x().Mul(n, c) }},
		{"%p = arith.muli %n, %c : TYPE\n%v = arith.addi %p, %c : TYPE", func(n, c *big.Int) *big.Int {
			return x().Add(x().Mul(n, c), c)
		}},
		{"%p = arith.muli %n, %n : TYPE\n%v = arith.muli %p, %c : TYPE", func(n, c *big.Int) *big.Int {
			return x().Mul(x().Mul(n, n), c)
		}},
		{"%p = arith.xori %n, %c : TYPE\n%v = arith.addi %p, %c : TYPE", func(n, c *big.Int) *big.Int {
			return x().Add(x().Xor(n, c), c)
		}},
	}
}

// local makes names of a row of those that its code is written with.
var local = strings.NewReplacer("%n", "%_n", "%c ", "%_c ", "%c:", "%_c:", "%c,", "%_c,", "%d", "%_d", "%o",
	"%_o", "%p", "%_p",
	"%s", "%_s", "%v", "%_v", "%x ", "%_x ", "%x,", "%_x,", "%k", "%_k")

// Subscripts loads elements of a table by subscripts that arithmetic of a type has wrapped around: their
// upper eight bits, with a sign and without one.
func Subscripts(typ string) *Suite {
	w := Widths[typ]
	r := rand.New(rand.NewPCG(uint64(w), 11))
	s := &Suite{Columns: make([][]uint64, 1)}
	for range tableSize {
		s.Columns[0] = append(s.Columns[0], r.Uint64())
	}
	for _, form := range subscripts() {
		for _, withSign := range []bool{false, true} {
			constant := new(big.Int).SetUint64(r.Uint64() >> (64 - w))
			s.Rows = append(s.Rows, s.subscripted(form, typ, constant, withSign))
		}
	}
	return s
}

// subscripted is one kind of subscript, of all numbers of iterations.
func (s *Suite) subscripted(form subscript, typ string, constant *big.Int, withSign bool) Row {
	w := Widths[typ]
	shift, cast, offset := "arith.shrui", "arith.index_castui", int64(0)
	if withSign {
		shift, cast, offset = "arith.shrsi", "arith.index_cast", tableSize/2
	}
	code := converted("%n", "%i", "index", typ) +
		fmt.Sprintf(
			"%%c = arith.constant %d : %s\n%%d = arith.constant %d : %[2]s\n%%o = arith.constant %[4]d : "+
				"index\n%[5]s\n%%s = %[6]s %%v, %%d : %[2]s\n",
			signed(constant.Uint64(), w), typ, max(w, 8)-8, offset, form.code, shift)
	if typ == "index" {
		code += "%k = arith.addi %s, %o : index\n"
	} else {
		code += fmt.Sprintf("%%x = %s %%s : %s to index\n%%k = arith.addi %%x, %%o : index\n", cast, typ)
	}
	code += fmt.Sprintf("%%r = memref.load %%X0[%%k] : memref<%dxi64>", s.Count())
	row := Row{Name: fmt.Sprintf("%s of %s, %s", form.code, typ, cast),
		Code: local.Replace(strings.ReplaceAll(code, "TYPE", typ))}
	for i := range s.Count() {
		v := modulo(form.of(new(big.Int).SetUint64(uint64(i)&(^uint64(0)>>(64-w))), constant), w)
		n := new(big.Int).SetUint64(v)
		if withSign {
			n = signed(v, w)
		}
		n.Rsh(n, max(w, 8)-8)
		row.Want = append(row.Want, s.Columns[0][n.Int64()+offset])
	}
	return row
}
