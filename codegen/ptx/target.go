package ptx

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/inflight-compiler/inflight/ir"
)

// version is a version of PTX.
type version struct{ major, minor int }

func (v version) String() string { return fmt.Sprintf("%d.%d", v.major, v.minor) }

func (v version) less(w version) bool {
	return v.major < w.major || v.major == w.major && v.minor < w.minor
}

// requirement is the least version of PTX and the least device that have an instruction, and an operation that needs that device.
type requirement struct {
	version version
	device  int
	by      *ir.Op
	// only says that later devices do not have the instruction: the target is the device with an a behind it.
	only bool
}

// The requirements of instructions, from the notes on each in the PTX ISA.
var (
	base      = requirement{version: version{6, 3}, device: 70}             // shfl.sync, atom.acq_rel, f16 arithmetic
	turing    = requirement{version: version{6, 5}, device: 75}             // ldmatrix, mma.m16n8k8
	ampere    = requirement{version: version{7, 1}, device: 80}             // cp.async, mma.m16n8k16, mbarrier, redux.sync
	hopper    = requirement{version: version{7, 8}, device: 90}             // bf16 arithmetic, stmatrix, conversions to bf16
	warpgroup = requirement{version: version{8, 0}, device: 90, only: true} // wgmma, setmaxnreg
	clustered = requirement{version: version{8, 0}, device: 90}             // clusters, bulk copies, mbarrier.try_wait, expect_tx
)

// deviceVersions are the versions of PTX that know devices first.
var deviceVersions = []requirement{
	{version: version{6, 0}, device: 70}, {version: version{6, 3}, device: 75}, {version: version{7, 0}, device: 80},
	{version: version{7, 1}, device: 86}, {version: version{7, 4}, device: 87}, {version: version{7, 8}, device: 89},
	{version: version{7, 8}, device: 90}, {version: version{8, 6}, device: 100}, {version: version{8, 7}, device: 120},
}

// require notes that an operation needs an instruction.
func (m *compiler) require(op *ir.Op, r requirement) {
	if m.need.version.less(r.version) {
		m.need.version = r.version
	}
	if m.need.device < r.device || r.only && !m.need.only {
		m.need.device, m.need.by = max(r.device, m.need.device), op
	}
	m.need.only = m.need.only || r.only
}

// target returns the name of the device, which is the one asked for if it has all that is needed.
func (m *compiler) target(module *ir.Op) string {
	m.require(module, base)
	device, only := m.need.device, m.need.only
	if m.options.Target != "" {
		digits, exact := strings.CutSuffix(strings.TrimPrefix(m.options.Target, "sm_"), "a")
		n, err := strconv.Atoi(digits)
		switch {
		case err != nil || n < base.device:
			m.fail(module, codeTarget, "cannot be compiled for '%s': the target is sm_70 or a later device", m.options.Target)
		case n < device || only && (n != device || !exact):
			m.fail(m.need.by, codeTarget, "needs %s, and the target is %s", deviceName(device, only), m.options.Target)
		default:
			device, only = n, exact
		}
	}
	for _, d := range deviceVersions {
		if d.device <= device && m.need.version.less(d.version) {
			m.need.version = d.version
		}
	}
	return deviceName(device, only)
}

func deviceName(device int, only bool) string {
	name := "sm_" + strconv.Itoa(device)
	if only {
		name += "a"
	}
	return name
}
