// A language host for YAML programs, and one that generates SDKs for .NET and Java. The language is the
// last part of the executable's name, such as pulumi-language-yaml.
package main

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/pulumi/pulumi-yaml/pkg/server"
	"github.com/pulumi/pulumi/sdk/v3/go/common/util/rpcutil"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"google.golang.org/grpc"
)

func main() {
	name := strings.TrimSuffix(filepath.Base(os.Args[0]), ".exe")
	// The engine's address is the last argument, after the flags for the log.
	engine := os.Args[len(os.Args)-1]
	hosts := map[string]pulumirpc.LanguageRuntimeServer{
		"yaml":   &yamlHost{server.NewLanguageHost(engine, "", "")},
		"dotnet": &sdkHost{generate: dotnetSdk},
		"java":   &sdkHost{generate: javaSdk},
	}
	host, found := hosts[name[strings.LastIndex(name, "-")+1:]]
	if !found {
		fail(fmt.Errorf("%s must be named pulumi-language- and yaml, dotnet, or java", name))
	}
	// Like Pulumi's hosts, this process ends if the engine has ended without stopping it.
	cancel := make(chan bool)
	if err := rpcutil.Healthcheck(context.Background(), engine, 5*time.Minute, func() { close(cancel) }); err != nil {
		fail(err)
	}
	handle, err := rpcutil.ServeWithOptions(rpcutil.ServeOptions{
		Cancel: cancel,
		Init: func(server *grpc.Server) error {
			pulumirpc.RegisterLanguageRuntimeServer(server, host)
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
