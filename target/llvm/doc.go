// Package llvm compiles programs to LLVM IR, as LLVM 22 reads and writes it. Text and LibraryText lower a
// module, by one line per pass (lower.go), to the llvm dialect. Append prints a module of that dialect.
// Nothing is executed.
//
// An operation that Append does not know is an error. The text depends on the module alone, and takes time
// linear in its size. Blocks may nest and follow each other as deep as they like.
//
// Hints for loops and branches are printed. Information about aliasing (tbaa, alias scopes, access groups) is
// left out, and so is debug information: programs mean the same without.
//
// Start reading at lower.go. entry.go adds the function that a host calls with the slots of arguments and
// results. library.go and header.go make the functions and the declarations that C uses. symbols.go keeps the
// names of a program apart from those of others. external.go warns of functions that the program does not
// define. Of the printer start at module.go. function.go connects blocks and numbers values, and
// instruction.go has one printer for each kind of operation. intrinsic.go has the table of intrinsics,
// constant.go the values without an instruction, attributes.go the attributes of functions and parameters,
// and unwritten.go the attributes that are refused.
//
// # From a program to an executable
//
// Parallel loops become tasks on the way, and optimize-loops tiles products and makes vectors of loops. The
// function that entry.go adds takes arguments from slots of eight bytes. exec/native runs clang, which makes
// an executable of the text, of the runtime of exec/asyncrt and of a host.
//
// Operations of a device become calls (gpu-kernels-to-host, gpu-async-region, gpu-to-llvm). exec/gpurt hands
// these calls to NVIDIA's driver. Where there is no driver, it hands them to a fake one, which executes
// kernels as functions of the host and finds races.
package llvm
