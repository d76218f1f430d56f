package machine

import "github.com/inflight-compiler/inflight/diag"

var (
	codeBounds = diag.Register("ptx-out-of-bounds", "an access is outside of its memory",
		"The address, in the space that the instruction names, is not within a buffer, a variable or the "+
			"shared memory of the launch. "+
			"Give the launch more shared memory or larger buffers, or correct the address.")
	codeMisaligned = diag.Register("ptx-misaligned", "an address is not a multiple of the size of the access",
		"Loads, stores and copies of n bytes, all elements of a vector together, need addresses that are "+
			"multiples of n.")
	codeRace = diag.Register("ptx-race",
		"two threads access the same memory, one writes, and nothing orders them",
		"Put a barrier between the two accesses that all threads of the block execute, or let each thread "+
			"have memory of its own. "+
			"Without a barrier, and between blocks, a release (st.release, or a fence and then an atomic or "+
			"volatile store) that an acquire reads orders what is before it and behind that; the scopes of "+
			"both must have the other's thread.")
	codeStaleRead = diag.Register("ptx-stale-read",
		"a strong load whose value matters may return an old value",
		"Volatile and relaxed accesses do not race, but nothing says which value such a load returns: lanes "+
			"of a warp do not go in step, and memory does not keep the order of a thread's stores. Put "+
			"bar.warp.sync between the store and the load where both are in a warp, a barrier where they "+
			"are in a block; else let a flag be set behind a release (st.release, or a fence) and read "+
			"with an acquire. Loads that acquire, and those that only repeat until the value is another "+
			"one, are not reported.")
	codeSameValue = diag.Register("ptx-same-value",
		"several threads write the same value to one place, and nothing orders them",
		"Whichever comes last, the memory holds the same. It is a race as soon as the values can differ; "+
			"let one thread write.")
	codeGuess = diag.Register("ptx-guess-before-cas",
		"a plain load races with atomic operations, and a cas confirms every use of its value",
		"The loop 'old = *p; do { assumed = old; old = atomicCAS(p, assumed, f(assumed)); } while (assumed "+
			"!= "+
			"old);' begins with a plain load. Formally that is a race, but a wrong value costs one more "+
			"round "+
			"and no more, since the cas stores nothing then. Load with ld.relaxed, or through a volatile "+
			"pointer, and nothing is open. A value that is used in any other way, also to decide a branch, "+
			"is "+
			"a ptx-race.")
	codeInFlight = diag.Register("ptx-copy-in-flight",
		"memory is accessed while an asynchronous copy may still access it",
		"The thread that issued the copy must wait for it (cp.async.wait_group) before anybody reads what "+
			"it writes, or writes what it "+
			"reads or writes; other threads need a barrier behind that wait. The notes say which of the "+
			"two is missing.")
	codeProxy = diag.Register("ptx-proxy-fence",
		"a bulk copy or a product of a warpgroup meets what a thread accessed, without a fence of proxies",
		"Bulk copies and wgmma access memory through the asynchronous proxy, and need not see what was "+
			"stored, or copied by cp.async, through "+
			"the generic one. Let the threads that wrote execute fence.proxy.async (behind the wait for "+
			"cp.async), and then meet at the barrier. A bulk copy over what threads have read needs it as "+
			"well: wait full; ld.shared; fence.proxy.async.shared::cta; arrive empty. wgmma reads through "+
			"the "+
			"asynchronous proxy itself, and needs none there.")
	codeDivergent = diag.Register("ptx-divergent-barrier", "not all threads reach a barrier together",
		"Some lanes of a warp are at a barrier, or at an operation of the warp, and others are elsewhere; "+
			"or all warps wait for "+
			"threads that will not come. Take it out of the condition.")
	codeArrivesAgain = diag.Register("ptx-arrives-again",
		"a warp arrives at a barrier a second time before the others have left it",
		"bar.arrive does not wait. The barrier counts both arrivals of the warp, and so lets the others go "+
			"on "+
			"before some of those that they wait for have come. Let the warp wait, at another barrier, "+
			"until "+
			"those that it arrived for have left this one.")
	codeEnded = diag.Register("ptx-ended-thread", "threads have ended before a barrier that the others reach",
		"bar.sync waits for the threads that have not ended. Where a later barrier counts on all of them, "+
			"it will wait for ever.")
	codeAbandoned = diag.Register("ptx-copy-abandoned", "a thread ends while a copy of its own is in flight",
		"Nothing waits for the copy, so that it is of no use, and nothing says that the memory of the "+
			"block lasts until it is complete. Wait "+
			"for all groups at the end, or do not copy what nobody reads.")
	codeUninitialized = diag.Register("ptx-uninitialized", "shared memory is read that nothing has written",
		"The value is arbitrary. Either the write is missing, or more is read than was written. It is an "+
			"error where the value reaches global memory or an address, and else a warning: rows that "+
			"nobody wants may hold anything.")
	codeLimit = diag.Register("ptx-step-limit", "the kernel executes too many instructions",
		"It may never end; if it does, run it on smaller data, and with fewer blocks.")
	codeStandstill = diag.Register("ptx-deadlock", "threads wait for each other for ever",
		"All threads that have not ended wait: in loops that read memory which nobody changes any more, at "+
			"barriers, or for phases that nobody completes. The notes say where. Let somebody change what "+
			"the "+
			"first one reads, launch as many blocks as it counts on, or take the wait out of what the "+
			"others "+
			"need to go on. A loop that counts how often it asks is not judged so; the limit of steps ends "+
			"it.")
	codeMemory = diag.Register("ptx-memory", "a kernel needs more memory than a device, or this machine, has",
		"A thread has at most 512 KiB of local memory, a block 227 KiB of shared memory, a kernel 64 KiB "+
			"of constants and 32764 bytes of "+
			"parameters. The machine holds at most 256 MiB of global variables; larger data is an argument.")
	codeLaunch = diag.Register("ptx-launch", "a kernel cannot be launched in this way",
		"Blocks have 1 to 1024 threads, at most 64 along z, grids at most 2^31 - 1 blocks, and the "+
			"arguments must be those of the "+
			"kernel. Sizes must keep to what .reqntid and .maxntid say.")
	codeTrap = diag.Register("ptx-trap", "the kernel executed a trap",
		"The program says itself that something is wrong.")
	codeMetadata = diag.Register("ptx-sparse-metadata",
		"metadata of a sparse matrix has values that mean nothing",
		"Four bits say which elements of a chunk are stored: of four elements two different numbers, of two "+
			"elements of 32 bits 0b0100 or 0b1110. Other values are undefined.")
	codeMbarrier = diag.Register("ptx-mbarrier", "a barrier object in shared memory is misused",
		"It must be initialized once before all other uses, with a count from 1 to 2^20 - 1, and not get "+
			"more arrivals in a phase than that.")
)
