// Package placegpubarriers has the pass place-gpu-barriers: the threads of a block wait for each other where
// one uses what another has written to their common memory, or writes what another may still be using.
//
// pass.go has the pass; hoist.go moves waits in front of copies, so that one barrier does for both. walk.go
// follows a kernel and finds the first access that needs a barrier, with the accesses since the last one
// (state.go); access.go says which accesses may be to the same element from different threads, with
// subscripts as form.go takes them apart.
package placegpubarriers
