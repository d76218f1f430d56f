package npy

import "github.com/inflight-compiler/inflight/diag"

// The codes of this package's diagnostics.
var (
	codeOpen = diag.Register("npy-open", "a .npy file cannot be opened or read",
		"The operating system refused the file. The message has its reason.")
	codeMagic = diag.Register("npy-magic", "the file is not a .npy file",
		"A .npy file begins with the bytes 93 'NUMPY'. Archives (.npz) hold several .npy files: unpack "+
			"them first.")
	codeVersion = diag.Register("npy-version", "the version of the .npy format is not known",
		"Versions 1.0, 2.0 and 3.0 are read. Load the file with NumPy and save it again.")
	codeHeader = diag.Register("npy-header", "the header of a .npy file is malformed",
		"The header is a Python dictionary with exactly the keys 'descr', 'fortran_order' and 'shape', of "+
			"at most 64 KiB. "+
			"Load the file with NumPy and save it again.")
	codeDType = diag.Register("npy-dtype", "the element type of a .npy file is not supported",
		"Supported are bool, int8 to int64, uint8 to uint64, float16, bfloat16, float32, float64, "+
			"complex64 and complex128. "+
			"Objects, strings, dates and records are not. Convert the array with .astype(...) before "+
			"saving it.")
	codeShape = diag.Register("npy-shape", "the shape of a .npy file is impossible",
		"An array has at most 64 dimensions and less than 2^63 bytes.")
	codeTruncated = diag.Register("npy-truncated", "a .npy file ends before its data does",
		"The file was not written or copied completely. Write it again.")
	codeTrailing = diag.Register("npy-trailing", "a .npy file goes on after its data",
		"Either several arrays were saved into one file, of which only the first would be read, or the "+
			"header does not belong "+
			"to the data. Save one array per file.")
	codeArray = diag.Register("npy-array", "an array cannot be written because its parts do not fit together",
		"The number of bytes of the data must be the product of the shape times the size of an element, "+
			"and elements of type "+
			"bool must be 0 or 1.")
	codeWrite = diag.Register("npy-write", "a .npy file cannot be written",
		"The operating system refused it. The message has its reason. A file of that name is left as it was.")
)
