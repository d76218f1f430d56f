// Package exact knows what operations on numbers give by arithmetic on numbers of any size, and writes
// programs that execute them: as a loop, or as a kernel with a thread for each operand. Integers has all
// integer operations of arith and math in a type, Conversions those between all types, and Dtypes what
// TVMScript writes with two dtypes. A Suite is such a table with operands; Differences compares what a
// program left with what it should have.
package exact
