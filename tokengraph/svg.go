package tokengraph

import (
	"fmt"
	"html"
	"io"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/inflight-compiler/inflight/diag"
)

// The measures of the picture, in pixels.
const (
	letter     = 7.2 // width of a letter of the font
	boxHeight  = 26
	laneHeight = 56
	gap        = 44 // between columns, for the arrows
	margin     = 20
	laneName   = 80 // at least
	head       = 34 // for the name
	legend     = 28
	noteHeight = 20
)

const style = `
  svg { font: 12px ui-monospace, monospace; background: #fff; }
  .lane { fill: #f3f5f8; } .box { fill: #dcebfa; stroke: #2b6cb0; } .host .box { fill: #fdf0d5; stroke: #b7791f; }
  text { fill: #1a202c; } .note { fill: #5a6475; } .title { font-weight: bold; font-size: 14px; }
  .wait { fill: none; stroke: #c53030; stroke-width: 1.8; } .elided { fill: none; stroke: #b8c0cc; stroke-dasharray: 4 3; }
  .tip { fill: #c53030; } .greytip { fill: #b8c0cc; }
  .queue1 .box { fill: #e0f2e5; stroke: #2f855a; } .queue2 .box { fill: #efe3fa; stroke: #6b46c1; }
  .group { fill: none; stroke: #2b6cb0; stroke-dasharray: 3 2; } .queue1 .group { stroke: #2f855a; } .queue2 .group { stroke: #6b46c1; }
  .chip { fill: #fde8e8; stroke: #c53030; } .rule { stroke: #b8c0cc; }
  @media (prefers-color-scheme: dark) {
    svg { background: #14181f; } .lane { fill: #1d232d; } .box { fill: #1e3a5f; stroke: #63a4e0; }
    .host .box { fill: #4a3913; stroke: #d9a441; } text { fill: #e6eaf0; } .note { fill: #9aa5b5; }
    .queue1 .box { fill: #1c4030; stroke: #68d391; } .queue2 .box { fill: #3a2a5c; stroke: #b794f4; }
    .group { stroke: #63a4e0; } .queue1 .group { stroke: #68d391; } .queue2 .group { stroke: #b794f4; }
    .chip { fill: #4a1d1d; stroke: #fc8181; } .rule { stroke: #4b5666; }
    .wait { stroke: #fc8181; } .tip { fill: #fc8181; } .elided { stroke: #4b5666; } .greytip { fill: #4b5666; }
  }
`

// WriteSVG draws all drawings of a program, one below the other. A graph has a lane for each queue, an arrow
// for each wait between queues, and a grey arrow for each dependence that needs no wait. A pipelined loop has
// a row for each statement, commit and wait, a column for each time step, and an arrow from each group to the
// wait that completes it. A tooltip on a box shows its place in the program.
func WriteSVG(w io.Writer, program Program) error {
	var body strings.Builder
	width, y := 560.0, float64(margin)
	for _, loop := range program.Pipelines {
		t := &table{loop: loop, out: &body, top: y + head}
		t.draw(y)
		width = max(width, t.right+margin, headingWidth(loop.Name, loop.Summary))
		y = t.bottom + margin
	}
	for _, g := range program.Graphs {
		p := &picture{graph: g, out: &body, top: y + head}
		p.columns()
		p.draw(y)
		width = max(width, p.right+margin, headingWidth(g.Name, g.summary()))
		y = p.top + float64(len(g.Lanes)*laneHeight)
		for _, note := range g.Notes {
			fmt.Fprintf(&body, `<text class="note" x="%d" y="%.0f">%s</text>`+"\n", margin, y+12,
				svgText(note))
			width = max(width, float64(utf8.RuneCountInString(note))*letter+2*margin)
			y += noteHeight
		}
		y += margin
	}
	width = max(width, drawLegend(&body, y, program))
	_, err := fmt.Fprintf(w,
		`<svg xmlns="http://www.w3.org/2000/svg" width="%.0f" height="%.0f" viewBox="0 0 %.0f %.0f">
<style>%s</style>
<defs>
  <marker id="tip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path class="tip" d="M0 0 8 4 0 8z"/></marker>
  <marker id="greytip" viewBox="0 0 8 8" refX="7" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path class="greytip" d="M0 0 8 4 0 8z"/></marker>
</defs>
%s</svg>
`, width, y+legend, width, y+legend, style, body.String())
	return err
}

// picture is the state of drawing a graph.
type picture struct {
	graph *Graph
	out   *strings.Builder
	top   float64   // of the first lane
	left  []float64 // of each column
	wide  []float64 // each column
	right float64
}

// columns computes the positions of columns. Each is as wide as its widest box.
func (p *picture) columns() {
	for _, b := range p.graph.Boxes {
		for len(p.wide) <= b.Column {
			p.wide = append(p.wide, 0)
		}
		p.wide[b.Column] = max(p.wide[b.Column], boxWidth(b))
	}
	name := float64(laneName)
	for _, n := range p.graph.Lanes {
		name = max(name, float64(utf8.RuneCountInString(n))*letter+18)
	}
	x := margin + name
	for _, wide := range p.wide {
		p.left = append(p.left, x)
		x += wide + gap
	}
	p.right = x - gap + margin
}

