import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { progress } from "./progress";
import { median } from "./statistics";

/** What loading takes, in milliseconds within a fresh process: the median of some. */
export interface Loaded {
  what: string;
  ms: number;
  /** The most that a user should wait. */
  limitMs?: number;
}

const rounds = 9;
const root = join(__dirname, "..");

const timed = (before: string, what: string) => `
  ${before}
  const start = performance.now();
  ${what}
  console.log(performance.now() - start);`;

const cases: { what: string; script: string; limitMs?: number }[] = [
  { what: "@pulumi/pulumi itself", script: timed("", 'require("@pulumi/pulumi");') },
  {
    what: "pulumi-auth0-native, in a program",
    script: timed('require("@pulumi/pulumi");', 'require("pulumi-auth0-native");'),
    limitMs: 40,
  },
  {
    what: "pulumi-auth0-native/provider",
    script: timed('require("@pulumi/pulumi");', 'require("pulumi-auth0-native/provider");'),
    limitMs: 150,
  },
  {
    what: "validators, compiled ahead",
    script: timed(
      'require("@pulumi/pulumi"); const { resourceSchema } = require("./bin/provider/schema/packageSchema");',
      `const { validator } = require("./bin/provider/schema/validate");
     for (const name of ["EventStream", "RateLimitPolicy", "GuardianFcmv1Provider"])
       validator(resourceSchema(name).inputs)({});`,
    ),
  },
  {
    what: "validators, compiled at the start",
    script: timed(
      'require("@pulumi/pulumi"); const { resourceSchema } = require("./bin/provider/schema/packageSchema");',
      `const ajv = new (require("ajv").default)({ allErrors: true, discriminator: true, strict: false, logger: false, formats: { url: true } });
     for (const name of ["EventStream", "RateLimitPolicy", "GuardianFcmv1Provider"])
       ajv.compile({ ...resourceSchema(name).inputs, title: undefined })({});`,
    ),
  },
];

/** What loading the compiled package adds to what `@pulumi/pulumi` itself takes. */
export function load(): Loaded[] {
  const samples = cases.map(({ script }) => ({ script, values: [] as number[] }));
  for (let round = 0; round < rounds; round++) {
    // In turn, so that a busy moment meets all of them.
    for (const { script, values } of samples) values.push(measure(script));
  }
  return cases.map(({ script: _, ...about }, index) => {
    const ms = median(samples[index]?.values ?? []);
    progress(`loading ${about.what}: ${ms.toFixed(1)} ms`);
    return { ...about, ms };
  });
}

function measure(script: string): number {
  const { stdout, stderr, status } = spawnSync(process.execPath, ["-e", script], {
    cwd: root,
    encoding: "utf8",
  });
  if (status !== 0) throw new Error(stderr);
  return Number(stdout);
}
