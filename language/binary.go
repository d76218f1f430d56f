package language

import "bytes"

// This file recognizes files that hold kernels for NVIDIA's GPUs as machine code, or as PTX beside it.

// fatbinMagic are the first bytes of a fatbin, the container in which nvcc puts PTX and machine code.
const fatbinMagic = "\x50\xed\x55\xba"

const cuobjdumpHelp = "print the PTX in it, if there is any, and check that: cuobjdump -ptx FILE | " +
	"sed -n '/^\\.version/,$p' > FILE.ptx && inflight check FILE.ptx; or keep the PTX when you compile: " +
	"nvcc --keep"

// elfMagic are the first bytes of executables, libraries and object files in ELF.
const elfMagic = "\x7fELF"

// machineCUDA is the machine in the header of a cubin, which is an ELF file: EM_CUDA, at byte 18.
const machineCUDA = "\xbe\x00"

func isELF(content []byte) bool { return bytes.HasPrefix(content, []byte(elfMagic)) }

func isCubin(content []byte) bool {
	return isELF(content) && len(content) >= 20 && string(content[18:20]) == machineCUDA
}

// hasKernels reports whether an ELF file has the section in which nvcc puts kernels, or holds a fatbin.
func hasKernels(content []byte) bool {
	return isELF(content) && (bytes.Contains(content, []byte(".nv_fatbin\x00")) ||
		bytes.Contains(content, []byte(fatbinMagic)))
}
