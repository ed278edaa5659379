// A language host for Go and Python programs. The language is the last part of the executable's name:
// pulumi-language-go or pulumi-language-python. Pulumi publishes its own hosts with the CLI's releases
// only, not as Go modules. This one generates code by the packages that those hosts use, and it starts
// programs as they do.
package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/pulumi/pulumi/sdk/v3/go/common/util/rpcutil"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"google.golang.org/grpc"
)

func main() {
	name := strings.TrimSuffix(filepath.Base(os.Args[0]), ".exe")
	language, found := languages[name[strings.LastIndex(name, "-")+1:]]
	if !found {
		fail(fmt.Errorf("%s is no name of a language host for Go or Python", name))
	}
	// The engine's address is the last argument; flags for the log stand before it.
	engine := os.Args[len(os.Args)-1]
	// Ends the process when the engine has ended without ending it, as Pulumi's hosts do.
	cancel := make(chan bool)
	if err := rpcutil.Healthcheck(context.Background(), engine, 5*time.Minute, func() { close(cancel) }); err != nil {
		fail(err)
	}
	handle, err := rpcutil.ServeWithOptions(rpcutil.ServeOptions{
		Cancel: cancel,
		Init: func(server *grpc.Server) error {
			pulumirpc.RegisterLanguageRuntimeServer(server, &host{language: language, engine: engine})
			return nil
		},
	})
	if err != nil {
		fail(err)
	}
	fmt.Println(handle.Port)
	if err := <-handle.Done; err != nil {
		fail(err)
	}
}

func fail(err error) {
	fmt.Fprintln(os.Stderr, err)
	os.Exit(1)
}
