# The commands in README.md and CONTRIBUTING.md.
.PHONY: demo templates test test-languages test-fast walk check contract acceptance \
	acceptance-clean bench plugin clean

installed := node_modules/.installed
built := bin/.built
sources := schema.json tsconfig.json emulator/tsconfig.json \
	$(shell find provider sdk cli emulator/src tools/plugin tools/cli -name '*.ts' -o -path 'cli/*.json' -o -path 'cli/*.yml' -o -path 'cli/*.css' -o -path '*/published/*.json')

## Creates a template's stack, lets its receiver fail and recover, and destroys the stack. It uses the real Pulumi CLI
## and an emulated tenant.
demo: $(built)
	@npx --no-install tsx tools/demo/index.ts

## Prepares the templates for `pulumi new <clone>/templates/<language>`, and prints that command. With languages=python,
## go, or yaml, it also builds the language hosts that a CLI built from source lacks, which needs Go.
templates: $(built)
	@npx --no-install tsx tools/templates/index.ts $(languages)

## Runs the tests that need only Node and the Pulumi CLI. Random tests use a sample of their values.
test: $(built)
	@npm run -s pulumi-bin > /dev/null
	@npx --no-install jest --testPathIgnorePatterns tests/languages

## Runs the tests of programs in YAML, Python, and Go, which need Go and Python.
test-languages: $(built)
	@npm run -s pulumi-bin > /dev/null
	@npx --no-install tsx tools/languages/index.ts > /dev/null
	@npx --no-install jest tests/languages

## Runs unit and protocol tests in less than two minutes on two cores. It leaves out the random walks, and tests that
## compile programs or start a process for each proxy and certificate.
slow := unit/sdk/types protocol/network protocol/walk
test-fast: $(built)
	@npx --no-install jest --maxWorkers=2 tests/unit tests/protocol \
		--testPathIgnorePatterns $(slow)

## Runs the random tests and the matrices of faults at their full counts, as CI does every night. With the seed from a
## failed walk's message, it only replays that walk.
walk: $(built)
	@npm run -s pulumi-bin > /dev/null
ifdef seed
	@WALK_SEED=$(seed) npx --no-install jest tests/protocol/walk.test.ts
else
	@FULL=1 npx --no-install jest tests/unit/provider tests/unit/cli/import tests/protocol
endif

## Checks the format, the linter's rules, types, unused code, generated files, and the package to publish.
check: $(built)
	npx --no-install biome ci --colors=off
	npx --no-install tsc -p tests/tsconfig.json
	npx --no-install knip --no-progress
	npm run -s generate -- --check
	"$$(npm run -s pulumi-bin)/pulumi" schema check schema.json
	npx --no-install publint --strict

## Updates the published contract from an OpenAPI document of the Management API (oas=<file>).
contract: $(installed)
	$(if $(oas),,$(error Pass an OpenAPI document of the Management API: make contract oas=<file>))
	@npx --no-install tsx tools/contract/index.ts emulator/src/published "$(oas)"
	@npx --no-install biome format --write emulator/src/published

## Tests a real tenant (tenant=<domain>), and writes acceptance/report.md. docs/contributing/acceptance.md has the other
## options. acceptance-clean deletes what a killed run has left in the tenant.
acceptance_options := tenant yes push aws action
acceptance acceptance-clean: $(built)
	@npm run -s pulumi-bin > /dev/null
	@node --import tsx tests/acceptance/index.ts $@ \
		$(foreach option,$(acceptance_options),"$(option)=$($(option))")

## Measures time and memory of this provider, a provider that does nothing, and the official provider, whose plugin
## pulumi-resource-auth0 must be on PATH, and writes the tables of bench/results.md. It takes twenty-five minutes. With
## ONLY=engine,load it measures only these parts, and doesn't write the file.
bench: $(built)
	@npm run -s pulumi-bin > /dev/null
	@ONLY=$(ONLY) npx --no-install tsx bench/run.ts

## Writes the plugin's release archives and their checksums to dist/. It needs Linux, and downloads Node for the single
## executables.
plugin: $(built)
	@npx --no-install tsx tools/plugin/release.ts

$(installed): package.json package-lock.json emulator/package.json
	npm ci --no-audit --no-fund
	@touch $@

$(built): $(installed) $(sources)
	npm run -s build
	@touch $@

clean:
	rm -rf bin emulator/bin plugin/main.js plugin/THIRD_PARTY_LICENSES dist .demo .artifacts node_modules
