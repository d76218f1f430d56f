package syntax

import "github.com/inflight-compiler/inflight/diag"

// Node is a part of a source text.
type Node interface {
	// Pos returns the byte offsets of the beginning and of the end, which is exclusive.
	Pos() (start, end int32)
}

// At is the extent of a node. Every node embeds one.
type At struct{ Start, End int32 }

// Pos implements Node.
func (a At) Pos() (start, end int32) { return a.Start, a.End }

// File is a parsed source text.
type File struct {
	At
	Source *diag.File
	Body   []Stmt
}

// Span returns the place of a node of this file.
func (f *File) Span(n Node) diag.Span {
	start, end := n.Pos()
	return diag.Span{File: f.Source, Start: start, End: end}
}

// Stmt is a statement.
type Stmt interface {
	Node
	stmt()
}

// Expr is an expression.
type Expr interface {
	Node
	expr()
}

// Ident is a name with its place. Unlike Name it is no expression.
type Ident struct {
	At
	Name string
}

// Statements.
type (
	// Import is `import a.b as c, d`.
	Import struct {
		At
		Names []Alias
	}
	// ImportFrom is `from a.b import c as d, e` or `from a import *` (one alias named "*").
	ImportFrom struct {
		At
		Level  int // leading dots
		Module string
		Names  []Alias
	}
	// Class is a class with its decorators. It begins at the first decorator.
	Class struct {
		At
		Decorators []Expr
		Name       Ident
		Bases      []*Arg
		Body       []Stmt
	}
	// Def is a function with its decorators. It begins at the first decorator.
	Def struct {
		At
		Decorators []Expr
		Name       Ident
		Params     []*Param
		Returns    Expr // nil without ->
		Body       []Stmt
	}
	// Assign is `a = b = value`, or `a, b = value` with a Tuple as its target.
	Assign struct {
		At
		Targets []Expr
		Value   Expr
	}
	// AnnAssign is `target: annotation = value`; Value may be nil.
	AnnAssign struct {
		At
		Target, Annotation, Value Expr
	}
	// AugAssign is `target op= value`.
	AugAssign struct {
		At
		Target Expr
		Op     Op
		Value  Expr
	}
	// For is `for target in iter: body else: orelse`.
	For struct {
		At
		Target Expr
		Iter   Expr
		Body   []Stmt
		Else   []Stmt
	}
	// While is `while cond: body else: orelse`.
	While struct {
		At
		Cond Expr
		Body []Stmt
		Else []Stmt
	}
	// If is `if cond: body elif ...`. An elif is an If that is the only statement of Else. It begins at its
	// "elif".
	If struct {
		At
		Cond Expr
		Body []Stmt
		Else []Stmt
	}
	// With is `with a as b, c: body`.
	With struct {
		At
		Items []*WithItem
		Body  []Stmt
	}
	// Assert is `assert cond, message`; Message may be nil.
	Assert struct {
		At
		Cond, Message Expr
	}
	// Return is `return value`; Value may be nil.
	Return struct {
		At
		Value Expr
	}
	// ExprStmt is an expression as a statement.
	ExprStmt struct {
		At
		X Expr
	}
	// Pass is `pass`, Break `break`, Continue `continue`.
	Pass     struct{ At }
	Break    struct{ At }
	Continue struct{ At }
	// Del is `del a, b`.
	Del struct {
		At
		Targets []Expr
	}
	// Scope is `global a, b` or `nonlocal a, b`.
	Scope struct {
		At
		Nonlocal bool
		Names    []Ident
	}
)

// Alias is one name of an import: Name as As. Without a new name As is Name, or the first part of the dotted
// Name of an Import.
type Alias struct {
	At
	Name, As string
}

// WithItem is `context as target`; Target may be nil.
type WithItem struct {
	At
	Context, Target Expr
}

// ParamKind says which stars stand in front of a parameter or an argument.
type ParamKind uint8

// The kinds of parameters.
const (
	Plain    ParamKind = iota
	Star               // *args; the name is empty for a bare star
	StarStar           // **kwargs
	Slash              // the / behind positional parameters; no name
)

// Param is a parameter of a function or lambda; Annotation and Default may be nil.
type Param struct {
	At
	Kind       ParamKind
	Name       Ident
	Annotation Expr
	Default    Expr
}

// Arg is an argument of a call: value, name=value, *value (Kind Star) or **value (StarStar).
type Arg struct {
	At
	Kind  ParamKind
	Name  string
	Value Expr
}

