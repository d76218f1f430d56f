package ir

import "github.com/inflight-compiler/inflight/diag"

// The codes of the verifier. Checks that belong to one operation have the codes of its dialect.
var (
	codeOperands = diag.Register("verify-operands", "an operation has wrong operands",
		"The number or the types of the operands are not those that the operation is declared with.")
	codeResults = diag.Register("verify-results", "an operation has wrong results",
		"The number or the types of the results are not those that the operation is declared with.")
	codeAttributes = diag.Register("verify-attributes", "an operation has a wrong or missing attribute",
		"An inherent attribute is missing or does not satisfy its declaration.")
	codeRegions = diag.Register("verify-regions", "an operation has wrong regions or blocks",
		"The number of regions or of their blocks is not that of the operation's declaration.")
	codeSuccessors = diag.Register("verify-successors", "a branch does not fit its successors",
		"The blocks that an operation branches to, or the values passed to them, do not fit the declaration.")
	codeTerminator = diag.Register("verify-terminator", "a block does not end with a terminator",
		"Every block ends with exactly one operation that hands control on, unless its parent needs none.")
	codeParent = diag.Register("verify-parent", "an operation stands in an operation that cannot hold it",
		"The operation is only meaningful directly inside certain others.")
	codeTypes = diag.Register("verify-types", "operands and results of an operation do not agree",
		"The operation requires equal types, shapes or element types.")
	codeDominance = diag.Register("verify-dominance", "a value is used where it is not defined on every path",
		"A value may be used after its definition in the same block, and in what that block dominates.")
	codeIsolation = diag.Register("verify-isolation", "a value of the outside is used in an isolated region",
		"Functions and modules do not see values that are defined around them. Pass the value as an argument.")
	codeSymbol = diag.Register("verify-symbol", "a symbol is defined twice or badly",
		"Names of functions and globals are unique in the operation that holds them.")
	codeUnregistered = diag.Register("verify-unregistered", "an operation is unknown",
		"No dialect describes the operation. --allow-unregistered-dialect accepts it as it stands.")
)
