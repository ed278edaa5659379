import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { driftCommand } from "../tests/support/drift/command";
import { jsProject } from "../tests/support/engine/jsProject";
import { type Objects, objects } from "./objects";
import { progress } from "./progress";
import { type Sample, sample } from "./sample";
import { programOf } from "./stack";
import { benchTenant } from "./tenant";

/** One state of a tenant, checked by pages of its lists, and by one request an object. */
export interface DriftRow {
  what: string;
  pages: Sample;
  single: Sample;
}

/** As over the internet. */
const latencyMs = 100;

const streams = (count: number): Partial<Objects> => ({
  EventStream: objects(count * 2).EventStream,
});

const conditions = [
  { what: "100 streams and 100 policies", of: objects(200), strangers: 0 },
  { what: "1 stream of 5,000", of: streams(1), strangers: 4_999 },
  { what: "40 streams of 5,000", of: streams(40), strangers: 4_960 },
];

export async function drift(): Promise<DriftRow[]> {
  const rows: DriftRow[] = [];
  const tenant = await benchTenant({});
  try {
    for (const { what, of, strangers } of conditions) {
      await tenant.become({ latencyMs: 0, lists: true });
      await tenant.empty();
      const project = await jsProject(tenant.environment, programOf("pulumi-auth0-native"));
      writeFileSync(join(project.folder, "objects.json"), JSON.stringify(of));
      const { code, text } = await project.pulumi("up", "--yes", "--skip-preview");
      if (code !== 0) throw new Error(`up ended with ${code}:\n${text}`);
      await tenant.become({ latencyMs, strangers });
      const check = async (lists: boolean) => {
        await tenant.become({ lists });
        return sample(tenant, {}, () => driftCommand(project, "test"));
      };
      const row = { what, pages: await check(true), single: await check(false) };
      progress(
        `${what}: ${(row.pages.ms / 1000).toFixed(2)} s by pages, ${(row.single.ms / 1000).toFixed(2)} s by single reads`,
      );
      rows.push(row);
      project.remove();
    }
    return rows;
  } finally {
    tenant.close();
  }
}
