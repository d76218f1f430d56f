package protocol

// Version is the version of the protocol. A helper of another version is refused.
const Version = 3

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
	Mark    = "mark"    // does nothing, on a stream, where events are asked for
	Await   = "await"   // waits for Events; without any, for all of the device
	Elapsed = "elapsed" // answered with Times, between the Events 0 and 1, 2 and 3, and so on
	// answered with the Bytes that the request answered with Handle has read; it must have ended
	Collect = "collect"
	Drop    = "drop"    // destroys Events, and the memory of the host behind Handles
	Graph   = "graph"   // makes a graph; answered with a Handle
	Run     = "run"     // launches the graph Handle, on a stream, and destroys it
	Product = "product" // multiplies matrices with cuBLAS, as Matrices says; answered with Times
)

// Request is what the engine asks for.
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
	// Queued puts an Alloc, Free, Write, Read, Fill, Copy or Launch on a stream. The answer comes before it
	// has ended, with the Events that are asked for; that to Write and Read has a Handle to memory of the
	// host, which Collect or Drop take. A Write, Read, Fill, Copy or Launch may be a node of a graph instead.
	Queued  *Queued  `json:"queued,omitempty"`
	Events  []uint64 `json:"events,omitempty"`
	Handles []uint64 `json:"handles,omitempty"`
	// Width is the size of what Fill writes, 1, 2 or 4 bytes, and Pattern its bits. Only on a stream; else
	// Value is written.
	Width   int    `json:"width,omitempty"`
	Pattern uint32 `json:"pattern,omitempty"`
}

// Queued says where a request is put on a stream, or that it is a node of a graph: answered with its number,
// from 1, as the only event.
type Queued struct {
	Stream uint64 `json:"stream"`
	Graph  uint64 `json:"graph,omitempty"`
	// events that the stream waits for before; nodes that the node comes after
	After []uint64 `json:"after,omitempty"`
	Begin bool     `json:"begin,omitempty"` // records an event before it
	End   bool     `json:"end,omitempty"`   // and one behind it
}

// Timing says how often something is done and measured. The zero value means once.
type Timing struct {
	// Warmup is how often it is done before it is measured.
	Warmup int `json:"warmup,omitempty"`
	// Repeats is how often it is measured; Batch how often it is done for each measurement. 0 means 1.
	Repeats int `json:"repeats,omitempty"`
	Batch   int `json:"batch,omitempty"`
	// Restore are copies that are made each time before, and not measured, so that every time begins from the
	// same memory.
	Restore []Region `json:"restore,omitempty"`
}

// Region is memory of the device to copy.
type Region struct {
	To    uint64 `json:"to"`
	From  uint64 `json:"from"`
	Bytes int64  `json:"bytes"`
}

// Matrices is a product C = A B of matrices in row-major order, A of m x k and B of k x n elements,
// accumulated in f32.
type Matrices struct {
	M       int    `json:"m"`
	N       int    `json:"n"`
	K       int    `json:"k"`
	Inputs  string `json:"inputs"`  // the type of the elements of A and B: f16, bf16 or f32
	Outputs string `json:"outputs"` // that of the elements of C
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
	// Events are what Queued asks for: that before, then that behind.
	Events []uint64 `json:"events,omitempty"`
	// Times are the durations measured, in milliseconds, of one time each.
	Times []float64 `json:"times,omitempty"`
	// Library names the library that a request used beside the driver's.
	Library string `json:"library,omitempty"`
}

// Device is a device with its driver.
type Device struct {
	Version int    `json:"version"` // of the protocol
	Library string `json:"library"` // the file that was opened
	Driver  int    `json:"driver"`  // the version of CUDA that the driver has: 1000 major + 10 minor
	Name    string `json:"name"`
	Major   int    `json:"major"` // of the compute capability
	Minor   int    `json:"minor"`
	Memory  uint64 `json:"memory"` // in bytes
	Units   int    `json:"units"`  // multiprocessors
	Shared  int    `json:"shared"` // the most shared memory that a block may have, in bytes
}

// Use is what a compiled kernel takes of a device.
type Use struct {
	Registers int `json:"registers"` // of a thread
	Local     int `json:"local"`     // bytes of a thread that did not fit its registers
	Shared    int `json:"shared"`    // static bytes of a block
	Threads   int `json:"threads"`   // the most that a block may have
}

// Failure is what went wrong.
type Failure struct {
	// Call is the function that failed: one of the driver's, "dlopen" or "dlsym"; empty for a request that
	// makes no sense.
	Call string `json:"call,omitempty"`
	// Result is what a function of the driver returned, with its name.
	Result int    `json:"result,omitempty"`
	Name   string `json:"name,omitempty"`
	Text   string `json:"text,omitempty"`
	// Log is what the driver's compiler said.
	Log string `json:"log,omitempty"`
}
