// Package analysis answers questions about programs that both the judge and the transforms ask: which
// elements of which buffers an operation may access, in symbolic form, and whether two such regions may
// overlap.
//
// Transforms and the judge must agree exactly on these answers: if one needs a wait, the other must not find
// it redundant. Therefore both use this package.
//
// Start reading at linear.go (symbolic integers), then access.go (regions).
//
// # Memory
//
// Distinct allocations and distinct arguments of a function never overlap, unless note-overlapping-arguments
// has marked the function (ArgumentsOverlap). At the end of a function nothing that touches memory outliving
// it may be in flight.
//
// An Access is a box of the buffer's subscripts. Subscripts go through views as affine functions; where a
// view has another shape they are divided by its extents. Where a view makes a box of gaps or parts of rows,
// a lattice of the numbers of elements (row by row) says which elements of the box are meant. memref.view
// counts bytes, reinterpret_cast elements from the beginning of the memory that its source is a part of. An
// extent that no operation tells leaves a dimension open.
//
// Structured operations of linalg on memory read all elements of their inputs and write all of their outputs.
// An output that the body uses, or that may keep elements, is read as well. What the body does to other
// memory comes on top. So these operations are statements of a pipeline, and fill buffers, without being
// looked into.
//
// # Integers
//
// Integers wrap around here as they do in the program, at all widths (wrap.go). A form of fewer than 64 bits
// is exact where the limits of its values show that. Otherwise it is a remainder by 2ʷ, which is a number
// like any other where an iteration is executed. Sums of 64 bits are forms modulo 2⁶⁴, and are exact where
// they are divided or compared.
//
// Sizes that the program does not give (extents, arguments, counters of loops up to them) are assumed to be
// at most 1024 in arithmetic of 32 bits and 2⁴⁰ in that of 64, as far as that decides whether it wraps
// around. Narrower integers are not assumed to stay small.
//
// &, | and ^ with a constant are sums of remainders by powers of two. The subscripts of a summarized loop are
// bounded by the limits of what is divided. Up to 4096 iterations are enumerated to find out whether they
// touch all of a box (f floordiv 32 and f mod 32 do together). Minima, maxima and products of variables are
// numbers where an iteration is executed, and anything elsewhere.
//
// Meeting (meeting.go) asks whether two accesses meet in iterations that are so far apart, for all iterations
// and all sizes. Quotients and remainders by constants are variables with conditions, minima and comparisons
// are alternatives, and products of two variables are known by what products with a common factor are apart.
// Package presburger decides these conditions.
//
// # Barriers
//
// Accesses of threads that lack a barrier have a gap in the text where it may stand. BarrierPlaces takes the
// ends of gaps, the earliest first, so that few places order all. One message stands for what one place
// orders.
//
// # Equal values
//
// Threads and tasks that write equal values to the same elements get a remark, not an error. EqualStores
// tells this of the program and not of a run. Two stores write equal values if these are one value that
// depends on nothing that differs between the threads (constants, what comes from outside, loads of what
// nothing in the threads writes), or equal constants. Their memrefs must have elements that are the same
// bytes, or none in common. A vector has to be of one value, or to go to one place; a copy has to have one
// source that nothing writes, and one target. For tasks, outside means what the function computes once, and
// what all calls of a private function pass. Conditions around the stores may differ. A read that nothing
// orders with such a store is a race. Asynchronous scopes of a pipeline with equal values race as others do.
package analysis
