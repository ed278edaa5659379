package main

import (
	"context"
	"slices"
	"strings"

	"github.com/pulumi/pulumi-yaml/pkg/pulumiyaml/codegen"
	"github.com/pulumi/pulumi/pkg/v3/codegen/hcl2/syntax"
	"github.com/pulumi/pulumi/pkg/v3/codegen/pcl"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource"
	"github.com/pulumi/pulumi/sdk/v3/go/common/resource/plugin"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
)

// A yamlHost is Pulumi's YAML host in the version on the Go module proxy, with what the CLI expects from later
// versions.
type yamlHost struct {
	pulumirpc.LanguageRuntimeServer
}

// Adds the configuration in the form that this release reads, because the CLI no longer sends it.
func (h *yamlHost) Run(ctx context.Context, run *pulumirpc.RunRequest) (*pulumirpc.RunResponse, error) {
	properties := resource.PropertyMap{}
	for key, value := range run.Config {
		property := resource.NewStringProperty(value)
		if slices.Contains(run.ConfigSecretKeys, key) {
			property = resource.MakeSecret(property)
		}
		properties[resource.PropertyKey(key)] = property
	}
	var err error
	run.ConfigPropertyMap, err = plugin.MarshalProperties(properties, plugin.MarshalOptions{KeepSecrets: true})
	if err != nil {
		return nil, err
	}
	return h.LanguageRuntimeServer.Run(ctx, run)
}

// Generates the program that `pulumi import` prints.
func (*yamlHost) GenerateProgram(
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
	options := []pcl.BindOption{pcl.Loader(schema.NewCachedLoader(loader))}
	if !request.Strict {
		options = append(options, pcl.NonStrictBindOptions()...)
	}
	program, diagnostics, err := pcl.BindProgram(parser.Files, options...)
	if err != nil || program == nil {
		return &pulumirpc.GenerateProgramResponse{
			Diagnostics: plugin.HclDiagnosticsToRPCDiagnostics(diagnostics),
		}, err
	}
	files, diagnostics, err := codegen.GenerateProgram(program)
	return &pulumirpc.GenerateProgramResponse{
		Source:      files,
		Diagnostics: plugin.HclDiagnosticsToRPCDiagnostics(diagnostics),
	}, err
}
