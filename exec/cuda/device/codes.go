package device

import "github.com/inflight-compiler/inflight/diag"

var (
	codeMissing = diag.Register("cuda-helper-missing", "the helper program inflight-cuda is not installed",
		"The engine cuda opens NVIDIA's driver in a program of its own, so that inflight itself needs no "+
			"library. It is looked for under the "+
			"name in INFLIGHT_CUDA_HELPER, then beside inflight, then in the folders of PATH. `go install` "+
			"makes it of the package "+
			"cmd/inflight-cuda of Inflight's module.")
	codeHelper = diag.Register("cuda-helper", "the helper program inflight-cuda has failed",
		"It cannot be started, or ended before its work was done. Run it by hand, without arguments: it "+
			"tells what device it finds.")
	codeVersion = diag.Register("cuda-helper-version",
		"the helper program inflight-cuda is of another version",
		"inflight and inflight-cuda must be built of the same version; install both again.")
	codeNoDriver = diag.Register("cuda-no-driver", "the library of NVIDIA's driver cannot be opened",
		"The engine cuda needs libcuda.so.1, which comes with NVIDIA's driver; a CUDA toolkit is not "+
			"needed. INFLIGHT_LIBCUDA names the file "+
			"where it is in no folder that the loader knows. In a container it must be made visible, as by "+
			"--gpus all.")
	codeNoDevice = diag.Register("cuda-no-device", "NVIDIA's driver has no device to offer",
		"The driver is there, but no GPU that this process may use: see nvidia-smi, and the variable "+
			"CUDA_VISIBLE_DEVICES.")
	codeOldDriver = diag.Register("cuda-driver-old", "the driver is too old for the PTX of the kernels",
		"Each version of PTX needs a driver of some version of CUDA. Install a newer driver, or use fewer "+
			"features of new devices.")
	codeOldDevice = diag.Register("cuda-device-old", "the device is too old for the kernels",
		"Kernels need a device of at least the compute capability of their target: cp.async, for instance, "+
			"sm_80. A target such as sm_90a "+
			"is for devices of exactly that capability.")
	codeMemory = diag.Register("cuda-out-of-memory", "the device has not enough free memory",
		"The arguments, and what the program allocates with gpu.alloc, are in the device's memory all at "+
			"once. Make them smaller, or end "+
			"other programs that use the device; nvidia-smi lists them.")
	codeShared = diag.Register("cuda-shared-memory",
		"a kernel needs more shared memory than a block may have on the device",
		"The static and the dynamic shared memory of a block together have a limit that depends on the "+
			"device. Use smaller tiles or "+
			"fewer stages.")
	codeJIT = diag.Register("cuda-jit", "the driver does not compile the PTX of the kernels",
		"The notes are what its compiler said, with lines of the PTX that `inflight build --emit ptx` "+
			"writes. This is a mistake in "+
			"Inflight, or in PTX written by hand.")
	codeLaunch = diag.Register("cuda-launch", "a kernel cannot be launched, or did not end well",
		"The sizes of the grid and the block, the registers and the shared memory must be within what the "+
			"device has; or the kernel has "+
			"executed a trap, or an instruction that the device does not have.")
	codeAddress = diag.Register("cuda-illegal-address", "a kernel accessed memory that is not there",
		"Kernels do not check subscripts on the device. The simulator does: with --engine sim the access "+
			"is named; and "+
			"`inflight check` on the PTX names the instruction.")
	codeDriver = diag.Register("cuda-driver", "a function of NVIDIA's driver has failed",
		"The message has the function and what it returned, as the driver names it.")
	codeBLAS = diag.Register("cuda-no-blas", "cuBLAS cannot be used on this machine",
		"cuBLAS is only compared with; nothing needs it. INFLIGHT_LIBCUBLAS names its file where the "+
			"loader does not find it.")
	codeTime = diag.Register("cuda-limit-time", "the program has used up its time on the device",
		"The program did not end within the time that --time-limit allows; raise the limit if it needs more.")
)
