// Package judge says whether the synchronization of a kernel written in PTX is right, and whether its waits
// are exact.
//
// Check executes the kernel once on the abstract machine, which finds races whatever the order of execution,
// and recounts every cp.async.wait_group from what the threads needed: which of their groups had to be
// complete when, and how many they had committed by then. How the counts were made plays no part. Fences of
// proxies are judged beside the waits (fences.go): each pair of accesses that has one alone between needs it.
// What no execution shows it takes from the flow of control: waits that can never wait, and synchronization
// that was not reached. Of barrier objects it makes rings of slots, and says who fills them, who waits, and
// how many fills are in flight (rings.go).
//
// The launch comes from the kernel's own directives, from a description beside the text and from options;
// what none of them says is guessed, and the report says so. Sweep tries other values of what was guessed.
//
// # What is guessed, and when a verdict rests on it
//
//   - The shape of the blocks follows from sums such as ctaid.x * 256 + tid.x and tid.y * 16 + tid.x, from
//     the room in shared arrays and from the roles that threads are told apart by (shape.go). .maxntid is the
//     shape if these say nothing; 128 threads otherwise. A kernel that asks for the size of its blocks is
//     tried with others. A hazard is the kernel's mistake if the arithmetic or .reqntid told the shape, or if
//     the kernel asks for it and no larger block is right. Else it depends on the launch if another shape is
//     right in which all synchronization is reached; so it does where an access lies outside of shared memory
//     and a block of a half or a quarter of the rows is right, as its threads may go through several.
//   - The grid has one block; where the kernel asks for its block or for the grid, two and three along each
//     of these dimensions are tried as well, and a hazard in them is the kernel's mistake.
//   - Integers (integers.go): those with which places of threads are compared take every value; those with
//     which loops count take multiples of the step, up to twice the depth of a ring and two more. Where an
//     integer is the distance of rows that threads write, it is no smaller than a row; where elements of
//     several words lie so far apart, it keeps them aligned. A hazard with any of these values is the
//     kernel's mistake, but for one with 0 alone, or with the smallest up to the depth of a ring alone: these
//     are what callers do not give. Other integers are 1024, and a hazard depends on them if it goes away
//     with another value. In one launch more, all integers are small together, and each that places are
//     compared with is small in a grid of several blocks.
//   - Buffers hold zeros and grow as far as the kernel reaches, up to 1 GiB. Writes of several threads to a
//     place whose address was loaded, and accesses through loaded pointers, depend on the contents. Where
//     what a kernel does follows from what it loads, what it does not write holds the numbers 0, 1, 2, ... in
//     launches more, also of several blocks, floats where it computes with floats; a hazard with these alone
//     depends on the contents, and one that places cause which the numbers name counts for nothing. An access
//     behind what the bounds of its places let through depends on the size (sizes.go, bounds.go).
//   - Dynamic shared memory is all that a block may have; the report says how much is accessed. Floats are 1.
//
// Pointers of which nobody said where they point are taken to point to the beginning of their memory, and,
// where a kernel accesses what lies in front, into the middle of it (inside.go). The launch that is shown of
// those that are wrong is the smallest which comes to the synchronization that another one comes to.
//
// A launch that the kernel ends with a trap, and one that takes more steps than a sweep may, says nothing. A
// sweep is limited by steps, not by time, so that it finds the same on every machine. Launches are judged
// beside each other (ahead.go), and taken in in their order.
//
// # For all n
//
// Where nothing is wrong, the sweep tries to prove of each integer that loops count up to that no value is
// (forall.go). The machine finds by how much it can be raised, any number of times, without another thing
// happening; as many values as lie between are looked at, and all smaller ones are executed.
//
// It imports ptx, ptx/affine, ptx/launchfile, ptx/machine and diag. Start reading at judge.go, then
// recount.go; plan.go and args.go make the launch, sweep.go tries others, conclude.go says what they show,
// attribute.go on which guess it rests, and outcome.go tells what came of it.
package judge
