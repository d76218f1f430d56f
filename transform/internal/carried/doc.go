// Package carried adds values to what control flow carries: values that loops hand from iteration to
// iteration, that conditions return, and that branches pass to blocks. It knows operations by their
// interfaces alone (RegionSuccessors, SuccessorOperands): what control passes on are the last operands.
package carried
