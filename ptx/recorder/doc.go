// Package recorder has a library that is preloaded into a process with an NVIDIA GPU, and writes a file for
// each launch of a kernel: a description of package launchfile, beside the code of the kernel. With them a
// kernel is judged, or run, with the launches that it really has.
//
// The package contains the library's C sources and compiles them. Start reading at src/recorder.c. The
// library stands between a process and NVIDIA's driver in each way in which a process comes to the driver: as
// a library that it is linked with, by dlsym, and by cuGetProcAddress. It needs Linux with glibc.
//
// A process that is recorded computes as without the library. What the library cannot write it says once on
// the standard error, and lets the process go on.
package recorder
