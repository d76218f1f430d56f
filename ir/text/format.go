package text

import (
	"fmt"

	"github.com/inflight-compiler/inflight/ir"
)

// format is the compiled custom syntax of an operation: the elements of its OpDef.Format. Every name is
// resolved to an entry in the tables, every space is decided, and the types of all operands and results have
// a rule.
//
// The language is that of MLIR's ODS: literals in back quotes (an empty one suppresses a space, a blank one
// writes it, \n starts a line), $name for an operand, attribute, region or successor, attr-dict,
// attr-dict-with-keyword, prop-dict, operands, results, regions, successors, type(x), functional-type(x, y),
// qualified($attr), custom<Name>(...), oilist(a | b), and optional groups (x $y^ z)? or (x $y^ z) : (else)?.
// An optional group is written if the element marked ^ is present.
type format struct {
	def      *ir.OpDef
	elements []element
	elided   []string  // attributes that attr-dict leaves out
	defaults []ir.Attr // by attribute; nil for an attribute without default
	arrays   []ir.Type // the element types of attributes that are dense arrays
	strings  []bool    // which attributes are strings
	propDict bool      // the format has prop-dict, so that attr-dict has no properties
	operands []typeRule
	results  []typeRule
}

// typeRule says where a group of operands or results gets its types.
type typeRule uint8

const (
	typeWritten  typeRule = iota // from type(...) or functional-type
	typeBuilt                    // from the constraint, which only one type satisfies
	typeShared                   // from the operands or results whose types are written
	typeMatched                  // from OpDef.TypesMatch
	typeInferred                 // from InferTypes
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
	tok   kind        // the kind of a literal; tID for a word
	space bool        // whether printing writes a space in front
	index int         // the entry in the table for this kind of element
	full  bool        // qualified
	def   *ir.TypeDef // of type: the types whose name is left out

	of, to ref // of type and functional-type

	elems  []element // of a group; of a list the alternatives, each a group
	others []element // of a group: the elements behind the colon
	anchor *element
	elide  bool // the element is an anchor and a unit attribute, so that nothing is written
	custom *Custom
}

// ref names a group of operands or results.
type ref struct {
	results bool
	all     bool
	index   int
}

// formatOf compiles the format of an operation. It panics if the format does not compile, which is a mistake
// in a table that tests of the dialects find.
func formatOf(c *ir.Context, def *ir.OpDef) *format {
	f, err := compileFormat(c, def)
	if err != nil {
		panic(fmt.Sprintf("text: the assembly format of %s: %v", def.Name, err))
	}
	return f
}

// CheckFormat reports errors in the assembly format of an operation, for tests of tables.
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

// attributes computes the fields of the format about attributes.
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

// arrayOf returns the element type of the dense arrays that a constraint accepts. It returns nil for a
// constraint that accepts other attributes too.
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
