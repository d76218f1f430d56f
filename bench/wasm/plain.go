package main

import "math"

// plain are the kernels in Go, on the same buffers: loops as one writes them.
var plain = map[string]func(n int, a, b, c []float32){
	"gemm": func(n int, a, b, c []float32) {
		for i := range n {
			for j := range n {
				sum := c[i*n+j]
				for k := range n {
					sum += a[i*n+k] * b[k*n+j]
				}
				c[i*n+j] = sum
			}
		}
	},
	"add": func(n int, a, b, c []float32) {
		for i := range n {
			c[i] = a[i] + b[i]
		}
	},
	"saxpy": func(n int, a, b, _ []float32) {
		for i := range n {
			b[i] += 1.5 * a[i]
		}
	},
	"stencil": func(n int, a, b, _ []float32) {
		for i := 1; i < n-1; i++ {
			for j := 1; j < n-1; j++ {
				b[i*n+j] = (a[i*n+j] + a[(i-1)*n+j] + a[(i+1)*n+j] + a[i*n+j-1] + a[i*n+j+1]) * 0.2
			}
		}
	},
	"softmax":    softmax,
	"depthwise":  depthwise,
	"mandelbrot": mandelbrot,
}

func softmax(n int, a, b, _ []float32) {
	for i := range n {
		in, out := a[i*1024:(i+1)*1024], b[i*1024:(i+1)*1024]
		top, total := float32(math.Inf(-1)), float32(0)
		for _, x := range in {
			top = max(top, x)
		}
		for j, x := range in {
			out[j] = float32(math.Exp(float64(x - top)))
		}
		for _, e := range out {
			total += e
		}
		scale := 1 / total
		for j := range out {
			out[j] *= scale
		}
	}
}

func depthwise(n int, a, b, c []float32) {
	for channel := range n {
		for i := range 128 {
			for j := range 128 {
				sum := float32(0)
				for p := range 3 {
					for q := range 3 {
						sum += a[(channel*130+i+p)*130+j+q] * b[(channel*3+p)*3+q]
					}
				}
				c[(channel*128+i)*128+j] = sum
			}
		}
	}
}

func mandelbrot(n int, a, _, _ []float32) {
	step := 3 / float32(n)
	for i := range n {
		for j := range n {
			cx, cy := float32(j)*step-2, float32(i)*step-1.5
			x, y := float32(0), float32(0)
			k := 0
			for ; x*x+y*y <= 4 && k < 100; k++ {
				x, y = x*x-y*y+cx, x*y*2+cy
			}
			a[i*n+j] = float32(k)
		}
	}
}
