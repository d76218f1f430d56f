package ir

// OpPrinter writes the custom syntax of an operation: OpDef.Print gets one. Package ir/text implements it.
// Its methods separate nothing: functions that print write their own spaces.
type OpPrinter interface {
	// Write appends text.
	Write(s string)
	// Int appends a decimal number.
	Int(v int64)
	// Operand appends %name; Operands a comma-separated list of them.
	Operand(v *Value)
	Operands(vs []*Value)
	// Type appends a type, Types a comma-separated list.
	Type(t Type)
	Types(ts []Type)
	// ArrowTypes appends " -> T" or " -> (T, U)", and nothing for an empty list.
	ArrowTypes(ts []Type)
	// OperandRange appends count operands of an operation from number first on, OperandTypes the types of
	// these operands, and ResultTypes the types of these results, all separated by commas. ArrowResults
	// appends the types of all results as ArrowTypes does. See OpDef.PrintsFixed.
	OperandRange(op *Op, first, count int)
	OperandTypes(op *Op, first, count int)
	ResultTypes(op *Op, first, count int)
	ArrowResults(op *Op)
	// Attr appends an attribute; AttrNoType leaves out the type behind it.
	Attr(a Attr)
	AttrNoType(a Attr)
	// Symbol appends @name, quoted where needed.
	Symbol(name string)
	// KeywordOrString appends s as a keyword, or as a quoted string if s is no keyword.
	KeywordOrString(s string)
	// AttrDict appends " {a = 1}" with the discardable attributes and properties that elided does not name,
	// and nothing when none is left. AttrDictWithKeyword puts "attributes" in front.
	AttrDict(op *Op, elided ...string)
	AttrDictWithKeyword(op *Op, elided ...string)
	// Dict is AttrDict for any list of attributes.
	Dict(attrs []NamedAttr, elided ...string)
	// Region appends "{ ... }". entryArgs prints the label of the entry block when it has
	// arguments; terminators prints the terminator of each block.
	Region(r *Region, entryArgs, terminators bool)
	// RegionArgument appends an argument that an operation shows in its own
	// syntax: %name, with ": type" when typed, its attributes, and its location
	// where locations are printed.
	RegionArgument(v *Value, attrs []NamedAttr, typed bool)
	// Successor appends ^bbN, and the operands with their types if there are any.
	Successor(b *Block, operands []*Value)
	// AffineMapOfSSA appends map results with operand names in place of
	// dimensions and symbols, as affine.load prints its subscripts.
	AffineMapOfSSA(m *AffineMapAttr, operands []*Value)
	// ShadowRegionArgs makes the arguments print as the given names, for
	// operations isolated from above whose arguments repeat outer values.
	ShadowRegionArgs(r *Region, names []*Value)
	// Newline starts a new line at the current indentation; Indent changes the indentation by delta.
	Newline()
	Indent(delta int)
	// GenericOp appends the operation in generic form. InnerOp appends it as it prints elsewhere, without its
	// results.
	GenericOp(op *Op)
	InnerOp(op *Op)
}

// UnresolvedOperand is an SSA name in the text whose type is not known yet.
type UnresolvedOperand struct {
	Name  string // without %
	Index int    // the N of %name#N
	Off   int32  // byte offset in the source
}

// RegionArg is an argument of a region as the text declares it.
type RegionArg struct {
	Operand UnresolvedOperand
	Type    Type
	Attrs   []NamedAttr
	Loc     Location
}

