//go:build programs

package main

// Go programs import this package. The import here adds its dependencies to go.mod, so that it is compiled
// before the tests run.
import _ "github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"
