package main

import (
	"context"
	"io"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/pulumi/pulumi/sdk/v3/go/common/util/rpcutil"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"github.com/pulumi/pulumi/sdk/v3/python/toolchain"
)

// Adds the generated SDKs of the `packages` in Pulumi.yaml to a program's dependencies.
func (h *host) Link(ctx context.Context, request *pulumirpc.LinkRequest) (*pulumirpc.LinkResponse, error) {
	for _, linked := range request.Packages {
		if err := h.language.link(ctx, request.Info, linked.Package.Name, linked.Path); err != nil {
			return nil, err
		}
	}
	return &pulumirpc.LinkResponse{}, nil
}

func linkToPython(ctx context.Context, program *pulumirpc.ProgramInfo, name, path string) error {
	chain, err := pythonToolchain(program)
	if err != nil {
		return err
	}
	return chain.LinkPackages(ctx, map[string]string{"pulumi_" + strings.ReplaceAll(name, "-", "_"): path})
}

func linkToGo(ctx context.Context, program *pulumirpc.ProgramInfo, _, path string) error {
	module := exec.CommandContext(ctx, "go", "list", "-m")
	module.Dir = filepath.Join(program.RootDirectory, path)
	name, err := module.Output()
	if err != nil {
		return err
	}
	replacement := strings.TrimSpace(string(name)) + "=./" + filepath.ToSlash(path)
	edit := exec.CommandContext(ctx, "go", "mod", "edit", "-replace="+replacement)
	edit.Dir = program.ProgramDirectory
	return edit.Run()
}

func (h *host) InstallDependencies(
	request *pulumirpc.InstallDependenciesRequest,
	server pulumirpc.LanguageRuntime_InstallDependenciesServer,
) error {
	closer, stdout, stderr, err := rpcutil.MakeInstallDependenciesStreams(server, request.IsTerminal)
	if err != nil {
		return err
	}
	defer closer.Close()
	if h.language.install == nil {
		return nil
	}
	return h.language.install(server.Context(), request.Info, stdout, stderr)
}

// Pulumi's own code makes the virtual environment, and installs requirements.txt there.
func installForPython(ctx context.Context, program *pulumirpc.ProgramInfo, stdout, stderr io.Writer) error {
	chain, err := pythonToolchain(program)
	if err != nil {
		return err
	}
	return chain.InstallDependencies(ctx, program.ProgramDirectory, false, true, stdout, stderr)
}

func pythonToolchain(program *pulumirpc.ProgramInfo) (toolchain.Toolchain, error) {
	return toolchain.ResolveToolchain(toolchain.PythonOptions{
		Root:       program.RootDirectory,
		ProgramDir: program.ProgramDirectory,
		Virtualenv: program.Options.GetFields()["virtualenv"].GetStringValue(),
		Toolchain:  toolchain.Pip,
	})
}
