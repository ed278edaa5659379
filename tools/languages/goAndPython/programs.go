//go:build programs

package main

// Go programs import it. Here it makes go.mod list what it needs, so that it is compiled before the tests run.
import _ "github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"
