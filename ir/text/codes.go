package text

import "github.com/inflight-compiler/inflight/diag"

// The codes of the diagnostics of this package.
var (
	codeLexical = diag.Register("parse-token", "malformed token",
		"The text contains a character or a literal that MLIR's syntax does not have, or a string that "+
			"does not end on its line.")
	codeSyntax = diag.Register("parse-syntax", "unexpected token",
		"Something else was expected at this place. The message says what. ir/text/grammar.txt holds the "+
			"grammar.")
	codeOp = diag.Register("parse-operation", "unknown or malformed operation",
		"The operation is not known, or its operands, results or regions do not fit what is written. "+
			"Operations of unknown dialects are accepted in generic form with --allow-unregistered-dialect.")
	codeValue = diag.Register("parse-value", "wrong use of an SSA value",
		"A value is used that nothing defines, is defined twice, or is used with another type than it has. "+
			"A name is visible from its definition to the end of the region it is defined in.")
	codeBlock = diag.Register("parse-block", "wrong use of a block",
		"A block is named as a successor but not defined in the region, or is defined twice. Labels hold "+
			"within their region: "+
			"write the block there, or rename one of two that are equal.")
	codeType = diag.Register("parse-type", "malformed type",
		"The text does not denote a type, or denotes one that cannot exist, such as a memref of functions.")
	codeAttr = diag.Register("parse-attribute", "malformed attribute",
		"The text does not denote an attribute, or its value does not fit its type.")
	codeAffine = diag.Register("parse-affine", "malformed affine map or set",
		"An expression is not affine (a product or a division needs a constant or symbolic right side), or "+
			"uses an "+
			"identifier that is not declared.")
	codeAlias = diag.Register("parse-alias", "wrong use of an alias",
		"An alias (#name or !name) is used that is not defined before its use, or is defined twice.")
	codeLocation = diag.Register("parse-location", "malformed location",
		"A location has one of the forms loc(\"file\":line:col), loc(\"name\"), loc(callsite(a at b)), "+
			"loc(fused[a, b]) and loc(unknown).")
	codeNesting = diag.Register("parse-nesting", "nesting too deep",
		"Regions, types or attributes are nested so deeply that processing them could exhaust the stack. "+
			"Move inner parts into "+
			"functions, or name them by aliases.")
	codeUnregistered = diag.Register("parse-unregistered", "unregistered dialect",
		"The operation belongs to a dialect that Inflight has no table for, or a dialect that it has a "+
			"table for has no such type or "+
			"attribute. --allow-unregistered-dialect accepts such operations in generic form, and keeps "+
			"such types and attributes as text, "+
			"as those of unknown dialects always are.")
	codeCustom = diag.Register("parse-custom", "error in the custom syntax of an operation",
		"The operation's own syntax does not allow what is written. The generic form, with the operation's "+
			"name in quotes, is always accepted.")
)
