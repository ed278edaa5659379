package main

import (
	"context"
	"encoding/json"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/pulumi/pulumi/pkg/v3/codegen/hcl2/syntax"
	"github.com/pulumi/pulumi/pkg/v3/codegen/pcl"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/plugin"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"google.golang.org/protobuf/types/known/emptypb"
)

// A language has what differs from the other languages.
type language struct {
	// The command that runs a program.
	command func(run *pulumirpc.RunRequest, engine string) (*exec.Cmd, error)
	// Adds the SDK in this folder to the program's dependencies.
	link func(ctx context.Context, program *pulumirpc.ProgramInfo, name, path string) error
	// Installs the program's dependencies. If it is nil, running the program installs them.
	install func(ctx context.Context, program *pulumirpc.ProgramInfo, stdout, stderr io.Writer) error
	// The files of an SDK, by name.
	sdk func(pkg *schema.Package, loader schema.ReferenceLoader) (map[string][]byte, error)
	// The files of a program, by name.
	program func(program *pcl.Program) (map[string][]byte, hcl.Diagnostics, error)
}

type host struct {
	pulumirpc.UnimplementedLanguageRuntimeServer
	language language
	engine   string
}

// The engine doesn't need to ask for packages, because programs register resources with the plugin's version.
func (*host) GetRequiredPackages(
	context.Context, *pulumirpc.GetRequiredPackagesRequest,
) (*pulumirpc.GetRequiredPackagesResponse, error) {
	return &pulumirpc.GetRequiredPackagesResponse{}, nil
}

func (*host) GetPluginInfo(context.Context, *emptypb.Empty) (*pulumirpc.PluginInfo, error) {
	return &pulumirpc.PluginInfo{Version: "0.0.0"}, nil
}

func (h *host) Run(ctx context.Context, run *pulumirpc.RunRequest) (*pulumirpc.RunResponse, error) {
	command, err := h.language.command(run, h.engine)
	if err != nil {
		return nil, err
	}
	command.Dir = run.GetInfo().GetProgramDirectory()
	// The engine shows this process's stderr. It reads only the port from stdout.
	command.Stdout, command.Stderr = os.Stderr, os.Stderr
	if err := command.Run(); err != nil {
		return &pulumirpc.RunResponse{Error: err.Error()}, nil
	}
	return &pulumirpc.RunResponse{}, nil
}

func (h *host) GeneratePackage(
	_ context.Context, request *pulumirpc.GeneratePackageRequest,
) (*pulumirpc.GeneratePackageResponse, error) {
	loader, err := schema.NewLoaderClient(request.LoaderTarget)
	if err != nil {
		return nil, err
	}
	var spec schema.PackageSpec
	if err := json.Unmarshal([]byte(request.Schema), &spec); err != nil {
		return nil, err
	}
	pkg, diagnostics, err := schema.BindSpec(spec, loader, schema.ValidationOptions{})
	if err != nil || diagnostics.HasErrors() {
		return &pulumirpc.GeneratePackageResponse{
			Diagnostics: plugin.HclDiagnosticsToRPCDiagnostics(diagnostics),
		}, err
	}
	files, err := h.language.sdk(pkg, loader)
	if err != nil {
		return nil, err
	}
	for name, text := range files {
		path := filepath.Join(request.Directory, name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			return nil, err
		}
		if err := os.WriteFile(path, text, 0o644); err != nil {
			return nil, err
		}
	}
	return &pulumirpc.GeneratePackageResponse{}, nil
}

// The program that `pulumi import` prints.
func (h *host) GenerateProgram(
	_ context.Context, request *pulumirpc.GenerateProgramRequest,
) (*pulumirpc.GenerateProgramResponse, error) {
	loader, err := schema.NewLoaderClient(request.LoaderTarget)
	if err != nil {
		return nil, err
	}
	parser := syntax.NewParser()
	for name, text := range request.Source {
		if err := parser.ParseFile(strings.NewReader(text), name); err != nil {
			return nil, err
		}
	}
	var options []pcl.BindOption
	if !request.Strict {
		options = pcl.NonStrictBindOptions()
	}
	program, diagnostics, err := pcl.BindProgram(parser.Files, schema.NewCachedLoader(loader), options...)
	if err != nil || program == nil {
		return &pulumirpc.GenerateProgramResponse{
			Diagnostics: plugin.HclDiagnosticsToRPCDiagnostics(diagnostics),
		}, err
	}
	files, diagnostics, err := h.language.program(program)
	return &pulumirpc.GenerateProgramResponse{
		Source:      files,
		Diagnostics: plugin.HclDiagnosticsToRPCDiagnostics(diagnostics),
	}, err
}
