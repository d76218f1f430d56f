package language

import (
	"bytes"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/frontend/hlo"
)

var codeForeign = diag.Register("foreign-program", "a file holds a program that other tools read",
	"MLIR's text, TVMScript and PTX are read. The message says what the file holds, and its help which "+
		"tool makes one of these of it.")

// foreign is a form of programs that Inflight does not read.
type foreign struct {
	title   string
	endings []string // of names of files, with the dot
	// magic are the first bytes of files of the form that are not text.
	magic []string
	// holds, if not nil, says of a file whether it is of the form, before magic is looked for.
	holds func(content []byte) bool
	// text matches the first line that is no comment, and line any line. "" matches nothing.
	text, line string
	// general says that programs of other forms can begin with the same line: theirs are looked for first.
	general bool
	// help says how to get a program that Inflight reads.
	help string
}

const ptxTitle = "PTX"

const llcHelp = "for a GPU let llc make PTX of it and check that: " +
	"llc -march=nvptx64 -mcpu=sm_80 -mattr=+ptx80 FILE -o FILE.ptx && inflight check FILE.ptx"

// foreignForms are the forms of programs, the ones with the surest patterns first.
var foreignForms = []foreign{
	{title: "MLIR's bytecode", endings: []string{".mlirbc"}, magic: []string{"ML\xefR"},
		help: "print it as text: mlir-opt FILE -o FILE.text.mlir"},
	{title: "LLVM's bitcode", endings: []string{".bc"}, magic: []string{"BC\xc0\xde", "\xde\xc0\x17\x0b"},
		help: llcHelp + "; else import it: llvm-dis FILE -o - | mlir-translate --import-llvm -o FILE.mlir"},
	{title: "a file of kernels for NVIDIA's GPUs (fatbin)", endings: []string{".fatbin"},
		magic: []string{fatbinMagic}, help: cuobjdumpHelp},
	{title: "machine code for NVIDIA's GPUs (cubin)", endings: []string{".cubin"}, holds: isCubin,
		help: "machine code is not read, and holds no PTX: keep the PTX when you compile, with nvcc --keep " +
			"or " +
			"nvcc -ptx, and check that"},
	{title: "an executable or a library with kernels for NVIDIA's GPUs", holds: hasKernels,
		help: cuobjdumpHelp},
	{title: "an executable or an object file", endings: []string{".o", ".so", ".exe"},
		magic: []string{"\x7fELF", "MZ"},
		help:  "give its source; PTX in it is printed by: cuobjdump -ptx FILE"},
	{title: "a module of WebAssembly", endings: []string{".wasm"}, magic: []string{"\x00asm"},
		help: "give its source"},
	{title: "SPIR-V", endings: []string{".spv"}, magic: []string{"\x03\x02\x23\x07"},
		help: "give its source, in MLIR or TVMScript"},
	{title: "a NumPy array", endings: []string{".npy"}, magic: []string{"\x93NUMPY"},
		help: "give the program, and the array to one of its arguments: --arg NAME=FILE.npy"},
	{title: ptxTitle, endings: []string{".ptx"}, text: `^\.version\b`,
		help: "it can be checked and run: inflight check FILE, inflight run FILE"},
	{title: "Triton's IR", endings: []string{".ttir", ".ttgir"}, line: `^(?:\s*module\b.*)?\s*tt\.func\b`,
		help: "let Triton compile it, and check the PTX: python -c \"import triton; " +
			"from triton.backends.compiler import GPUTarget; k = triton.compile('FILE', " +
			"target=GPUTarget('cuda', 80, 32)); open('FILE.ptx', 'w').write(k.asm['ptx'])\" && " +
			"inflight check FILE.ptx"},
	{title: "Triton", line: `^\s*(?:(?:import|from) triton\b|@triton\.jit\b)`,
		help: "run it with a cache of its own, and check the PTX that Triton leaves there beside its " +
			"description: TRITON_CACHE_DIR=/tmp/triton python FILE && inflight check " +
			"/tmp/triton/*/KERNEL.ptx"},
	{title: "TileLang", line: `^\s*(?:import|from) tilelang\b`,
		help: "let TileLang compile the kernel and nvcc make PTX of that: " +
			"kernel.get_kernel_source() is CUDA C++ for nvcc -ptx; or write it in TVMScript"},
	{title: "a model in ONNX", endings: []string{".onnx"},
		magic: []string{"\x08\x03\x12", "\x08\x04\x12", "\x08\x05\x12", "\x08\x06\x12",
			"\x08\x07\x12", "\x08\x08\x12", "\x08\x09\x12", "\x08\x0a\x12", "\x08\x0b\x12", "\x08\x0c\x12"},
		help: "lower it to linalg first, with torch-mlir: python -m torch_mlir.tools.import_onnx FILE -o " +
			"FILE.mlir, " +
			"and torch-mlir-opt with the pipeline torch-onnx-to-torch-backend-pipeline"},
	{title: "XLA's HLO", endings: []string{".hlo"}, text: `^HloModule\b`,
		help: "commands that read it are opt and check: 'inflight opt FILE' verifies it and prints it, " +
			"'inflight check FILE' judges its asynchronous operations"},
	{title: "XLA's HLO as a binary protocol buffer", holds: hlo.IsBinary,
		help: "dump text, which opt and check read: XLA_FLAGS=\"--xla_dump_to=FOLDER " +
			"--xla_dump_hlo_as_text\""},
	{title: "a buffer assignment of XLA", text: `^BufferAssignment:`,
		help: "check reads it for the module that it belongs to: inflight check MODULE --buffers FILE"},
	{title: "CUDA C++", endings: []string{".cu", ".cuh"},
		text: `^(?:#include *[<"]cuda|(?:extern "C" *)?__global__\b|__device__\b)`,
		line: `^\s*(?:extern "C"\s*)?(?:template\s*<.*>\s*)?(?:static\s+)?__global__\b|^\s*__syncthreads\(`,
		help: "let a compiler make PTX of it and check that: nvcc -arch=sm_80 -lineinfo -ptx FILE -o " +
			"FILE.ptx && inflight check FILE.ptx; with clang: clang++ -x cuda --cuda-device-only " +
			"--cuda-gpu-arch=sm_80 -O2 -gline-tables-only -S FILE -o FILE.ptx"},
	{title: "LLVM IR", endings: []string{".ll"},
		text: `^(?:source_filename|target (?:triple|datalayout)) *=|^define\b.*\{$|^declare\b.*\)`,
		help: llcHelp + "; else import it: mlir-translate --import-llvm FILE -o FILE.mlir"},
	{title: "C or C++", general: true, endings: []string{".c", ".cc", ".cpp", ".cxx", ".h", ".hpp"},
		text: `^#(?:include *[<"]|(?:define|ifndef|ifdef|pragma) +\w)|^(?:static |inline |const |unsigned )*(?:void|int|float|double|char|long) *\*? *\w+ *\(`,
		help: "write the loops in MLIR or TVMScript, or let Polygeist make MLIR of them: cgeist -S " +
			"--function=NAME FILE -o FILE.mlir"},
}