// OpParser reads the custom syntax of an operation: OpDef.Parse gets one. Package ir/text implements it. A
// method that fails has reported where and why, and the caller returns its error unchanged. Methods named Try
// report false, without error, when the text does not begin with their token.
type OpParser interface {
	Context() *Context
	Builder() *Builder
	// NumNamed returns the number of results that the text names in front of the operation. The number is
	// valid until the operation's regions are parsed.
	NumNamed() int
	// Off returns the offset of the next token; Errorf makes an error there.
	Off() int32
	Errorf(off int32, format string, args ...any) error

	// Punct expects one of: , : = -> ( ) [ ] { } < > :: * ? + - / |
	Punct(p string) error
	TryPunct(p string) bool
	Keyword(k string) error
	TryKeyword(k string) bool
	// AnyKeyword returns the next bare identifier.
	AnyKeyword() (string, error)
	TryAnyKeyword() (string, bool)
	KeywordOrString() (string, error)
	String() (string, error)
	TryString() (string, bool)
	Int() (int64, error)
	TryInt() (int64, bool, error)
	// Unsigned32 parses a number that fits in 32 bits; a negative one is taken modulo 2^32.
	Unsigned32() (int64, error)

	Operand() (UnresolvedOperand, error)
	TryOperand() (UnresolvedOperand, bool, error)
	// OperandList parses a comma-separated list, possibly empty. delim is "(", "[", "{" or "<", which then
	// must be there, or "" for a list without brackets.
	OperandList(delim string) ([]UnresolvedOperand, error)
	Resolve(o UnresolvedOperand, t Type) (*Value, error)
	ResolveAll(os []UnresolvedOperand, ts []Type, off int32) ([]*Value, error)

	Type() (Type, error)
	TryType() (Type, bool, error)
	TypeList() ([]Type, error) // comma-separated, at least one
	// Shape parses the static extents, such as 4x8x, in front of the element type of a shape. There may be
	// none.
	Shape() ([]int64, error)
	// NestedType parses a type in which the prefix of the dialect may be left out.
	NestedType(dialect string) (Type, error)
	ColonType() (Type, error)
	ColonTypeList() ([]Type, error)
	// TryArrowTypes parses "-> T" or "-> (T, U)".
	TryArrowTypes() ([]Type, error)

	// Attr parses an attribute; typ is the type of a number written without one.
	Attr(typ Type) (Attr, error)
	TryAttr(typ Type) (Attr, bool, error)
	SymbolName() (string, error)
	TrySymbolName() (string, bool, error)
	// AttrDict parses an optional {...} into s.Attrs. AttrDictWithKeyword expects the keyword "attributes" in
	// front.
	AttrDict(s *OpState) error
	AttrDictWithKeyword(s *OpState) error
	TryLocation() (Location, bool, error)

	// RegionArg parses "%name", with ": type" when typed, with {attrs} and loc.
	RegionArg(typed bool) (RegionArg, error)
	// RegionArgList parses "(%a: t, ...)" with delim as in OperandList.
	RegionArgList(delim string, typed bool) ([]RegionArg, error)
	// Region parses "{...}" whose entry block has the given arguments. With
	// isolated names, arguments may shadow outer values.
	Region(args []RegionArg, isolated bool) (*Region, error)
	TryRegion(args []RegionArg, isolated bool) (*Region, bool, error)
	// Successor parses ^bb; SuccessorWithArgs parses ^bb(%a, %b : t, u).
	Successor() (*Block, error)
	SuccessorWithArgs() (*Block, []*Value, error)
	// CommaSeparated parses elements between delim and the closing bracket for delim.
	CommaSeparated(delim string, elem func() error) error

	// AffineMapOfSSA parses [%i + 1, symbol(%n)] after its delimiter: the map and its
	// dimension operands followed by its symbol operands. delim is "[" or "(".
	AffineMapOfSSA(delim string) (*AffineMapAttr, []UnresolvedOperand, error)
	// AffineMap and IntegerSet parse inline maps, with aliases.
	AffineMap() (*AffineMapAttr, error)
	// DimsAndSymbols parses (%d, ...)[%s, ...] and returns the number of dimensions.
	DimsAndSymbols() ([]UnresolvedOperand, int, error)
	// EnsureTerminator adds a terminator of that name to blocks without one.
	EnsureTerminator(r *Region, name string, loc Location) error
}
