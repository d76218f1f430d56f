// Package judge says whether the synchronization of a kernel written in PTX is right, and whether its waits
// are exact.
//
// Check executes the kernel once on the abstract machine, which finds races whatever the order of execution,
// and recounts every cp.async.wait_group from what the threads needed: which of their groups had to be
// complete when, and how many they had committed by then. How the counts were made plays no part. Fences of
// proxies are judged beside the waits (fences.go): each pair of accesses that has one alone between needs it.
// What no execution shows it takes from the flow of control: waits that can never wait, and synchronization
// that was not reached.
//
// The launch comes from the kernel's own directives, from metadata beside the text and from options; what
// none of them says is assumed, and the report says so: one block of 128 threads, 48 KiB of dynamic shared
// memory, integers 1024 and floats 1, and for every pointer a buffer of zeros that grows as far as the kernel
// reaches, up to 1 GiB.
//
// It imports ptx, ptx/machine and diag. Start reading at judge.go, then recount.go; plan.go makes the launch.
package judge
