package ptx

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/dialect/nvvm"
	"github.com/inflight-compiler/inflight/ir"
)

// version is a version of PTX.
type version struct{ major, minor int }

func (v version) String() string { return fmt.Sprintf("%d.%d", v.major, v.minor) }

func (v version) less(w version) bool {
	return v.major < w.major || v.major == w.major && v.minor < w.minor
}

// requirement is the least version of PTX and the least device that have an instruction. It also has the
// operations that need that device and that version.
type requirement struct {
	version   version
	device    int
	by        *ir.Op
	versionBy *ir.Op
	// only says that later devices do not have the instruction. The name of the target then ends in a.
	only bool
}

// The requirements of instructions, from the notes on each in the PTX ISA.
var (
	// shfl.sync, atom.acq_rel, f16 arithmetic
	base   = requirement{version: version{6, 3}, device: 70}
	turing = requirement{version: version{6, 5}, device: 75} // ldmatrix, mma.m16n8k8
	// cp.async, mma.m16n8k16, mbarrier, redux.sync
	ampere = requirement{version: version{7, 1}, device: 80}
	// bf16 arithmetic, stmatrix, conversions to bf16
	hopper    = requirement{version: version{7, 8}, device: 90}
	warpgroup = requirement{version: version{8, 0}, device: 90, only: true} // wgmma, setmaxnreg
	// clusters, bulk copies, mbarrier.try_wait, expect_tx
	clustered = requirement{version: version{8, 0}, device: 90}
)

// deviceVersions has for each device the first version of PTX that knows it.
var deviceVersions = []requirement{
	{version: version{6, 0}, device: 70}, {version: version{6, 3}, device: 75},
	{version: version{7, 0}, device: 80},
	{version: version{7, 1}, device: 86}, {version: version{7, 4}, device: 87},
	{version: version{7, 8}, device: 89},
	{version: version{7, 8}, device: 90}, {version: version{8, 0}, device: 90, only: true},
	{version: version{8, 6}, device: 100}, {version: version{8, 7}, device: 120},
}

// require notes that an operation needs an instruction.
func (m *compiler) require(op *ir.Op, r requirement) {
	if m.need.version.less(r.version) {
		m.need.version, m.need.versionBy = r.version, op
	}
	if m.need.device < r.device || r.only && !m.need.only {
		m.need.device, m.need.by = max(r.device, m.need.device), op
	}
	m.need.only = m.need.only || r.only
}

// target returns the name of the device. That is the wanted one if it has all instructions that are needed.
// need.version is the version of PTX then.
func (m *compiler) target(module *ir.Op) string {
	m.require(module, base)
	want := m.wanted(module)
	device, only := m.need.device, m.need.only
	if want.device != "" {
		digits, exact := strings.CutSuffix(strings.TrimPrefix(want.device, "sm_"), "a")
		n, err := strconv.Atoi(digits)
		switch {
		case err != nil || n < base.device:
			m.fail(module, codeTarget, "cannot be compiled for '%s': the target is sm_70 or a later device",
				want.device)
		case n < device || only && (n != device || !exact):
			m.fail(m.need.by, codeTarget, "needs %s, and the target is %s", deviceName(device, only),
				want.device)
		default:
			device, only = n, exact
		}
	}
	for _, d := range deviceVersions {
		if d.device <= device && (!d.only || only) {
			m.require(module, requirement{version: d.version})
		}
	}
	switch {
	case want.version == version{}:
	case want.version.less(m.need.version):
		m.fail(m.need.versionBy, codeTarget, "needs PTX %v for %s, and the features of the target say %v",
			m.need.version,
			deviceName(device, only), want.version)
	default:
		m.need.version = want.version
	}
	return deviceName(device, only)
}

// wanted is a request: a device, "" for the least one that has all instructions, and a version of PTX, 0 for
// the least.
type wanted struct {
	device  string
	version version
}

// wanted returns the request of the options or, without one, that of a gpu.module's targets. Of several
// #nvvm.target the one with the least device decides, because later devices run its code as well.
func (m *compiler) wanted(module *ir.Op) wanted {
	targets, _ := module.Attr("targets").(*ir.ArrayAttr)
	if m.options.Target != "" || targets == nil || !module.Is(gpu.Module) {
		return wanted{device: m.options.Target}
	}
	var least *nvvm.Target
	for _, a := range targets.Elems {
		if t, ok := nvvm.TargetOf(a); ok &&
			(least == nil || deviceNumber(t.Chip) < deviceNumber(least.Chip)) {
			least = &t
		}
	}
	if least == nil {
		m.fail(module, codeTarget, "is compiled for %v, and PTX is for #nvvm.target", targets.Elems[0])
		return wanted{}
	}
	return m.described(module, least)
}

// described returns the request of a target. MLIR's default chip is older than every device that PTX is
// written for, and asks for none.
func (m *compiler) described(module *ir.Op, t *nvvm.Target) wanted {
	var want wanted
	if t.Chip != nvvm.DefaultTarget.Chip {
		want.device = t.Chip
	}
	if !strings.HasPrefix(t.Triple, "nvptx64") {
		m.fail(module, codeTarget,
			"is compiled for '%s', and the addresses of PTX have 64 bits here: the triple is %s", t.Triple,
			nvvm.DefaultTarget.Triple)
	}
	for feature := range strings.SplitSeq(t.Features, ",") {
		digits, ok := strings.CutPrefix(feature, "+ptx")
		n, err := strconv.Atoi(digits)
		switch {
		case feature == "":
		case !ok || err != nil:
			m.fail(module, codeTarget,
				"is compiled with the feature '%s': features are versions of PTX, as +ptx80", feature)
		default:
			want.version = version{n / 10, n % 10}
		}
	}
	return want
}

// deviceNumber returns the number in sm_90a, 0 for other names.
func deviceNumber(name string) int {
	n, _ := strconv.Atoi(strings.TrimRight(strings.TrimPrefix(name, "sm_"), "af"))
	return n
}

func deviceName(device int, only bool) string {
	name := "sm_" + strconv.Itoa(device)
	if only {
		name += "a"
	}
	return name
}
