package ptx_test

import (
	"strings"
	"testing"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/dialect/all"
	"github.com/inflight-compiler/inflight/dialect/gpu"
	"github.com/inflight-compiler/inflight/ir/text"
	"github.com/inflight-compiler/inflight/target/ptx"
)

// The targets of a gpu.module decide the device and the version of PTX, unless the options name a device.
func TestModuleTargets(t *testing.T) {
	for _, c := range []struct{ targets, option, want string }{
		{``, "", "7.1 sm_80"},
		{`[#nvvm.target]`, "", "7.1 sm_80"},
		{`[#nvvm.target<chip = "sm_90">]`, "", "7.8 sm_90"},
		{`[#nvvm.target<chip = "sm_90a", O = 3, flags = {fast}, link = ["a.bc"]>]`, "", "8.0 sm_90a"},
		{`[#nvvm.target<chip = "sm_86", features = "+ptx83">]`, "", "8.3 sm_86"},
		{`[#nvvm.target<features = "+ptx83">]`, "", "8.3 sm_80"},
		{`[#nvvm.target<chip = "sm_90">, #rocdl.target, #nvvm.target<chip = "sm_86">]`, "", "7.1 sm_86"},
		{`[#nvvm.target<chip = "sm_90">]`, "sm_89", "7.8 sm_89"},
		{`[#rocdl.target]`, "sm_80", "7.1 sm_80"},
		{`[#nvvm.target<chip = "sm_75">]`, "",
			"'nvvm.cp.async.wait.group' op needs sm_80, and the target is sm_75"},
		{`[#nvvm.target<chip = "sm_80", features = "+ptx70">]`, "",
			"'nvvm.cp.async.wait.group' op needs PTX 7.1 for sm_80, and the features of the target say 7.0"},
		{`[#nvvm.target<chip = "sm_90", features = "+ptx71">]`, "",
			"needs PTX 7.8 for sm_90, and the features of the target say 7.1"},
		{`[#nvvm.target<features = "+sm_90">]`, "", "compiled with the feature '+sm_90'"},
		{`[#nvvm.target<triple = "nvptx-nvidia-cuda">]`, "", "compiled for 'nvptx-nvidia-cuda'"},
		{`[#nvvm.target<chip = "gfx90a">]`, "", "cannot be compiled for 'gfx90a'"},
		{`[#rocdl.target<chip = "gfx90a">]`, "",
			`compiled for #rocdl.target<chip = "gfx90a">, and PTX is for #nvvm.target`},
	} {
		source := "gpu.module @m " + c.targets + " {\n  llvm.func @k() attributes {nvvm.kernel} {\n" +
			"    nvvm.cp.async.wait.group 0\n    llvm.return\n  }\n}\n"
		m, diags := text.Parse(all.NewContext(), diag.NewFile("in.mlir", []byte(source)), text.Options{})
		if diags.HasErrors() {
			t.Fatal(diags.Err())
		}
		out, diags := ptx.Write(m.Find(gpu.Module)[0], ptx.Options{Target: c.option})
		var got string
		if diags.HasErrors() {
			got = diags[0].Message
			if !diags[0].Span.IsKnown() {
				t.Errorf("%s: the message has no place", c.targets)
			}
		} else {
			got = out.Version + " " + out.Target
		}
		if !strings.Contains(got, c.want) {
			t.Errorf("%s with option '%s':\n%s\nexpected\n%s", c.targets, c.option, got, c.want)
		}
	}
}
