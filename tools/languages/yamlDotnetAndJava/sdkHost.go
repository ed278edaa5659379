package main

import (
	"context"
	"encoding/json"
	"os"
	"path/filepath"

	"github.com/pulumi/pulumi-java/pkg/codegen/java"
	"github.com/pulumi/pulumi/pkg/v3/codegen/dotnet"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/plugin"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
	"google.golang.org/protobuf/types/known/emptypb"
)

// An sdkHost only generates SDKs.
type sdkHost struct {
	pulumirpc.UnimplementedLanguageRuntimeServer
	// Returns the files of an SDK, by name.
	generate func(pkg *schema.Package) (map[string][]byte, error)
}

func dotnetSdk(pkg *schema.Package) (map[string][]byte, error) {
	return dotnet.GeneratePackage("pulumi-language-dotnet", pkg, nil, nil)
}

func javaSdk(pkg *schema.Package) (map[string][]byte, error) {
	return java.GeneratePackage("pulumi-language-java", pkg, nil, false)
}

func (*sdkHost) GetPluginInfo(context.Context, *emptypb.Empty) (*pulumirpc.PluginInfo, error) {
	return &pulumirpc.PluginInfo{Version: "0.0.0"}, nil
}

func (h *sdkHost) GeneratePackage(
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
	pkg, diagnostics, err := schema.BindSpec(spec, loader)
	if err != nil || diagnostics.HasErrors() {
		return &pulumirpc.GeneratePackageResponse{
			Diagnostics: plugin.HclDiagnosticsToRPCDiagnostics(diagnostics),
		}, err
	}
	files, err := h.generate(pkg)
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
