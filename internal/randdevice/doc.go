// Package randdevice makes random programs of a device, as text: graphs of copies, fills and launches over a
// few buffers, whose tokens say exactly what conflicts need, on random queues or on none.
//
// Start reading at New. A program comes with what it computes. Host makes programs whose operations block.
package randdevice