// patterns returns the compiled patterns of foreignForms, in their order.
var patterns = sync.OnceValue(func() (list [][2]*regexp.Regexp) {
	compile := func(text string) *regexp.Regexp {
		if text == "" {
			return nil
		}
		return regexp.MustCompile(text)
	}
	for _, f := range foreignForms {
		list = append(list, [2]*regexp.Regexp{compile(f.text), compile(f.line)})
	}
	return list
})

// IsPTX reports whether a file holds PTX: by its name or, if the name does not determine the language, by the
// beginning of its text.
func IsPTX(file *diag.File) bool {
	switch strings.ToLower(filepath.Ext(file.Name)) {
	case ".ptx":
		return true
	case ".mlir", ".py":
		return false
	}
	f, _ := foreignText(file.Content)
	return f != nil && f.title == ptxTitle
}

// foreignError returns an error that says what a file holds instead of a program, nil if that is not known.
func foreignError(file *diag.File) *diag.Diagnostic {
	f, at := foreignForm(file)
	if f == nil {
		return nil
	}
	span := file.Span(at, at)
	if at == nowhere {
		span = diag.Place{Filename: file.Name}.Span()
	}
	help := f.help
	if name := file.Name; !strings.HasPrefix(name, "<") {
		help = strings.NewReplacer("FILE.", strings.TrimSuffix(name, filepath.Ext(name))+".", "FILE",
			name).Replace(help)
	}
	return diag.Errorf(codeForeign, span, "this is %s, which is not read as a program", f.title).Suggest("%s",
		help)
}

// nowhere is the position if no line of a file shows its form.
const nowhere = -1

// foreignForm finds the form of a file and the position in its text that shows it. It looks at the first
// bytes, then at the text, then at the name.
func foreignForm(file *diag.File) (*foreign, int) {
	for i := range foreignForms {
		if holds := foreignForms[i].holds; holds != nil && holds(file.Content) {
			return &foreignForms[i], nowhere
		}
		begins := func(magic string) bool { return bytes.HasPrefix(file.Content, []byte(magic)) }
		if slices.ContainsFunc(foreignForms[i].magic, begins) {
			return &foreignForms[i], nowhere
		}
	}
	f, at := foreignText(file.Content)
	if f != nil && !f.general {
		return f, at
	}
	for i := range foreignForms {
		if slices.Contains(foreignForms[i].endings, strings.ToLower(filepath.Ext(file.Name))) &&
			f != &foreignForms[i] {
			return &foreignForms[i], nowhere
		}
	}
	return f, at
}

// foreignText finds the form of a text, and the position of the line that shows it.
func foreignText(content []byte) (*foreign, int) {
	known := patterns()
	var general *foreign
	first, begin := firstLine(content)
	for i, p := range known {
		if first == nil || p[0] == nil || !p[0].Match(first) {
			continue
		}
		if general = &foreignForms[i]; !general.general {
			return general, begin
		}
	}
	at := 0
	for line := range bytes.Lines(content) {
		for i, p := range known {
			if p[1] != nil && p[1].Match(line) {
				return &foreignForms[i], at
			}
		}
		at += len(line)
	}
	return general, begin
}

// firstLine returns the first line that is neither empty nor a comment of C, LLVM IR or PTX, and the line's
// offset.
func firstLine(content []byte) ([]byte, int) {
	at, inComment := 0, false
	for line := range bytes.Lines(content) {
		text := bytes.TrimSpace(line)
		switch {
		case inComment:
			inComment = !bytes.Contains(text, []byte("*/"))
		case bytes.HasPrefix(text, []byte("/*")):
			inComment = !bytes.Contains(text, []byte("*/"))
		case len(text) > 0 && !bytes.HasPrefix(text, []byte("//")) && text[0] != ';':
			return text, at
		}
		at += len(line)
	}
	return nil, 0
}
