// Package frommpi makes programs of ranks of programs with MLIR's mpi dialect: one program for each rank, or
// one for all, in which mpi.comm_rank tells the ranks apart.
//
// Start reading at frommpi.go. communicator.go has communicators and their groups, control.go follows loops,
// conditions and calls, and call.go makes actions of the calls of MPI.
//
// # What is evaluated
//
// The entry of a program is executed for each rank on integers alone: constants, the number of the rank, the
// size of a communicator, and what operations compute of them by their folds. Memory and arguments are not
// known. Loops with known bounds run; conditions, loops and branches that depend on what is not known are
// skipped if they have no call of MPI, and are an error otherwise (ranks-incomplete), because the verdict
// would be one on another program. Calls are taken to succeed. A receive from any sender or with any tag
// (negative numbers) is an error, too: which message it takes depends on the timing.
//
// MPI_Comm_split needs the colors of all ranks. The ranks are executed again, with the groups known so far,
// until nothing new is known. MPI_Finalize is a collective of all ranks (MPI 4.1, section 11.2.2).
package frommpi
