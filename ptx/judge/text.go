package judge

import (
	"fmt"
	"io"
	"strings"

	"github.com/inflight-compiler/inflight/diag"
	"github.com/inflight-compiler/inflight/ptx/machine"
	"github.com/inflight-compiler/inflight/verdict"
)

// WriteText writes the report for people: the launch, a line per wait, and the verdict.
func (r *Report) WriteText(w io.Writer) error {
	var b strings.Builder
	r.head(&b)
	b.WriteByte('\n')
	r.tables(&b)
	diag.Fprintf(&b, "verdict: %s\n", r.verdict())
	_, err := io.WriteString(w, b.String())
	return err
}

// head writes what the launch is.
func (r *Report) head(b *strings.Builder) {
	clusters := ""
	if c := r.Kernel.Cluster(r.Config); c.Count() > 1 {
		clusters = " in clusters of " + count(c, "block")
	}
	diag.Fprintf(b, "%s: %s of %s%s\n", r.Kernel.Name, count(r.Config.Grid, "block"),
		count(r.Config.Block, "thread"), clusters)
	n := r.Kernel.StaticShared() + r.Config.DynamicShared
	switch {
	case r.OpenShared:
		diag.Fprintf(b, "shared memory: %d bytes are accessed, of %d that a block may have\n", r.Shared, n)
	case n > 0:
		diag.Fprintf(b, "shared memory: %d bytes\n", n)
	}
	if s := r.Skipped; s != nil {
		diag.Fprintf(b, "executed with %s = %d, not %d: from there on the synchronization repeats every %d\n",
			s.What, s.To, s.From, s.Adds)
	}
	if len(r.Assumed) > 0 {
		diag.Fprintf(b, "assumed: %s\n", strings.Join(r.Assumed, ", "))
	}
}

// verdict returns the verdict on the launch, with how many waits have which verdict.
func (r *Report) verdict() string {
	text := verdict.InLaunch
	switch {
	case !r.OK():
		text = verdict.Wrong
	case len(r.NotJudged) > 0:
		text = "not judged: " + r.NotJudged[0].Why
		if more := len(r.NotJudged) - 1; more > 0 {
			text += ", and " + fmt.Sprint(more) + " more"
		}
	case len(r.NotReached) > 0:
		text = verdict.InPartOfLaunch
	}
	return r.withWaits(text)
}

// withWaits adds to a verdict how many waits have which.
func (r *Report) withWaits(text string) string {
	if len(r.Waits) == 0 {
		return text
	}
	waits := make([]Verdict, len(r.Waits))
	for i := range r.Waits {
		waits[i] = r.Waits[i].Verdict
	}
	return text + "; " + verdict.Waits(waits)
}

// count says how many there are, and along which dimensions if it is more than one.
func count(e machine.Extents, what string) string {
	if e[1] == 1 && e[2] == 1 {
		return diag.Count(e[0], what)
	}
	text := fmt.Sprint(e[0])
	for d := 1; d < 3 && (e[1] > 1 && d == 1 || e[2] > 1); d++ {
		text += fmt.Sprintf(" x %d", e[d])
	}
	return text + " " + what + "s"
}

func dash(n int) string {
	if n < 0 {
		return "-"
	}
	return fmt.Sprint(n)
}
