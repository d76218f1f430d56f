package expr

import "github.com/inflight-compiler/inflight/diag"

// The codes of errors in expressions.
var (
	CodeName = diag.Register("tvmscript-unknown-name", "a name means nothing here",
		"The name is bound neither in the function nor around it, and is no name of Python that is "+
			"understood at import time. "+
			"Names are bound by parameters, loops, blocks, assignments and imports.")
	CodeDtype = diag.Register("tvmscript-dtype", "the dtypes of values do not go together",
		"TVMScript converts Python's literals and loop variables by themselves, and the narrower of two "+
			"values from memory to the "+
			"wider. Everything else needs a cast that is written: T.Cast(\"float32\", x).")
	CodeArity = diag.Register("tvmscript-arity", "a call has the wrong arguments",
		"The function has other parameters than the call has arguments; the message names the parameter. "+
			"See the signature of the "+
			"function in TVM.")
	CodeUnsupported = diag.Register("tvmscript-unsupported", "a construct that is not understood",
		"The construct is Python, or TVMScript, that Inflight does not read. Where there is another way to "+
			"say it, the suggestion "+
			"names it.")
	CodeCall = diag.Register("tvmscript-call", "something is called that cannot be",
		"The value is no function, or the function is not known, or it cannot be called with these "+
			"arguments here.")
	CodeSubscript = diag.Register("tvmscript-subscript", "a subscript does not fit what it is applied to",
		"Buffers take one subscript per dimension, integers or ranges; tuples, lists and strings take an "+
			"integer or a slice within "+
			"their length; dicts take a key that they have.")
	CodeAttribute = diag.Register("tvmscript-attribute", "a value does not have this attribute",
		"The message names the value and the attribute. Buffers have shape, dtype, data, strides, "+
			"elem_offset, scope, access_ptr, "+
			"vload and vstore; values have dtype and astype.")
	CodeType = diag.Register("tvmscript-type", "a Python value of another type is needed",
		"The place needs a value of the type that the message names, known at import time or not as the "+
			"message says.")
	CodeValue = diag.Register("tvmscript-value", "a Python value cannot be computed or used",
		"The value is out of range: an integer that does not fit the dtype, a division by zero, a result "+
			"beyond 64 bits, a dtype "+
			"name that there is not.")
	CodeLimit = diag.Register("tvmscript-limit", "the work at import time has no end in sight",
		"Python that runs at import time may take some millions of steps, nest two hundred calls and make "+
			"lists of a million "+
			"elements. Use a loop of TVMScript, T.serial, for what is to run in the kernel.")
	CodeStore = diag.Register("tvmscript-store-cast", "a store cuts the fraction of a number off",
		"TVM casts what is stored to the dtype of the buffer. A floating-point number in a buffer of "+
			"integers loses its fraction. "+
			"Write T.Cast(\"int32\", x) where that is meant: then there is no warning.")
	CodeDivision = diag.Register("tvmscript-division", "integers are divided with /",
		"In TVMScript `/` is the division of floating-point numbers. Say x // y to round down, "+
			"T.truncdiv(x, y) to round toward "+
			"zero, or cast the operands to a float first.")
)
