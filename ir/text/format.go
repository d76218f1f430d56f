package text

import (
	"fmt"

	"github.com/inflight-compiler/inflight/ir"
)

// format is the compiled custom syntax of an operation: the elements of its
// OpDef.Format with every name resolved to a place in the tables, every space
// decided, and the types of all operands and results accounted for.
//
// The language is that of MLIR's ODS: literals in back quotes (an empty one
// suppresses a space, a blank one writes it, \n starts a line), $name for an
// operand, attribute, region or successor, attr-dict, attr-dict-with-keyword,
// prop-dict, operands, results, regions, successors, type(x),
// functional-type(x, y), qualified($attr), custom<Name>(...), oilist(a | b),
// and optional groups (x $y^ z)? or (x $y^ z) : (else)?, which are there when
// the element marked ^ is.
type format struct {
	def      *ir.OpDef
	elements []element
	elided   []string  // attributes that attr-dict leaves out
	defaults []ir.Attr // by attribute; nil where there is none
	arrays   []ir.Type // element type of attributes that are dense arrays
	strings  []bool    // attributes that are strings
	propDict bool      // has prop-dict, so that attr-dict has no properties
	operands []typeRule
	results  []typeRule
}

// typeRule says where the types of a group of operands or results come from.
type typeRule uint8

const (
	typeWritten  typeRule = iota // type(...) or functional-type
	typeBuilt                    // the constraint has only one type
	typeShared                   // that of the operands or results that are written
	typeMatched                  // OpDef.TypesMatch
	typeInferred                 // InferTypes
)

type elementKind uint8

const (
	eLiteral elementKind = iota
	eWhitespace
	eOperand
	eAttr
	eRegion
	eSuccessor
	eAttrDict
	eAttrDictKeyword
	ePropDict
	eAllOperands
	eAllRegions
	eAllSuccessors
	eType
	eFunctional
	eGroup
	eList // oilist
	eCustom
)

// element is one element of a format.
type element struct {
	kind  elementKind
	text  string      // literal, whitespace or name of a custom directive
	tok   kind        // of a literal; tID for a word
	space bool        // printing writes a space in front
	index int         // in the table that the kind is about
	full  bool        // qualified
	def   *ir.TypeDef // of type: whose name is left out

	of, to ref // of type and functional-type

	elems  []element // of a group; the alternatives' of a list, each a group
	others []element // of a group: else
	anchor *element
	elide  bool // an anchor that is a unit attribute: nothing to write
	custom *Custom
}

// ref names a group of operands or results.
type ref struct {
	results bool
	all     bool
	index   int
}

// formatOf compiles the format of an operation. A format that does not
// compile is a mistake in a table, which the tests of the dialects find.
func formatOf(c *ir.Context, def *ir.OpDef) *format {
	f, err := compileFormat(c, def)
	if err != nil {
		panic(fmt.Sprintf("text: the assembly format of %s: %v", def.Name, err))
	}
	return f
}

// CheckFormat reports what is wrong with the assembly format of an operation,
// for tests of tables.
func CheckFormat(c *ir.Context, def *ir.OpDef) error {
	if def.Format == "" {
		return nil
	}
	_, err := compileFormat(c, def)
	return err
}

func compileFormat(c *ir.Context, def *ir.OpDef) (*format, error) {
	l := formatLexer{src: def.Format}
	if err := l.next(); err != nil {
		return nil, err
	}
	fc := &formatCompiler{formatLexer: l, def: def, typed: map[ref]bool{}, bound: map[string]bool{}}
	elements, err := fc.elements("")
	if err != nil {
		return nil, err
	}
	f := &format{def: def, elements: elements, propDict: fc.propDict}
	spacer{emit: true}.place(f.elements)
	if err := fc.typeRules(f); err != nil {
		return nil, err
	}
	f.attributes(c, fc.bound)
	return f, nil
}

// attributes works out what the elements need to know about attributes.
func (f *format) attributes(c *ir.Context, bound map[string]bool) {
	n := len(f.def.Attrs)
	f.defaults, f.arrays, f.strings = make([]ir.Attr, n), make([]ir.Type, n), make([]bool, n)
	for i := range f.def.Attrs {
		a := &f.def.Attrs[i]
		if a.Default != nil {
			f.defaults[i] = a.Default(c)
		} else if a.Implied != nil {
			f.defaults[i] = a.Implied(c)
		}
		if bound[a.Name] {
			f.elided = append(f.elided, a.Name)
		}
		if match := a.Type.Match; match != nil && a.Type.Enum == nil {
			f.arrays[i] = arrayOf(c, match)
			f.strings[i] = match(c.String("")) && !match(c.Bool(true))
		}
	}
	if f.def.Traits&ir.AttrSizedOperands != 0 {
		f.elided = append(f.elided, operandSizes)
	}
	if f.def.Traits&ir.AttrSizedResults != 0 {
		f.elided = append(f.elided, resultSizes)
	}
}

const (
	operandSizes = "operandSegmentSizes"
	resultSizes  = "resultSegmentSizes"
)

// arrayOf returns the element type of the only kind of dense array that a
// constraint takes, nil when it is about something else.
func arrayOf(c *ir.Context, match func(ir.Attr) bool) ir.Type {
	if match(c.Array(nil)) {
		return nil
	}
	for _, t := range []ir.Type{c.I64, c.I32, c.I1, c.I8, c.I16, c.F32, c.F64} {
		if match(c.DenseArray(t, nil)) {
			return t
		}
	}
	return nil
}
