// A language host for Go and Python programs. The language is the last part of the executable's name:
// pulumi-language-go or pulumi-language-python. Pulumi publishes its own hosts with the CLI's releases
// only, not as Go modules. This one generates code with the packages that those hosts use, and it starts
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
		fail(fmt.Errorf("%s must be named pulumi-language-go or pulumi-language-python", name))
	}
	// The engine's address is the last argument, after the flags for the log.
	engine := os.Args[len(os.Args)-1]
	// Like Pulumi's hosts, this process ends if the engine has ended without stopping it.
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
