package ptx

import "github.com/inflight-compiler/inflight/diag"

var (
	codeSyntax = diag.Register("ptx-syntax", "the text is not PTX",
		"The text does not follow the grammar of PTX, or uses a construct that Inflight does not read. The "+
			"message says what would have "+
			"been accepted.")
	codeNumber = diag.Register("ptx-number", "a number is malformed or too large",
		"Integers have at most 64 bits; floats are decimal, or 0f and eight or 0d and sixteen hexadecimal "+
			"digits.")
	codeInstruction = diag.Register("ptx-unknown-instruction",
		"an instruction, or a form of one, is not known",
		"Inflight knows the instructions that LLVM 22 and nvcc write for devices up to compute capability "+
			"12.0. "+
			"The message names the opcode or the modifier that is not among them, or a form that no device "+
			"has. "+
			"What is known and not executed is ptx-not-executed.")
	codeName = diag.Register("ptx-undefined-name", "a name is not defined where it is used",
		"Registers, variables, labels, parameters and functions are defined in the block around their use "+
			"or in the module.")
	codeTwice = diag.Register("ptx-defined-twice", "a name is defined twice in one block",
		"Give one of them another name, or a block of its own.")
	codeOperand = diag.Register("ptx-operand", "an operand does not fit its instruction",
		"The number of operands, their form, and the width and kind of registers must be those of the "+
			"instruction. Registers of "+
			"untyped bits fit every kind of their width; loads, stores and conversions also take wider "+
			"registers.")
	codeTarget = diag.Register("ptx-target", "an instruction needs a later target or version",
		"Raise .target or .version to what the message names, or use instructions that the target has.")
	codeVariable = diag.Register("ptx-variable", "a variable or a directive is declared wrongly",
		"Alignments are powers of two, sizes at most 4 GiB, initializers fit their variable, and only "+
			"variables in .global and .const have one.")
)
