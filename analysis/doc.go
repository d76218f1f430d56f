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
// has marked the function (ArgumentsOverlap). At the end of a function, no asynchronous operation in flight
// may access memory that outlives the function.
//
// An Access is a box of the buffer's subscripts. Subscripts go through views as affine functions. Where a
// view has another shape, they are divided by the view's extents. Where a view makes a box with gaps, or of
// parts of rows, a lattice of the numbers of elements (row by row) says which elements of the box are
// accessed. memref.view counts bytes. reinterpret_cast counts elements from the beginning of the memory that
// its source is a part of. An extent that no operation gives leaves a dimension without limit.
//
// Structured operations of linalg on memory read all elements of their inputs and write all of their outputs.
// An output whose old elements the body uses, or that may keep elements, is read as well. The effects of the
// body on other memory are added. So these operations can be statements of a pipeline, and can fill buffers,
// without an analysis of their bodies.
//
// # Integers
//
// Integers wrap around here as they do in the program, at all widths (wrap.go). A form of fewer than 64 bits
// is exact where the limits of its values show that. Otherwise the form is a remainder by 2ʷ, which has a
// definite number where an iteration is executed. Sums of 64 bits are forms modulo 2⁶⁴. They are exact where
// they are divided or compared.
//
// Sizes that the program does not give (extents, arguments, counters of loops up to them) are assumed to be
// at most 1024 in arithmetic of 32 bits and 2⁴⁰ in that of 64, as far as that decides whether it wraps
// around. Narrower integers are not assumed to stay small.
//
// &, | and ^ with a constant are sums of remainders by powers of two. The subscripts of a summarized loop are
// bounded by the limits of the dividend. Up to 4096 iterations are enumerated to find out whether their
// accesses cover a box (f floordiv 32 and f mod 32 do together). Minima, maxima and products of variables
// have definite numbers where an iteration is executed. Elsewhere they may be any number.
//
// Meeting (meeting.go) asks whether two accesses touch a common element in iterations at a given distance,
// for all iterations and all sizes. Quotients and remainders by constants are variables with conditions.
// Minima and comparisons are alternatives. Of products of two variables, the analysis knows the difference of
// two products with a common factor. Package presburger decides these conditions.
//
// # Barriers
//
// Accesses of threads that lack a barrier have a gap: the part of the text where the barrier may be inserted.
// BarrierPlaces takes the ends of gaps, the earliest first, so that few barriers order all accesses. One
// message reports all accesses that one barrier orders.
//
// # Equal values
//
// Threads and tasks that write equal values to the same elements get a remark, not an error. EqualStores
// decides this for the program and not for one run. Two stores write equal values if both values are equal
// constants, or the same value, and that value depends on nothing that differs between the threads. It may
// depend on constants, values from outside, and loads of memory that no operation in the threads writes. The
// elements of the two memrefs must be the same bytes, or have no byte in common. A vector must consist of one
// value, or go to one place. A copy must have one source, which no operation writes, and one target. For
// tasks, values from outside are those that the function computes once, and those that all calls of a private
// function pass. Conditions around the stores may differ. A read without order with such a store is a race.
// Asynchronous scopes of a pipeline that write equal values are a race, as other scopes are.
package analysis
