package protocol

// Version is the version of the protocol. A helper of another version is refused.
const Version = 4

// The requests.
const (
	Hello  = "hello"  // opens the device; answered with Device
	Load   = "load"   // compiles Text, the bytes, for the device; answered with a Handle and a Log
	Kernel = "kernel" // describes Name in the module Handle; answered with Kernel
	Alloc  = "alloc"  // allocates Bytes; answered with an Address
	Free   = "free"   // frees Address
	Write  = "write"  // copies the bytes to Address
	Read   = "read"   // answers with Bytes bytes at Address
	Fill   = "fill"   // sets Bytes bytes at Address to Value
	Copy   = "copy"   // copies Copies[0], as Timing says; answered with Times
	// launches Name of the module Handle; the bytes are its parameters; answered with Times
	Launch  = "launch"
	Stream  = "stream"  // makes a stream; answered with a Handle
	Mark    = "mark"    // does nothing; on a stream, to ask for events
	Await   = "await"   // waits for Events; without any, for all operations of the device
	Elapsed = "elapsed" // answered with Times, between the Events 0 and 1, 2 and 3, and so on
	// answered with the Bytes that the request with Handle has read; its copy must have ended
	Collect = "collect"
	Drop    = "drop"    // destroys Events, and the memory of the host of Handles
	Graph   = "graph"   // makes a graph; answered with a Handle
	Run     = "run"     // launches the graph Handle on a stream and destroys it
	Product = "product" // multiplies matrices with cuBLAS, as Matrices says; answered with Times
)

// Request is a request of the engine.
type Request struct {
	Do       string    `json:"do"`
	Version  int       `json:"version,omitempty"`
	Handle   uint64    `json:"handle,omitempty"`
	Name     string    `json:"name,omitempty"`
	Address  uint64    `json:"address,omitempty"`
	Bytes    int64     `json:"bytes,omitempty"`
	Value    byte      `json:"value,omitempty"`
	Grid     [3]uint32 `json:"grid"`
	Block    [3]uint32 `json:"block"`
	Shared   uint32    `json:"shared,omitempty"` // dynamic shared memory of a block, in bytes
	Timing   Timing    `json:"timing"`
	Copies   []Region  `json:"copies,omitempty"`
	Matrices *Matrices `json:"matrices,omitempty"`
	// TensorMaps are those among the parameters of a Launch, which the helper has the driver encode.
	TensorMaps []TensorMap `json:"tensorMaps,omitempty"`
	// Queued puts an Alloc, Free, Write, Read, Fill, Copy or Launch on a stream. The answer comes before the
	// operation has ended, with the Events that are asked for; the answer to Write and Read has a Handle to
	// memory of the host, for Collect or Drop. A Write, Read, Fill, Copy or Launch may be a node of a graph
	// instead.
	Queued  *Queued  `json:"queued,omitempty"`
	Events  []uint64 `json:"events,omitempty"`
	Handles []uint64 `json:"handles,omitempty"`
	// Width is the size of the pattern of Fill, 1, 2 or 4 bytes, and Pattern its bits. They are used on a
	// stream only; otherwise Value is written.
	Width   int    `json:"width,omitempty"`
	Pattern uint32 `json:"pattern,omitempty"`
}

// Queued tells on which stream an operation is put, or that it is a node of a graph. A node is answered with
// its number, from 1, as the only event.
type Queued struct {
	Stream uint64 `json:"stream"`
	Graph  uint64 `json:"graph,omitempty"`
	// events that the stream waits for before the operation; nodes that the node comes after
	After []uint64 `json:"after,omitempty"`
	Begin bool     `json:"begin,omitempty"` // records an event before the operation
	End   bool     `json:"end,omitempty"`   // and an event behind it
}

