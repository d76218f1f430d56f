// Package machine executes kernels written in PTX on the abstract machine: blocks of threads, warps of 32
// that diverge and meet again, asynchronous copies with groups per thread, barriers, matrices in fragments.
// It needs no GPU.
//
// Compile makes a Kernel of a function, once; Launch runs it over buffers of bytes and reports what went
// wrong: accesses out of bounds, races between threads, barriers that not all reach, reads of shared memory
// that nothing wrote, conflicts of banks.
//
// It imports package ptx, ptx/affine for which parameters are pointers, ir for the formats of floats, and
// diag. Start reading at kernel.go for what an instruction becomes, then warp.go, path.go, block.go and
// schedule.go for who runs when, spin.go and standstill.go for who waits for ever, memory.go and shadow.go
// for accesses and races, queue.go for groups of asynchronous operations, copy.go, bulk.go and wgmma.go for
// what they are, cluster.go, rendezvous.go and peer.go for clusters, storeasync.go for stores to peers,
// texture.go for arrays that are accessed by coordinates, phase.go for waits that may see another phase,
// proxy.go for fences of proxies, fences.go for what fences of memory are for, pool.go for setmaxnreg,
// tcgen05.go and tensormemory.go for tensor memory, dependency.go for dependent grids, uses.go for which
// operation reads and writes which registers, events.go for what warps did at barriers and with barrier
// objects. The instructions are in arith.go, float.go, convert.go, compare.go, move.go, fetch.go,
// surface.go, warpwide.go, atomic.go, matrix.go, mbarrier.go and control.go; decode.go has the table of
// them.
//
// # Decisions where the ISA leaves room
//
// Threads:
//   - Lanes of a warp that diverge meet again at the immediate post-dominator of the branch. One path runs
//     until it meets the others, asks in vain, or executes an operation of the warp that needs lanes of other
//     paths; then those run. Lanes that have come to where they meet the others go on alone if the others
//     spin.
//   - Warps of a cluster run in their order from barrier to barrier, or at random. Clusters run one after the
//     other, each to its end; a block is one of its own where nothing says how large clusters are. The blocks
//     of a cluster are alive at once. A cluster that spins or polls in vain lets others run, and more of them
//     begin. Nothing orders the accesses of different blocks but messages, below.
//   - A lap of a loop that ends with the registers with which it began, and has changed no memory, is not
//     executed again before something that it read has changed. If all threads of all blocks that have begun
//     wait, in such laps, at barriers or for phases, and no copy is in flight, that is a deadlock. A loop
//     that counts how often it asks changes a register: it is executed, in turns with the others, until it
//     gives up or the limit of steps ends it. Time passes while all wait: a loop that looks at a clock ends.
//   - bar.sync counts threads that have not ended, and warns if some have. In divergent code it is an error,
//     as all that is .aligned. To a barrier without .aligned the lanes of a warp may come from different
//     places: the warp comes when all have that have not ended.
//   - What lanes do together that a mask names they may do at different instructions, if these have the same
//     qualifiers and the same mask.
//   - Of what a warp does together, only bar.warp.sync orders memory. Its mask must name the lanes that come,
//     or lanes that have ended.
//
// Memory:
//   - Shared memory begins at address 1024 of its space, as on devices of compute capability 9.0, and holds
//     bytes 0xFF until written.
//   - The source and the destination of a cp.async are accessed at any moment between its issue and the wait
//     of the thread that issued it; another thread sees it after a barrier behind that wait, or a message.
//   - atom.add.f32 keeps numbers below the smallest normal one, in all memories. Devices flush them to zero
//     in global memory, and not in shared memory (PTX ISA, "atom"): sums of such small numbers differ there.
//   - A bulk copy to shared memory is complete when a thread knows that the phase which counted its bytes is.
//   - A tensor map has an encoding of this machine's own in its 128 bytes, which copies of the bytes keep.
//     Where neither the text makes a map nor the launch describes it, the size of its boxes is what is
//     expected at the barrier objects, in equal shares that do not reach into other boxes; their contents are
//     zeros.
//   - Strides of tensormap.replace are bytes, and units of 16 bytes in texts up to version 8.5: compilers
//     write them so for the ptxas of that time.
//   - An interleaved tensor has slices of 16 or 32 bytes as its innermost dimension, as in the manual's
//     example of 32-byte swizzling; a row in shared memory is a whole slice, padded with zeros. Elements that
//     are padded in shared memory have zeros there, and their padding counts as bytes of the copy. Elements
//     outside of a tensor that fills with NaN are the canonical NaN. Copies to shared memory round tf32 to
//     the nearest, and flush subnormal numbers of .ftz.
//   - The pattern of a swizzle is one of addresses in shared memory, wherever a box begins.
//   - A copy of tiles reads its map until it is complete. A map that the launch has changed needs a release
//     and an acquire by fence.proxy.tensormap between the change and the copy, along the order of memory.
//   - Bulk reductions update each element as an atomic operation of the device does.
//   - Bulk copies and products of a warpgroup see what the block wrote through the generic proxy behind a
//     fence.proxy.async, and a bulk copy overwrites what the block read through it behind one. mbarrier.init
//     needs none, as its object is not accessed as memory, and neither do the reads of wgmma.
//   - Such a fence may lie anywhere on the path of causality between the two, executed by whichever thread:
//     by the manual (PTX ISA, "Causality Order") a pair of accesses through two proxies is ordered if a fence
//     of proxies lies along the path of base causality from one to the other, which it says of aliases and
//     says of nothing else, and a fence acts in the thread that executes it and composes with other
//     synchronization. So a fence behind the barrier orders what was written before it. It is a warning
//     nevertheless where the thread that wrote executed none behind its write: what the manual says of
//     aliases may not hold for this proxy, and its own examples and the programming guide have the writer
//     execute it.
//   - Waits for phases by parity are judged as if threads could come to them at any moment: phase.go says
//     what must hold. That a thread has come is known from its clock, and from what lanes of a warp do
//     together.
//   - A thread behind a griddepcontrol.wait, its own or by its clock another one's, sees what the grids
//     before wrote. Without one nothing is before, unless the launch says so.
//   - A block has as many registers as .maxnreg says, else as many as the launch leaves it, and warps that
//     have ended give theirs back. setmaxnreg.inc waits for them.
//   - A product of a warpgroup reads shared memory and changes its registers at any moment until the wait.
//     Kernel.RegisterHazards finds registers that are accessed before, by the flow of control; an execution
//     finds nothing.
//   - A product is one operation of the four warps of a warpgroup, as its groups are. So a wait for a group
//     waits until all four have issued it, and it has read what it reads for all of them: one thread behind
//     its wait may free the slot that all four read from. What the other warps did behind that is not known.
//   - That shared memory is read which nothing has written is an error where the value reaches global memory
//     or an address in its lane, through registers, shuffles and shared memory. Products of matrices and
//     votes end it, and what an asynchronous copy reads is not followed.
//
// Tensor memory (PTX ISA, "TensorCore 5th Generation Family Instructions"):
//   - Products and copies that one thread issues take place in the order in which it issues them, whatever
//     their shapes; the ISA says so of some pairs alone. Commits arrive in that order as well, at any moment.
//   - A load or a store takes place at once; that nobody may rely on it is judged. The registers of a load
//     are judged by the flow of control, as those of wgmma.
//   - tcgen05.wait is executed by a warp in step: who knows that one lane is behind it knows that all are.
//   - Fences belong to a pair of accesses of different warps: before_thread_sync by a lane of the first warp
//     behind its access, after_thread_sync by a thread that knew of the access. That one lacks is a warning.
//     Freeing needs none. A commit has the former in it.
//   - A block has all 512 columns. An allocation gets the first columns that are free.
//   - Scale factors stand in each 32 lanes for what these lanes compute.
//
// Order of memory (PTX ISA, "Memory Consistency Model"):
//   - What happened before is known by clocks, per thread of the whole grid. A release pattern leaves a
//     message at the location that it writes, and an acquire pattern that reads it learns what the sender
//     knew. Atomic operations pass on the messages that they find. That another order of execution would have
//     brought another message is not tried: a flag is read until it is set, and then there is only one.
//   - Each side must have the other's thread in its scope: cta is the block, gpu and sys the grid. A volatile
//     access is a relaxed one of the whole system. An atomic operation is relaxed.gpu where it does not say.
//   - Strong accesses to the same bytes do not race with each other if their scopes have each other's thread,
//     and they are of one size.
//   - A strong load, and a strong write that nothing orders before or behind it, is a stale read where the
//     value reaches a result (global memory) or an address. Not so for loads that acquire, for atomic
//     operations, for what is the condition of the thread's own waiting, and for what an atom.cas compares.
//     A value in shared memory may be found by any load from there. Two fences.sc between such stores and
//     loads make their values agree, and not known: they are stale reads as well.
//   - Weak writes of the same value are a remark; they race if the values differ.
//   - What a strong read has found happened before what follows the read, and what that is known to.
//   - A fence.sc also learns what lies before another fence.sc that must have come earlier: one that happened
//     before a strong write which this thread has read. Two fences.sc that nothing else orders are taken as
//     unordered, as each may come first. A membar is a fence.sc.
//   - mbarrier.arrive releases and the waits acquire unless they are relaxed. Without a scope they do so in
//     the cluster, although the ISA says that the scope is then that of the block: shipped kernels arrive so
//     at barrier objects of other blocks. With .cta they order nothing between blocks. What an asynchronous
//     copy brings is seen behind each wait. The fence of the initialization of barrier objects orders nothing
//     else: who comes behind it and a barrier of the cluster, relaxed or not, knows of the initializations.
//     And a fence with sync_restrict is taken as one without.
//   - The model does not apply to textures, surfaces and ld.global.nc (PTX ISA, "Memory Consistency Model").
//     Their reads must not be of what the launch has written, whatever lies between; their writes are plain
//     writes, and reductions of surfaces atomic operations of the device.
//   - Caches and hints change nothing. Distinct buffers never overlap, and have gaps between them.
//
// Clusters:
//   - An address of shared memory has the rank of its block from bit 24 on. Those of the own block are
//     addresses of the cluster; an instruction without .shared::cluster takes no other ones.
//   - The shared memory of another block is there from the begin of that block to its end. An access must be
//     known to come behind anything that the other block did, and some thread of that must know of the access
//     when the block ends. A thread waits for barrier objects of its own block alone.
//   - A copy to several blocks is one for each: to the same place, counted by the barrier object at the same
//     place. st.async and red.async are weak, but for the addition, and go through the generic proxy.
//   - A fence.sc of a block has an order among others only where the block is alone in its cluster.
//
// Values:
//   - The approximations (ex2, lg2, rcp, sqrt, rsqrt, sin, cos, tanh, div.approx and div.full) are the value
//     rounded from float64.
//   - mma.sync and wgmma.mma_async sum products in float64 in the order of k, and round once per element.
//   - A sparse product of a warpgroup takes its metadata when it is issued. A pattern of banks that does not
//     begin where the memory is aligned to eight of its rows is shifted by the base offset of its descriptor.
//   - NaNs are the canonical NaN of the format: 0x7fffffff for f32, 0x7fff for halves.
//   - Shifts clamp, as the ISA has it; division of integers by zero gives all ones, and the remainder the
//     dividend.
//
// # Launches that go on in the same way
//
// FindPeriod says by how much a number of a launch can be raised, any number of times, so that nothing else
// happens (period.go): the state of the block, written without what only grows (relative.go), is the same
// after a period of a loop, and nothing depends on the registers that differ between the launches (drift.go,
// and tensordrift.go for copies of tiles). FindPeriodUpTo is for a number that is raised to a given one, so
// that wraparound and the ends of buffers can be excluded. The counts in the state are written as their
// places among all that are still known, as they are only compared; how far they are from the present is
// written where waits or parities ask for it. Lanes whose accesses are remembered as one (together.go) are
// taken to be the same as each alone.
//
// # How a kernel is executed
//
// kernel.go makes an operation of each instruction (a closure over the numbers of its registers), puts
// functions in the place of their calls, and finds for each branch where the lanes meet again. A warp
// executes an operation for all of its lanes. Beside each memory stands a shadow with its last accesses,
// which words with the same history share (history.go), and each thread has a clock of what it knows of the
// others: a barrier joins clocks, and a wait completes groups of the thread that executes it. A thread has
// three queues (cp.async, bulk copies from shared memory, products of a warpgroup), each with groups and
// waits of its own.
//
// Where only a verdict is wanted, operations are not executed whose results reach no address, no predicate
// and no barrier (slice.go); if anything is found, the launch is executed again with all values.
package machine