// Expressions.
type (
	// Name is an identifier.
	Name struct {
		At
		Name string
	}
	// Int is an integer literal. Text is the literal without underscores. Value is exact if Big is false. A
	// sign is a Unary around the literal, so that the smallest int64 is a Unary of a Big Int.
	Int struct {
		At
		Text  string
		Value int64
		Big   bool // beyond an int64; then Value is 0
	}
	// Float is a floating-point literal. Text is the literal without underscores. Value is infinite if the
	// number is too large for a float64.
	Float struct {
		At
		Text  string
		Value float64
	}
	// Str is a string literal, or several consecutive ones. Value is UTF-8 or, if Bytes marks b"...", these
	// bytes.
	Str struct {
		At
		Value string
		Bytes bool
	}
	// FString is f"...", or several consecutive literals one of which is that. Parts are Str nodes and
	// FormatValue nodes in order. {x=} is a Str "x=", whose place is that of the text in the braces, and a
	// FormatValue.
	FString struct {
		At
		Parts []Expr
	}
	// FormatValue is {x!r:spec} of an f-string; Conversion is 0, 'r', 's' or 'a', Spec may be nil.
	FormatValue struct {
		At
		X          Expr
		Conversion byte
		Spec       *FString
	}
	// Constant is None, True, False or ...
	Constant struct {
		At
		Kind ConstantKind
	}
	// Tuple is (a, b), with or without parentheses.
	Tuple struct {
		At
		Elems []Expr
	}
	// List is [a, b].
	List struct {
		At
		Elems []Expr
	}
	// Set is {a, b}.
	Set struct {
		At
		Elems []Expr
	}
	// Dict is {a: b}; a nil key marks **value.
	Dict struct {
		At
		Keys, Values []Expr
	}
	// Comprehension is [x for a in b if c], a generator, a set or a dict (Value set). If a generator is the
	// only argument of a call, its place excludes the parentheses, which belong to the call.
	Comprehension struct {
		At
		Kind    ComprehensionKind
		Elem    Expr
		Value   Expr // of a dict
		Clauses []CompClause
	}
	// Unary is op x, with op Not, Sub, Add or Invert.
	Unary struct {
		At
		Op Op
		X  Expr
	}
	// Binary is x op y for arithmetic and bits.
	Binary struct {
		At
		Op   Op
		X, Y Expr
	}
	// Logical is x and y, or x or y. In a chain of one operator, X has all operands but the last one.
	Logical struct {
		At
		Op   Op // And, Or
		X, Y Expr
	}
	// Compare is x < y <= z: len(Ops) == len(Rest).
	Compare struct {
		At
		X    Expr
		Ops  []Op
		Rest []Expr
	}
	// Conditional is then if cond else orelse.
	Conditional struct {
		At
		Then, Cond, Else Expr
	}
	// Lambda is lambda params: body.
	Lambda struct {
		At
		Params []*Param
		Body   Expr
	}
	// Call is f(args).
	Call struct {
		At
		Fun  Expr
		Args []*Arg
	}
	// Attribute is x.name.
	Attribute struct {
		At
		X    Expr
		Name Ident
	}
	// Subscript is x[indices]. Indices has the elements of a tuple that is written without parentheses. Tuple
	// says that it is a tuple (x[i,] has one element and Tuple).
	Subscript struct {
		At
		X       Expr
		Indices []Expr
		Tuple   bool
	}
	// Slice is low:high:step in a subscript. Each part may be nil.
	Slice struct {
		At
		Low, High, Step Expr
	}
	// Starred is *x in a tuple, list or assignment.
	Starred struct {
		At
		X Expr
	}
	// NamedExpr is name := value.
	NamedExpr struct {
		At
		Name  Ident
		Value Expr
	}
	// Paren is (x). The tree has it because messages need its place.
	Paren struct {
		At
		X Expr
	}
)

// ConstantKind tells the named constants apart.
type ConstantKind uint8

// The named constants.
const (
	None ConstantKind = iota
	True
	False
	Ellipsis
)

// ComprehensionKind tells comprehensions apart.
type ComprehensionKind uint8

// The kinds of comprehensions.
const (
	ListComp ComprehensionKind = iota
	SetComp
	DictComp
	Generator
)

// CompClause is `for target in iter if cond...`.
type CompClause struct {
	At
	Target, Iter Expr
	Conds        []Expr
}

// Op is an operator.
type Op uint8

// The operators.
const (
	Add Op = iota
	Sub
	Mul
	Div
	FloorDiv
	Mod
	Pow
	MatMul
	BitAnd
	BitOr
	BitXor
	Shl
	Shr
	Invert
	Not
	And
	Or
	Eq
	Ne
	Lt
	Le
	Gt
	Ge
	In
	NotIn
	Is
	IsNot
)

var opText = [...]string{"+", "-", "*", "/", "//", "%", "**", "@", "&", "|", "^", "<<", ">>", "~", "not",
	"and", "or",
	"==", "!=", "<", "<=", ">", ">=", "in", "not in", "is", "is not"}

// String returns the operator in the syntax of Python.
func (o Op) String() string { return opText[o] }

func (*Import) stmt()     {}
func (*ImportFrom) stmt() {}
func (*Class) stmt()      {}
func (*Def) stmt()        {}
func (*Assign) stmt()     {}
func (*AnnAssign) stmt()  {}
func (*AugAssign) stmt()  {}
func (*For) stmt()        {}
func (*While) stmt()      {}
func (*If) stmt()         {}
func (*With) stmt()       {}
func (*Assert) stmt()     {}
func (*Return) stmt()     {}
func (*ExprStmt) stmt()   {}
func (*Pass) stmt()       {}
func (*Break) stmt()      {}
func (*Continue) stmt()   {}
func (*Del) stmt()        {}
func (*Scope) stmt()      {}

func (*Name) expr()          {}
func (*Int) expr()           {}
func (*Float) expr()         {}
func (*Str) expr()           {}
func (*FString) expr()       {}
func (*FormatValue) expr()   {}
func (*Constant) expr()      {}
func (*Tuple) expr()         {}
func (*List) expr()          {}
func (*Set) expr()           {}
func (*Dict) expr()          {}
func (*Comprehension) expr() {}
func (*Unary) expr()         {}
func (*Binary) expr()        {}
func (*Logical) expr()       {}
func (*Compare) expr()       {}
func (*Conditional) expr()   {}
func (*Lambda) expr()        {}
func (*Call) expr()          {}
func (*Attribute) expr()     {}
func (*Subscript) expr()     {}
func (*Slice) expr()         {}
func (*Starred) expr()       {}
func (*NamedExpr) expr()     {}
func (*Paren) expr()         {}
