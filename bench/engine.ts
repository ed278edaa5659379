import type { Changes, Tenant } from "../emulator/src";
import type { RecordSample } from "./rows";
import { type Command, forms, measureStack, type Subject } from "./stack";

const commands: Command[] = ["up", "preview", "refresh"];
const subjects: Subject[] = ["floor", ...forms];

/** The CLI's environment variables for larger stacks. */
export const settings = [
  "PULUMI_DIY_BACKEND_ZSTD=true",
  "PULUMI_SKIP_CHECKPOINTS=true",
  "GOGC=400",
];

interface Plan {
  count: number;
  conditions: Changes & { label: string };
  /** Noise affects short commands most. */
  rounds: number;
  subjects: Subject[];
  commands: Command[];
  /** Whether the CLI's settings are measured in the same rounds. */
  withSettings?: boolean;
}

const local = { label: "", latencyMs: 0 };
/** The latency of a request over the internet. */
const remote = { label: ", 100 ms", latencyMs: 100 };
/** The rate limit of Auth0's free plan, which allows fewer than 60 objects at once. */
const small = { ...local, label: ", small plan", rateLimit: { perSecond: 2, burst: 10 } };

const plans: Plan[] = [
  { count: 2, conditions: local, rounds: 5, subjects, commands },
  { count: 100, conditions: local, rounds: 4, subjects, commands, withSettings: true },
  // The floor sends no requests, so it isn't measured with latency.
  { count: 100, conditions: remote, rounds: 4, subjects: forms, commands },
  { count: 100, conditions: remote, rounds: 4, subjects: forms, commands: ["up --parallel 32"] },
  { count: 500, conditions: local, rounds: 2, subjects, commands, withSettings: true },
];

export async function engine(tenant: Tenant, record: RecordSample): Promise<void> {
  // The first run isn't recorded, because it reads everything from the disk.
  for (const subject of subjects) await measureStack(subject, 2, tenant, local, commands);
  for (const plan of plans) await measurePlan(tenant, record, plan);
}

export const smallPlan = (tenant: Tenant, record: RecordSample) =>
  measurePlan(tenant, record, {
    count: 60,
    conditions: small,
    rounds: 1,
    subjects: forms,
    commands: ["up", "refresh"],
  });

/** Measures the subjects in turn and in changing order. */
async function measurePlan(
  tenant: Tenant,
  record: RecordSample,
  { count, conditions, rounds, subjects, commands, withSettings = false }: Plan,
): Promise<void> {
  const { label, ...changes } = conditions;
  const order = [...subjects];
  for (let round = 0; round < rounds; round++, order.reverse()) {
    for (const subject of order) {
      for (const [command, sample] of await measureStack(subject, count, tenant, changes, commands))
        record(`${count} objects${label}: \`${command}\``, subject, sample);
    }
    for (const subject of withSettings ? settings : []) {
      const setting = Object.fromEntries([subject.split("=")]);
      const up = await measureStack("dynamic", count, tenant, changes, ["up"], setting);
      for (const [, sample] of up) record(`${count} objects: \`up\``, subject, sample);
    }
  }
}
