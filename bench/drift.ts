import type { Tenant } from "../emulator/src";
import { driftCommand } from "../tests/support/drift/command";
import type { Project } from "../tests/support/engine/jsProject";
import { measure } from "./measure";
import { objects } from "./objects";
import type { RecordSample } from "./rows";
import { withProject } from "./stack";

const streams = (count: number) => ({ EventStream: objects(count * 2).EventStream });

const stacks = [
  { label: "100 streams and 100 policies", objects: objects(200), otherStreams: 0 },
  { label: "1 stream of 5,000", objects: streams(1), otherStreams: 4_999 },
  { label: "40 streams of 5,000", objects: streams(40), otherStreams: 4_960 },
];

const script = "cli.js";
/** Runs `up`. If it fails, the measurement ends. */
const up = (tenant: Tenant, project: Project) =>
  measure(tenant, script, () => project.pulumi("up", "--yes", "--skip-preview"));

/** How many requests a check sends, and how long it takes over the internet. */
export async function drift(tenant: Tenant, record: RecordSample): Promise<void> {
  for (const { label, objects, otherStreams } of stacks) {
    await withProject("dynamic", tenant, objects, async (project) => {
      tenant.set({ latencyMs: 0 });
      await up(tenant, project);
      tenant.set({ latencyMs: 100 });
      addOtherStreams(tenant, otherStreams);
      const sample = await measure(tenant, script, () => driftCommand(project, "test"));
      record(label, "drift", sample);
    });
  }
}

/** Adds streams, and spreads the stack's streams evenly among them. */
function addOtherStreams(tenant: Tenant, count: number): void {
  const own = [...tenant.streams];
  const countBeforeEach = Math.floor(count / own.length);
  tenant.streams.clear();
  for (const [index, [id, stream]] of own.entries()) {
    for (let number = 0; number < countBeforeEach; number++) {
      const otherId = `est_${String(index * countBeforeEach + number).padStart(22, "0")}`;
      tenant.streams.set(otherId, { ...stream, id: otherId });
    }
    tenant.streams.set(id, stream);
  }
}

const costRounds = 7;

/** The time that the command adds to the refresh that it runs. Latency would hide it, so there is none. */
export const driftCost = (tenant: Tenant, record: RecordSample): Promise<void> =>
  withProject("plugin", tenant, objects(100), async (project) => {
    await up(tenant, project);
    const commands = {
      drift: () => driftCommand(project, "test"),
      "pulumi refresh --preview-only": () => project.pulumi("refresh", "--preview-only"),
    };
    for (let round = 0; round <= costRounds; round++) {
      for (const [subject, command] of Object.entries(commands)) {
        const sample = await measure(tenant, script, command);
        // The first round isn't recorded, because it reads everything from the disk.
        if (round > 0) record("check of 100 objects", subject, sample);
      }
    }
  });
