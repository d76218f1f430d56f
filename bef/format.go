package bef

// magic begins every file: two bytes that stand for "BEF", and the version.
var magic = []byte{0x0B, 0xEF, 0x00}

// The sections, in the order in which they are written. A reader passes over others.
const (
	sectionStrings = iota
	sectionAttributes
	sectionKernels
	sectionTypes
	sectionFunctionIndex
	sectionFunctions
	sectionLocationStrings
	sectionLocations
	sectionAttributeTypes
	sectionAttributeNames
	sectionRegisterTypes
	numSections
)

var sectionNames = [numSections]string{"Strings", "Attributes", "Kernels", "Types", "FunctionIndex",
	"Functions", "LocationStrings", "Locations", "AttributeTypes", "AttributeNames", "RegisterTypes"}

const (
	padding = 0xCC
	// The first kernel of a function stands for its arguments, and has these numbers in place of a code and a
	// location.
	pseudoCode     = 0xABABABAB
	pseudoLocation = 0xCDCDCDCD
	kernelAlign    = 4
	kernelHeader   = 6 // words: code, location, and the numbers of arguments, attributes, functions, results
)

// A Kind says how a function is executed.
type Kind uint8

// The kinds of functions.
const (
	Async  Kind = 0 // kernels run when their operands are available
	Native Kind = 1 // the function is no part of the file
	Sync   Kind = 2 // kernels run in order, on the thread of the caller
)

// An AttributeType says how an attribute lies in the section of attributes.
type AttributeType uint8

// The types of attributes. Array is added to the type of the elements.
const (
	UI8 AttributeType = iota + 1
	UI16
	UI32
	UI64
	I1
	I8
	I16
	I32
	I64
	F32
	F64
	Complex64
	Complex128
	F16
	BF16
	String
	Resource
	Variant
	QUI8
	QUI16
	QI8
	QI16
	QI32
	lastData
	TypeCode // a type, as one byte
	FunctionName
	Shape
	Dense
	SymbolRef               // a symbol of a module that is compiled, with the module's text
	Aggregate               // a list of attributes of any types
	Array     AttributeType = 0x80
)

// A File is a BEF file.
type File struct {
	Kernels   []string // names, by code
	Types     []string // texts of types, by index
	Functions []*Function
	// Attributes is the section of attributes, and AttributeAlign its alignment. AttributeTypes has the types
	// of attributes by their offset in the section.
	Attributes     []byte
	AttributeAlign int
	AttributeTypes map[uint32]AttributeType
	// Locations is the section of locations, into which functions and kernels point; nil if there is none.
	// LocationStrings has its strings.
	Locations       []byte
	LocationStrings []byte
	// Described reports whether the file has the sections that only a disassembler needs: types of attributes
	// and registers, and names of attributes.
	Described bool

	attributeOrder []uint32 // offsets in the order in which their types are written
}

// A Function is a function, or a region of a kernel, whose name is empty.
type Function struct {
	Kind          Kind
	Name          string
	Args, Results []int // indices of types
	Location      uint64
	Registers     []Register
	Kernels       []Kernel // the first one stands for the arguments
	ResultRegs    []int
}

// A Register holds a value: an argument or the result of a kernel.
type Register struct {
	Uses int // how many operands and results of the function it is
	Type int // index of its type, -1 if the file does not say
}

// A Kernel is one step of a function.
type Kernel struct {
	Code      uint32 // index in File.Kernels
	Location  uint32
	Operands  int // how many must be available before it runs
	Stream    int
	Args      []uint32   // registers
	Attrs     []uint32   // offsets of attributes
	Functions []uint32   // indices of functions
	Results   []uint32   // registers
	UsedBy    [][]uint32 // for each result, the kernels that have it as an operand, once for each operand
	// AttrNames are the names of Attrs, nil if the file does not say.
	AttrNames []string
}
