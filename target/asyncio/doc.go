// Package asyncio writes a program as Python that runs on asyncio: one thread, in which tasks take turns
// where they wait. Nothing is executed.
//
// Every function becomes an async def. The call of a lazy async.func makes an object that runs the function
// at the first await, in the task that awaits, and shares its result with later ones. The call of another
// async.func, and an async.execute, is a task (asyncio.create_task), which starts when its issuer first
// waits. A group of tokens is awaited with asyncio.gather. An assertion that fails is an exception of the
// task. Integers wrap around at their width, and memory is a list, so that the program computes what the
// simulator computes. It prints what the program prints, and then the memory and the results of the entry.
//
// What asyncio has no word for is an error with its place: branches between blocks, promises, queues,
// devices, vectors and tensors.
//
// Start reading at write.go, which has the module and functions. statement.go has control flow and memory,
// tasks.go what is asynchronous, scalar.go arithmetic. runtime.py is printed in front of every program.
package asyncio
