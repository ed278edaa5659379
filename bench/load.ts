import { join } from "node:path";
import { mustRun } from "../tools/process";
import { printProgress } from "./progress";
import { median } from "./statistics";

/** The time to load a module in a new process: the median of all rounds. */
export interface Loaded {
  what: string;
  ms: number;
  /** The time that must not be exceeded. */
  limitMs?: number;
}

const rounds = 9;
const root = join(__dirname, "..");

/** A script that prints how long `measured` takes, after `setup`. */
const timed = (setup: string, measured: string) => `
  ${setup}
  const start = performance.now();
  ${measured}
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

/** Measures what the compiled package adds to the time of loading `@pulumi/pulumi`. */
export async function measureLoading(): Promise<Loaded[]> {
  const samples = cases.map(({ script }) => ({ script, values: [] as number[] }));
  for (let round = 0; round < rounds; round++) {
    // In turn, so that a busy moment of the machine affects all of them.
    for (const { script, values } of samples) values.push(await measure(script));
  }
  return cases.map(({ script: _, ...about }, index) => {
    const ms = median(samples[index]?.values ?? []);
    printProgress(`loading ${about.what}: ${ms.toFixed(1)} ms`);
    return { ...about, ms };
  });
}

async function measure(script: string): Promise<number> {
  const { stdout } = await mustRun(process.execPath, ["-e", script], { cwd: root });
  return Number(stdout);
}
