import { spawnSync } from "node:child_process";
import { join } from "node:path";

/**
 * What loading the package adds to what `@pulumi/pulumi` itself takes: fresh processes in turn, and
 * the medians of what each measured within. Runs on the compiled package.
 */

const runs = 15;
const root = join(__dirname, "..");

const timed = (before: string, what: string) => `
  ${before}
  const start = performance.now();
  ${what}
  console.log(performance.now() - start);`;

const cases: Record<string, string> = {
  "@pulumi/pulumi itself": timed("", 'require("@pulumi/pulumi");'),
  "pulumi-auth0-native, in a program": timed(
    'require("@pulumi/pulumi");',
    'require("pulumi-auth0-native");',
  ),
  "pulumi-auth0-native/provider": timed(
    'require("@pulumi/pulumi");',
    'require("pulumi-auth0-native/provider");',
  ),
  "validators, compiled ahead": timed(
    'require("@pulumi/pulumi"); const { resourceSchema } = require("./bin/provider/schema");',
    `const { validator } = require("./bin/provider/validate");
     for (const name of ["EventStream", "RateLimitPolicy", "GuardianFcmv1Provider"])
       validator(resourceSchema(name).inputs)({});`,
  ),
  "validators, compiled at the start": timed(
    'require("@pulumi/pulumi"); const { resourceSchema } = require("./bin/provider/schema");',
    `const ajv = new (require("ajv").default)({ allErrors: true, discriminator: true, strict: false, logger: false, formats: { url: true } });
     for (const name of ["EventStream", "RateLimitPolicy", "GuardianFcmv1Provider"])
       ajv.compile({ ...resourceSchema(name).inputs, title: undefined })({});`,
  ),
};

/** The most that a user should wait, in milliseconds. */
const limits: Record<string, number> = {
  "pulumi-auth0-native, in a program": 40,
  "pulumi-auth0-native/provider": 150,
};

function measure(script: string): number {
  const { stdout, stderr, status } = spawnSync(process.execPath, ["-e", script], {
    cwd: root,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(stderr);
  return Number(stdout);
}

const median = (values: number[]) =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;

const samples = Object.fromEntries(Object.keys(cases).map((name) => [name, [] as number[]]));
for (let run = 0; run < runs; run++) {
  // In turn, so that a busy moment meets all of them.
  for (const [name, script] of Object.entries(cases)) samples[name]?.push(measure(script));
}

const base = median(samples["@pulumi/pulumi itself"] ?? []);
console.log(`Loading, median of ${runs} fresh processes each (Node ${process.version}):`);
for (const [name, values] of Object.entries(samples)) {
  const ms = median(values);
  const limit = limits[name];
  const share = `${((ms / base) * 100).toFixed(1)} % of @pulumi/pulumi`;
  const verdict = limit === undefined ? "" : `, limit ${limit} ms${ms > limit ? ": EXCEEDED" : ""}`;
  console.log(`  ${name}: ${ms.toFixed(1)} ms (${share}${verdict})`);
  if (limit !== undefined && ms > limit) process.exitCode = 1;
}
