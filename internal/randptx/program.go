package randptx

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/inflight-compiler/inflight/ptx/machine"
)

// Kernel is a kernel without a hazard.
type Kernel struct {
	// Family says what kind of synchronization the kernel has, and Shape with which numbers.
	Family, Shape string
	Text          string
	// Blocks and Threads are the launch. The parameters are in, out, scratch and flags, buffers of
	// BufferBytes zeros.
	Blocks, Threads int
	// Maps are parameters behind those: tensor maps.
	Maps   []Map
	Faults []Fault
}

// Map is a parameter with a tensor map, whose tensor begins where a buffer does.
type Map struct {
	Name, Buffer string
	Tensor       machine.TensorMap
}

// BufferBytes is the size of each of a kernel's buffers.
const BufferBytes = 1 << 16

// Fault is a kernel with one change.
type Fault struct {
	What, Text string
	// Wrong reports whether some schedule shows the fault; otherwise the changed kernel is right as well.
	Wrong bool
	// Warned says that the fault gets a warning: the ISA asks for what is missing, and no schedule of the
	// machine shows that it is.
	Warned bool
}

// family is a kind of kernels.
type family struct {
	name  string
	write func(p *program)
}

// families are the kinds of kernels, by name.
var families = []family{
	{"phases", phases}, {"copies", copies}, {"ring", ring}, {"flags", flags}, {"counter", counter},
	{"stored", stored},
}

// apart are those that not every user of this package is for.
var apart = []family{{"clusters", clusters}, {"tiles", tiles}, {"tensors", tensors}}

// Apart returns the names of the kinds of kernels that not every user of this package is for.
func Apart() []string { return names(apart) }

// Families returns the names of the other kinds of kernels.
func Families() []string { return names(families) }

func names(families []family) []string {
	var names []string
	for _, f := range families {
		names = append(names, f.name)
	}
	return names
}

// New writes a random kernel of a family.
func New(r *rand.Rand, family string) *Kernel { return newKernel(r, family, false) }

// Counted writes a random kernel of a family with a ring, copies, ring or clusters, whose trip count is not a
// number but a parameter n behind the others; with n = 0 nothing happens. What its faults say of themselves
// holds for some n.
func Counted(r *rand.Rand, family string) *Kernel { return newKernel(r, family, true) }

func newKernel(r *rand.Rand, family string, counted bool) *Kernel {
	p := &program{r: r, version: "8.0", target: "sm_90", blocks: 1, counted: counted}
	for _, f := range slices.Concat(families, apart) {
		if f.name == family {
			f.write(p)
		}
	}
	k := &Kernel{Family: family, Shape: p.shape, Blocks: p.blocks, Threads: p.threads, Text: p.text(nil),
		Maps: p.maps}
	for _, c := range p.changes {
		k.Faults = append(k.Faults, Fault{c.what, p.text(c.lines), c.wrong, c.warned})
	}
	return k
}

// program is a kernel that is being written, line by line.
type program struct {
	r               *rand.Rand
	shape           string
	version, target string
	lines           []string
	changes         []change
	blocks, threads int
	maps            []Map
	cluster         int // blocks of a cluster, 0 where the kernel requires none
	shared          int // bytes of the array mem
	labels          int
	counted         bool // n is the trip count
}

// change is a fault: other texts for some lines.
type change struct {
	what          string
	lines         map[int]string
	wrong, warned bool
}

// line adds a line and returns its number.
func (p *program) line(format string, args ...any) int {
	p.lines = append(p.lines, fmt.Sprintf(format, args...))
	return len(p.lines) - 1
}

// fault notes a fault that puts a text in place of lines.
func (p *program) fault(wrong bool, what, with string, lines ...int) {
	c := change{what: what, wrong: wrong, lines: map[int]string{}}
	for _, n := range lines {
		c.lines[n] = with
	}
	p.changes = append(p.changes, c)
}