func boxWidth(b Box) float64 { return float64(utf8.RuneCountInString(b.Label))*letter + 18 }

func (p *picture) draw(y float64) {
	heading(p.out, p.graph.Name, p.graph.summary(), y)
	for i, name := range p.graph.Lanes {
		y := p.top + float64(i*laneHeight)
		fmt.Fprintf(p.out,
			`<rect class="lane" x="%d" y="%.0f" width="%.0f" height="%d" rx="6"/><text class="note" x="%d" y="%.0f">%s</text>`+"\n",
			margin, y, p.right-margin, laneHeight-8, margin+10, y+laneHeight/2, svgText(name))
	}
	for _, elided := range []bool{true, false} { // the waits on top
		for _, a := range p.graph.Arrows {
			if a.Elided == elided {
				p.arrow(a)
			}
		}
	}
	for _, b := range p.graph.Boxes {
		p.box(b)
	}
}

func (p *picture) box(b Box) {
	class := "queue"
	if p.graph.Lanes[b.Lane] == hostLane {
		class = hostLane
	}
	x, y := p.left[b.Column], p.middle(b)-boxHeight/2
	fmt.Fprintf(p.out,
		`<g class="%s"><title>%s</title><rect class="box" x="%.1f" y="%.1f" width="%.1f" height="%d" rx="4"/>`+
			`<text x="%.1f" y="%.1f">%s</text></g>`+"\n", class, svgText(b.Place), x, y, boxWidth(b),
		boxHeight,
		x+9, y+17, svgText(b.Label))
}

func (p *picture) middle(b Box) float64 {
	return p.top + float64(b.Lane*laneHeight) + float64(laneHeight-8)/2
}

// arrow draws a curve from the right side of a box to the left side of another. Within a lane it bends around
// the boxes between them.
func (p *picture) arrow(a Arrow) {
	from, to := p.graph.Boxes[a.From], p.graph.Boxes[a.To]
	x0, y0, x1, y1 := p.left[from.Column]+boxWidth(from), p.middle(from), p.left[to.Column]-1, p.middle(to)
	class, tip := "wait", "tip"
	if a.Elided {
		class, tip = "elided", "greytip"
	}
	bend := 0.0
	if from.Lane == to.Lane && to.Column > from.Column+1 {
		bend = -boxHeight
	}
	fmt.Fprintf(p.out,
		`<path class="%s" marker-end="url(#%s)" d="M%.1f %.1f C%.1f %.1f %.1f %.1f %.1f %.1f"/>`+"\n",
		class, tip, x0, y0, x0+gap*0.7, y0+bend, x1-gap*0.7, y1+bend, x1, y1)
}

// heading draws a name and a summary behind it.
func heading(out *strings.Builder, name, summary string, y float64) {
	fmt.Fprintf(out,
		`<text class="title" x="%d" y="%.0f">%s</text><text class="note" x="%.0f" y="%.0f">%s</text>`+"\n",
		margin, y+16,
		svgText(name), summaryLeft(name), y+16, svgText(summary))
}

// summaryLeft returns the position of the summary behind a name.
func summaryLeft(name string) float64 { return margin + float64(utf8.RuneCountInString(name))*9 + 12 }

func headingWidth(name, summary string) float64 {
	return summaryLeft(name) + float64(utf8.RuneCountInString(summary))*letter + margin
}

// drawLegend explains the arrows of graphs and the numbers in pipelined loops. It returns the width of the
// legend.
func drawLegend(out *strings.Builder, y float64, program Program) float64 {
	x := float64(margin)
	entry := func(mark, text string, wide float64) {
		fmt.Fprintf(out, `%s<text class="note" x="%.0f" y="%.0f">%s</text>`+"\n", mark, x+wide+10, y+4, text)
		x += wide + 10 + float64(utf8.RuneCountInString(text))*letter + 24
	}
	entry(fmt.Sprintf(`<path class="wait" marker-end="url(#tip)" d="M%.0f %.0f h40"/>`, x, y), "a wait", 40)
	if slices.ContainsFunc(program.Graphs, func(g *Graph) bool { return g.Summary == "" }) {
		entry(fmt.Sprintf(`<path class="elided" marker-end="url(#greytip)" d="M%.0f %.0f h40"/>`, x, y),
			"a dependence that needs no wait", 40)
	}
	if len(program.Pipelines) > 0 {
		entry("",
			"numbers are iterations, #k is the k-th group of its queue, ≤N leaves at most N groups in flight",
			-10)
	}
	return x
}

// svgText returns a text as SVG. Control characters are replaced, because XML cannot contain them.
func svgText(s string) string { return html.EscapeString(diag.Printable(s)) }
