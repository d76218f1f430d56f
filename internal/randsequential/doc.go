// Package randsequential makes random programs without anything asynchronous, as text: loops, conditions,
// structured operations, copies, calls, views, scalars, buffers that live for a while, and branches. Every
// program verifies, and runs without leaving memory. Only tests import it.
package randsequential