// drop notes the fault that lines are missing.
func (p *program) drop(wrong bool, what string, lines ...int) {
	p.fault(wrong, "no "+what, "", lines...)
}

// warn notes the fault that lines are missing, which gets a warning.
func (p *program) warn(warned bool, what string, lines ...int) {
	p.drop(false, what, lines...)
	p.changes[len(p.changes)-1].warned = warned
}

// replace notes the fault that a word of a line is another one.
func (p *program) replace(wrong bool, what string, line int, old, with string) {
	changed := strings.Replace(p.lines[line], old, with, 1)
	if changed == p.lines[line] {
		panic("the line has no '" + old + "': " + changed)
	}
	p.fault(wrong, what, changed, line)
}

// bound is up to what a loop counts.
func (p *program) bound(trips int) string {
	if p.counted {
		return "%n"
	}
	return fmt.Sprint(trips)
}

// label returns a new label.
func (p *program) label(name string) string {
	p.labels++
	return fmt.Sprintf("%s%d", name, p.labels)
}

func (p *program) one(n int) bool { return p.r.IntN(n) == 0 }

// pick returns one of some values.
func pick[T any](r *rand.Rand, values ...T) T { return values[r.IntN(len(values))] }

// head declares the registers that all families use, and sets those of the thread.
const head = `.version %s
.target %s
.address_size 64
.visible .entry k(.param .u64 .ptr .global .align 16 in, .param .u64 .ptr .global .align 16 out,
	.param .u64 .ptr .global .align 16 scratch, .param .u64 .ptr .global .align 16 flags%s)
.reqntid %d, 1, 1%s
{
	.reg .pred %%p<8>;
	.reg .b32 %%t, %%lane, %%warp, %%block, %%sum, %%v, %%s, %%k, %%i, %%a<12>;
	.reg .b64 %%in, %%out, %%scratch, %%flags, %%own, %%y<8>;
	.shared .align 128 .b8 mem[%d];
	.shared .align 8 .b64 bars[16];
	.shared .align 4 .b32 words[8];
	ld.param.u64 %%in, [in];
	ld.param.u64 %%out, [out];
	ld.param.u64 %%scratch, [scratch];
	ld.param.u64 %%flags, [flags];
	mov.u32 %%t, %%tid.x;
	and.b32 %%lane, %%t, 31;
	shr.u32 %%warp, %%t, 5;
	mov.u32 %%block, %%ctaid.x;
	mov.u32 %%sum, 0;
	mov.u32 %%s, mem;
	mad.lo.u32 %%i, %%block, %d, %%t;
	mul.wide.u32 %%own, %%i, 4;
	add.u64 %%own, %%out, %%own;
`

// text returns the kernel with other texts for some of its lines.
func (p *program) text(changed map[int]string) string {
	var b strings.Builder
	parameter := ""
	for _, m := range p.maps {
		parameter += ",\n\t.param .align 64 .b8 " + m.Name + "[128]"
	}
	if p.counted {
		parameter += ", .param .u32 n"
	}
	clusters := ""
	if p.cluster > 0 {
		clusters = fmt.Sprintf("\n.reqnctapercluster %d, 1, 1", p.cluster)
	}
	fmt.Fprintf(&b, head, p.version, p.target, parameter, p.threads, clusters, max(p.shared, 16), p.threads)
	if p.counted {
		b.WriteString(
			"\t.reg .b32 %n;\n\tld.param.u32 %n, [n];\n\tsetp.eq.u32 %p6, %n, 0;\n\t@%p6 bra none;\n")
	}
	for i, line := range p.lines {
		if with, ok := changed[i]; ok {
			line = with
		}
		if line != "" {
			b.WriteString("\t" + line + "\n")
		}
	}
	if p.counted {
		b.WriteString("none:\n")
	}
	b.WriteString("\tst.global.u32 [%own], %sum;\n\tret;\n}\n")
	return b.String()
}
