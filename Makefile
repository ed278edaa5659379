# The commands of the README and of CONTRIBUTING.md.
.PHONY: demo drift-demo drift-picture test test-fast walk check bench clean

installed := node_modules/.installed
built := bin/.built
sources := schema.json tsconfig.json emulator/tsconfig.json \
	$(shell find provider sdk cli emulator/src -name '*.ts')

## The quickstart's whole life on the real Pulumi CLI, against a tenant on this machine.
demo: $(built)
	@npx --no-install tsx tools/demo/index.ts

## A tenant broken in eight ways, and the page that tells of it.
drift-demo: $(built)
	@npx --no-install tsx tools/demo/drift.ts

## The picture of that page in the README: docs/images/drift.png.
drift-picture: drift-demo
	@npx --no-install tsx tests/support/drift/screenshot.ts

## Every tier: unit, contract, engine, page, package.
test: $(built)
	@npm run -s pulumi-bin > /dev/null
	@npx --no-install jest

## The unit and contract tests in about a minute on two cores. Of the fault matrices, the random walks
## and the random values it takes a sample. It leaves out the tests that run TypeScript's compilers,
## the GitOps scripts or a process for each proxy and certificate: "make test" runs all of them.
slow := unit/sdk/editor unit/sdk/types unit/examples/gitopsScripts contract/network contract/sourcePosition
test-fast: $(built)
	@SAMPLE=1 WALK_STEPS=20 npx --no-install jest --maxWorkers=2 tests/unit tests/contract \
		--testPathIgnorePatterns $(slow)

## The random walks in full, of which the tests take a part; or one of them, as a failed one says:
## tier=contract or engine, seed=1, steps=100.
walk: $(built)
	@npm run -s pulumi-bin > /dev/null
ifdef seed
	@WALK_SEED=$(seed) WALK_STEPS=$(steps) npx --no-install jest tests/$(or $(tier),contract)/walk.test.ts
else
	@WALK_STEPS=2000 npx --no-install jest tests/contract/walk.test.ts
	@WALK_STEPS=40 npx --no-install jest tests/engine/walk.test.ts
endif

## Format, lint, types, generated files, and what would be published.
check: $(built)
	npx --no-install biome ci --colors=off
	npx --no-install tsc -p tests/tsconfig.json
	npm run -s generate -- --check
	"$$(npm run -s pulumi-bin)/pulumi" schema check schema.json
	npx --no-install publint --strict

## What it takes beside a provider that does nothing, beside auth0-deploy-cli, on a small plan, and
## to load: a quarter of an hour, and bench/results.md is written. ONLY=engine,load runs some parts.
bench: $(built)
	@npm run -s pulumi-bin > /dev/null
	@npx --no-install tsx bench/run.ts $(if $(ONLY),--only $(ONLY))

$(installed): package.json package-lock.json emulator/package.json
	npm ci --no-audit --no-fund
	@touch $@

$(built): $(installed) $(sources)
	npm run -s build
	@touch $@

clean:
	rm -rf bin emulator/bin .demo .artifacts node_modules
