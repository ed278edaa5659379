package main

import (
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"

	gocodegen "github.com/pulumi/pulumi/pkg/v3/codegen/go"
	"github.com/pulumi/pulumi/pkg/v3/codegen/nodejs"
	"github.com/pulumi/pulumi/pkg/v3/codegen/python"
	"github.com/pulumi/pulumi/pkg/v3/codegen/schema"
	pulumirpc "github.com/pulumi/pulumi/sdk/v3/proto/go"
)

var languages = map[string]language{
	// This host only generates an SDK, because the CLI's own host runs Node.js programs.
	"nodejs": {
		sdk: func(pkg *schema.Package, loader schema.ReferenceLoader) (map[string][]byte, error) {
			return nodejs.GeneratePackage("pulumi-language-nodejs", pkg, nil, nil, false, loader)
		},
	},
	"go": {
		command: goProgram,
		link:    linkToGo,
		sdk: func(pkg *schema.Package, _ schema.ReferenceLoader) (map[string][]byte, error) {
			return gocodegen.GeneratePackage("pulumi-language-go", pkg, nil)
		},
		program: gocodegen.GenerateProgram,
	},
	"python": {
		command: pythonProgram,
		link:    linkToPython,
		install: installForPython,
		sdk: func(pkg *schema.Package, loader schema.ReferenceLoader) (map[string][]byte, error) {
			return python.GeneratePackage("pulumi-language-python", pkg, nil, loader)
		},
		program: python.GenerateProgram,
	},
}

// Runs the executable that the runtime's option `binary` names, or else the sources.
func goProgram(run *pulumirpc.RunRequest, engine string) (*exec.Cmd, error) {
	environment, err := configuration(run)
	if err != nil {
		return nil, err
	}
	command := exec.Command("go", append([]string{"run", "."}, run.Args...)...)
	if binary, found := option(run, "binary"); found {
		command = exec.Command(absolute(run, binary), run.Args...)
	}
	command.Env = append(environment,
		"PULUMI_ORGANIZATION="+run.Organization,
		"PULUMI_PROJECT="+run.Project,
		"PULUMI_ROOT_DIRECTORY="+run.GetInfo().GetRootDirectory(),
		"PULUMI_STACK="+run.Stack,
		"PULUMI_PARALLEL="+strconv.Itoa(int(run.Parallel)),
		"PULUMI_DRY_RUN="+strconv.FormatBool(run.DryRun),
		"PULUMI_MONITOR="+run.MonitorAddress,
		"PULUMI_ENGINE="+engine,
	)
	return command, nil
}

// Runs Pulumi's script pulumi-language-python-exec, which is beside this executable.
func pythonProgram(run *pulumirpc.RunRequest, engine string) (*exec.Cmd, error) {
	environment, err := configuration(run)
	if err != nil {
		return nil, err
	}
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	interpreter := "python3"
	if environment, found := option(run, "virtualenv"); found {
		interpreter = filepath.Join(absolute(run, environment), "bin", "python3")
	}
	arguments := []string{
		"-u", filepath.Join(filepath.Dir(self), "pulumi-language-python-exec"),
		"--organization", run.Organization,
		"--project", run.Project,
		"--root_directory", run.GetInfo().GetRootDirectory(),
		"--stack", run.Stack,
		"--parallel", strconv.Itoa(int(run.Parallel)),
		"--dry_run", strconv.FormatBool(run.DryRun),
		"--monitor", run.MonitorAddress,
		"--engine", engine,
		run.GetInfo().GetEntryPoint(),
	}
	command := exec.Command(interpreter, append(arguments, run.Args...)...)
	command.Env = environment
	return command, nil
}

// Returns this process's environment and the stack's configuration.
func configuration(run *pulumirpc.RunRequest) ([]string, error) {
	config, secretKeys := run.Config, run.ConfigSecretKeys
	// Python's SDK fails if it gets `null`.
	if config == nil {
		config = map[string]string{}
	}
	if secretKeys == nil {
		secretKeys = []string{}
	}
	values, err := json.Marshal(config)
	if err != nil {
		return nil, err
	}
	secrets, err := json.Marshal(secretKeys)
	if err != nil {
		return nil, err
	}
	return append(os.Environ(),
		"PULUMI_CONFIG="+string(values), "PULUMI_CONFIG_SECRET_KEYS="+string(secrets)), nil
}

// Returns an option of `runtime` in Pulumi.yaml.
func option(run *pulumirpc.RunRequest, name string) (string, bool) {
	value, found := run.GetInfo().GetOptions().GetFields()[name]
	return value.GetStringValue(), found
}

func absolute(run *pulumirpc.RunRequest, path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(run.GetInfo().GetRootDirectory(), path)
}
