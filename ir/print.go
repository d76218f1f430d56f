package ir

// Form holds the options with which types and attributes are written.
type Form struct {
	// Alias returns the alias (#map, !t) to write in place of a type or attribute, or "" to write the type or
	// attribute itself. Nil means no aliases.
	Alias func(typeOrAttr any) string
	// ElideAbove is the greatest number of elements of a dense attribute that is written in full. Larger
	// attributes that are not splats are written as dense_resource<__elided__>. 0 means no limit.
	ElideAbove int
	// Resource, unless nil, is called with the handle of every dense_resource that is written.
	Resource func(handle string)
	// Distinct returns the number to write for a distinct attribute. Nil means its ID.
	Distinct func(a *DistinctAttr) int64
}

// TypeSuffix says whether the type of an attribute is written behind it.
type TypeSuffix uint8

const (
	// WithType writes the type always, as in dictionaries.
	WithType TypeSuffix = iota
	// DefaultType leaves out the types i64 and f64, as in arrays.
	DefaultType
	// WithoutType leaves the type out, for syntax that implies it.
	WithoutType
)

// plain has no aliases and elides nothing.
var plain = &Form{}

// AppendType appends a type in MLIR's syntax, without aliases.
func AppendType(dst []byte, t Type) []byte { return plain.AppendType(dst, t) }

// AppendAttr appends an attribute in MLIR's syntax, without aliases.
func AppendAttr(dst []byte, a Attr) []byte { return plain.AppendAttr(dst, a, WithType) }

func typeString(t Type) string { return string(AppendType(nil, t)) }
func attrString(a Attr) string { return string(AppendAttr(nil, a)) }

// String implements Type.
func (t *IntegerType) String() string { return typeString(t) }

// String implements Type.
func (t *IndexType) String() string { return typeString(t) }

// String implements Type.
func (t *NoneType) String() string { return typeString(t) }

// String implements Type.
func (t *FloatType) String() string { return typeString(t) }

// String implements Type.
func (t *ComplexType) String() string { return typeString(t) }

// String implements Type.
func (t *TupleType) String() string { return typeString(t) }

// String implements Type.
func (t *FunctionType) String() string { return typeString(t) }

// String implements Type.
func (t *VectorType) String() string { return typeString(t) }

// String implements Type.
func (t *TensorType) String() string { return typeString(t) }

// String implements Type.
func (t *MemRefType) String() string { return typeString(t) }

// String implements Type.
func (t *OpaqueType) String() string { return typeString(t) }

// String implements Attr.
func (a *IntegerAttr) String() string { return attrString(a) }

// String implements Attr.
func (a *FloatAttr) String() string { return attrString(a) }

// String implements Attr.
func (a *StringAttr) String() string { return attrString(a) }

// String implements Attr.
func (a *SymbolRefAttr) String() string { return attrString(a) }

// String implements Attr.
func (a *TypeAttr) String() string { return attrString(a) }

// String implements Attr.
func (a *UnitAttr) String() string { return attrString(a) }

// String implements Attr.
func (a *ArrayAttr) String() string { return attrString(a) }

// String implements Attr.
func (a *DictAttr) String() string { return attrString(a) }

// String implements Attr.
func (a *DenseElementsAttr) String() string { return attrString(a) }

// String implements Attr.
func (a *DenseResourceAttr) String() string { return attrString(a) }

// String implements Attr.
func (a *SparseElementsAttr) String() string { return attrString(a) }

// String implements Attr.
func (a *DenseArrayAttr) String() string { return attrString(a) }

// String implements Attr.
func (a *AffineMapAttr) String() string { return attrString(a) }

// String implements Attr.
func (a *IntegerSetAttr) String() string { return attrString(a) }

// String implements Attr.
func (a *StridedAttr) String() string { return attrString(a) }

// String implements Attr.
func (a *EnumAttr) String() string { return attrString(a) }

// String implements Attr.
func (a *OpaqueAttr) String() string { return attrString(a) }

// String implements Attr.
func (a *DistinctAttr) String() string { return attrString(a) }

// String implements Attr.
func (a *UnknownLoc) String() string { return attrString(a) }

// String implements Attr.
func (a *SourceLoc) String() string { return attrString(a) }

// String implements Attr.
func (a *FileLoc) String() string { return attrString(a) }

// String implements Attr.
func (a *NameLoc) String() string { return attrString(a) }

// String implements Attr.
func (a *CallSiteLoc) String() string { return attrString(a) }

// String implements Attr.
func (a *FusedLoc) String() string { return attrString(a) }
