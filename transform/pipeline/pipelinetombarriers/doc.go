// Package pipelinetombarriers is the pass pipeline-to-mbarriers: the asynchronous stages of annotated loops
// in kernels become a producer, a warpgroup of which one thread issues copies by the tensor memory
// accelerator, and the threads that the kernel had before become consumers.
//
// In the order of execution: pass.go goes through kernels. kernel.go finds the loops, ring.go reads their
// annotations and buffers, box.go recognizes copies of boxes, and slice.go decides whether the producer can
// do without the consumers. Then split.go makes the two roles, sequence.go gives them slots and parities,
// role.go has their waits and arrivals, registers.go shares registers between them, and host.go gives
// launches tensor maps and a warpgroup more.
//
// # How a pipeline becomes phases
//
// A wait until at most N groups of a queue are in flight, where h groups are committed, waits for group
// h-1-N. Here every iteration of a loop commits one group per asynchronous stage, so that the iteration which
// the consumer executes is that number. Group q fills slot q mod S, where S is the distance of the stages
// plus one, and is complete when phase q/S of the barrier object full[q mod S] is: that phase has one
// arrival, the producer's, and the bytes of the group. Group q may begin when group q-S has been used: phase
// q/S - 1 of empty[q mod S], which has an arrival per thread of the consumers, or per warp where only
// products of warpgroups read the slot. The number q is never computed: both roles carry the slot and the
// parity of q/S through all loops and conditions around the pipelined one, and advance them once per
// iteration. So they agree on every path that both take, which are the same because neither role decides what
// the other does.
//
// A condition around a copy leaves the phase as it is: the copy is predicated, and the bytes that the phase
// expects are those of the copies that are made. A box that reaches over the end of its tensor is filled with
// zeros by the accelerator, and counts all of its bytes.
package pipelinetombarriers
