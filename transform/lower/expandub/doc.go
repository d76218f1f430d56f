// Package expandub is the pass expand-ub: what the ub dialect leaves undefined is defined. Poison is a
// number, and a place that no execution reaches fails an assertion.
package expandub