// Timing says how often an operation is executed and measured. The zero value means once.
type Timing struct {
	// Warmup is the number of executions before the first measurement.
	Warmup int `json:"warmup,omitempty"`
	// Repeats is the number of measurements, and Batch the number of executions in each. 0 means 1.
	Repeats int `json:"repeats,omitempty"`
	Batch   int `json:"batch,omitempty"`
	// Restore are copies before each execution, which are not measured, so that every execution begins with
	// the same contents of memory.
	Restore []Region `json:"restore,omitempty"`
}

// Region is a copy of memory of the device.
type Region struct {
	To    uint64 `json:"to"`
	From  uint64 `json:"from"`
	Bytes int64  `json:"bytes"`
}

// TensorMap is how a tensor map is encoded: the arguments of cuTensorMapEncodeTiled (CUDA driver API, "Tensor
// Map Object Management"), with the numbers of its enumerations and the innermost dimension first.
type TensorMap struct {
	At         int      `json:"at"` // the byte of the parameters where the map begins
	Type       int32    `json:"type"`
	Address    uint64   `json:"address"`
	Dims       []uint64 `json:"dims"`
	Strides    []uint64 `json:"strides"` // in bytes, of all dimensions but the innermost
	Box        []uint32 `json:"box"`
	Interleave int32    `json:"interleave"`
	Swizzle    int32    `json:"swizzle"`
	Promotion  int32    `json:"promotion"`
	Fill       int32    `json:"fill"`
}

// TensorMapBytes is the size of a tensor map, and TensorMapAlign its alignment.
const (
	TensorMapBytes = 128
	TensorMapAlign = 64
)

// Matrices is a product C = A B of matrices in row-major order, A of m x k and B of k x n elements,
// accumulated in f32.
type Matrices struct {
	M       int    `json:"m"`
	N       int    `json:"n"`
	K       int    `json:"k"`
	Inputs  string `json:"inputs"`  // the type of the elements of A and B: f16, bf16 or f32
	Outputs string `json:"outputs"` // the type of the elements of C
	A       uint64 `json:"a"`
	B       uint64 `json:"b"`
	C       uint64 `json:"c"`
}

// Response is the answer to a request.
type Response struct {
	Failure *Failure `json:"failure,omitempty"`
	Device  *Device  `json:"device,omitempty"`
	Handle  uint64   `json:"handle,omitempty"`
	Address uint64   `json:"address,omitempty"`
	Log     string   `json:"log,omitempty"`
	Kernel  *Use     `json:"kernel,omitempty"`
	// Events are the events that Queued asks for: the one before, then the one behind.
	Events []uint64 `json:"events,omitempty"`
	// Times are the measured times of one execution each, in milliseconds.
	Times []float64 `json:"times,omitempty"`
	// Library names the library besides the driver's that a request used.
	Library string `json:"library,omitempty"`
}

// Device is a device with its driver.
type Device struct {
	Version int    `json:"version"` // of the protocol
	Library string `json:"library"` // the file that was opened
	Driver  int    `json:"driver"`  // CUDA version of the driver: 1000 major + 10 minor
	Name    string `json:"name"`
	Major   int    `json:"major"` // of the compute capability
	Minor   int    `json:"minor"`
	Memory  uint64 `json:"memory"` // in bytes
	Units   int    `json:"units"`  // multiprocessors
	Shared  int    `json:"shared"` // the most shared memory that a block can have, in bytes
}

// Use has the resources of a device that a compiled kernel uses.
type Use struct {
	Registers int `json:"registers"` // of a thread
	Local     int `json:"local"`     // bytes of a thread that do not fit into registers
	Shared    int `json:"shared"`    // static bytes of a block
	Threads   int `json:"threads"`   // the most threads that a block can have
}

// Failure is an error of a request.
type Failure struct {
	// Call is the function that failed: one of the driver's, "dlopen" or "dlsym". It is empty for an invalid
	// request.
	Call string `json:"call,omitempty"`
	// Result is the result of a function of the driver, and Name its name.
	Result int    `json:"result,omitempty"`
	Name   string `json:"name,omitempty"`
	Text   string `json:"text,omitempty"`
	// Log is the output of the driver's compiler.
	Log string `json:"log,omitempty"`
}
