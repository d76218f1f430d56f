// Package trial tries programs out: it executes them for several arguments and in several orders (Hazards),
// adds the waits and barriers that an execution turns out to miss until none is missing (Right), and takes
// them away again, one by one (Faults).
//
// It knows nothing but what executions show, so that programs that are right and wrong by its word can be
// held against the checker. Start reading at trial.go.
package trial
