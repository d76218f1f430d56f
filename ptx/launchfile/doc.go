// Package launchfile reads descriptions of launches: JSON that lies beside a kernel in PTX, or that a
// recorder wrote while a process ran.
//
// Beside finds the description of a file with PTX. Parse reads one of three forms: an object for one kernel,
// a list of them, or an object with a list "kernels". What Triton writes beside its PTX is recognized by its
// "num_warps".
//
// It imports diag alone. Start reading at
// description.go.
package launchfile
