// Package carried adds values to those that control flow carries: values that loops pass from iteration to
// iteration, that conditions return, and that branches pass to blocks. The package knows operations by their
// interfaces alone (RegionSuccessors, SuccessorOperands): the values that control passes on are the last
// operands.
package carried
