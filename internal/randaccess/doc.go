// Package randaccess makes random programs whose accesses to memory are in bounds or nearly so: in loops of
// all kinds, under conditions, in tasks, through views, of vectors, with arithmetic that wraps around. Only
// tests import it.
package randaccess
