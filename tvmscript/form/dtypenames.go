package form

// DtypeNames are the data types with one lane, for suggestions. Of the float8 formats it has the two common
// ones.
var DtypeNames = []string{
	"int8", "int16", "int32", "int64", "uint8", "uint16", "uint32", "uint64", "float16", "float32", "float64",
	"bfloat16",
	"bool", "handle", "void", "float8_e4m3fn", "float8_e5m2",
}
