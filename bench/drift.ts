import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { driftCommand } from "../tests/support/drift/command";
import { jsProject } from "../tests/support/engine/jsProject";
import { passphraseSettings } from "../tests/support/engine/newStack";
import { type Objects, objects } from "./objects";
import { printProgress } from "./progress";
import { measure, type Sample } from "./sample";
import { programOf } from "./stack";
import { startBenchTenant } from "./tenant";

/** One state of a tenant, checked with pages of its lists, and with one request for each object. */
export interface DriftRow {
  what: string;
  pages: Sample;
  single: Sample;
}

/** The latency of a request over the internet. */
const latencyMs = 100;

const streams = (count: number): Partial<Objects> => ({
  EventStream: objects(count * 2).EventStream,
});

const conditions = [
  { what: "100 streams and 100 policies", objects: objects(200), otherStreams: 0 },
  { what: "1 stream of 5,000", objects: streams(1), otherStreams: 4_999 },
  { what: "40 streams of 5,000", objects: streams(40), otherStreams: 4_960 },
];

export async function measureDrift(): Promise<DriftRow[]> {
  const rows: DriftRow[] = [];
  const tenant = await startBenchTenant({});
  try {
    for (const { what, objects, otherStreams } of conditions) {
      await tenant.change({ latencyMs: 0, lists: true });
      await tenant.clear();
      const project = await jsProject(tenant.environment, programOf("pulumi-auth0-native"), {
        encryption: passphraseSettings,
      });
      writeFileSync(join(project.folder, "objects.json"), JSON.stringify(objects));
      const { code, text } = await project.pulumi("up", "--yes", "--skip-preview");
      if (code !== 0) throw new Error(`up ended with ${code}:\n${text}`);
      await tenant.change({ latencyMs, otherStreams });
      const check = async (lists: boolean) => {
        await tenant.change({ lists });
        return measure(tenant, {}, () => driftCommand(project, "test"));
      };
      const row = { what, pages: await check(true), single: await check(false) };
      const [pages, single] = [row.pages, row.single].map(({ ms }) => (ms / 1000).toFixed(2));
      printProgress(`${what}: ${pages} s by pages, ${single} s one by one`);
      rows.push(row);
      project.remove();
    }
    return rows;
  } finally {
    tenant.close();
  }
}
