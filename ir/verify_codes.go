package ir

import "github.com/inflight-compiler/inflight/diag"

// CodeTypes marks an operation whose values have types that do not go together.
var CodeTypes = diag.Register("verify-types", "operands and results of an operation do not agree",
	"The operation requires equal types, shapes or element types, as the message says. Convert the values "+
		"first, for example "+
		"with arith.index_cast or memref.cast, or correct the types that are written.")

// These are the other codes of the verifier. Checks of one kind of operation have the codes of its dialect.
var (
	codeOperands = diag.Register("verify-operands", "an operation has wrong operands",
		"The number or the types of the operands are not those that the operation is declared with. The "+
			"message says which "+
			"operand, and what it must be.")
	codeResults = diag.Register("verify-results", "an operation has wrong results",
		"The number or the types of the results are not those that the operation is declared with. The "+
			"message says which "+
			"result, and what it must be.")
	codeAttributes = diag.Register("verify-attributes", "an operation has a wrong or missing attribute",
		"An inherent attribute is missing or does not satisfy its declaration. In generic form inherent "+
			"attributes stand "+
			"behind the operands: \"dialect.op\"(%x) <{name = value}>.")
	codeRegions = diag.Register("verify-regions", "an operation has wrong regions or blocks",
		"The number of regions, of their blocks or of the blocks' arguments is not that of the operation's "+
			"declaration. A "+
			"region's first block is where control enters, so no branch may lead to it: add a block in "+
			"front of it that does.")
	codeSuccessors = diag.Register("verify-successors", "a branch does not fit its successors",
		"A branch leads to blocks of its own region, and passes as many values to each as the block has "+
			"arguments, of "+
			"their types.")
	codeTerminator = diag.Register("verify-terminator", "a block does not end with a terminator",
		"Every block ends with exactly one operation that hands control on, such as func.return or "+
			"scf.yield, unless its "+
			"parent needs none. Add it, and put nothing behind it.")
	codeParent = diag.Register("verify-parent", "an operation stands in an operation that cannot hold it",
		"The operation is only meaningful directly inside certain others. Move it into one of those that "+
			"the message names.")
	codeDominance = diag.Register("verify-dominance", "a value is used where it is not defined on every path",
		"A value may be used after its definition in the same block, and in what that block dominates. "+
			"Define it further "+
			"out, or hand it on as a result or as an argument of the block.")
	codeIsolation = diag.Register("verify-isolation", "a value of the outside is used in an isolated region",
		"Functions and modules do not see values that are defined around them. Pass the value as an "+
			"argument.")
	codeSymbol = diag.Register("verify-symbol", "a symbol is defined twice or badly",
		"Names of functions and globals are strings, and unique in the operation that holds them. Rename "+
			"one of two that "+
			"are equal.")
	codeUnregistered = diag.Register("verify-unregistered", "an operation is unknown",
		"No dialect describes the operation. --allow-unregistered-dialect accepts it as it stands.")
)
