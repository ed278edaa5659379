import { join } from "node:path";
import type { Tenant } from "../emulator/src";
import { store } from "../tests/support/tenant/objects";
import { listedKinds } from "../tests/support/values/kinds";
import { run } from "../tools/process";
import { measure } from "./measure";
import type { RecordSample } from "./rows";
import { withProject } from "./stack";

const rounds = 3;
const cli = join(__dirname, "..", "cli.js");

/** Measures `pulumi-auth0-native import` of unmanaged objects. */
export async function imports(tenant: Tenant, record: RecordSample): Promise<void> {
  const measureImport = (count: number) =>
    withProject("dynamic", tenant, {}, ({ folder: cwd, env }) => {
      addObjects(tenant, count);
      const args = [cli, "import", "--stack", "test"];
      return measure(tenant, cli, () => run(process.execPath, args, { cwd, env }));
    });
  // The first run isn't recorded, because it reads everything from the disk.
  await measureImport(0);
  // Each round has every size, so that a busy moment of the machine affects the ratio of a round less.
  for (let round = 0; round < rounds; round++) {
    for (const count of [500, 5_000]) {
      record(`import of ${count} objects`, "pulumi-auth0-native", await measureImport(count));
    }
  }
}

/** Adds unmanaged objects. Half are streams, half are policies, with all their forms in turn. */
function addObjects(tenant: Tenant, count: number): void {
  for (const kind of listedKinds) {
    const forms = Object.values(kind.valid);
    for (let number = 0; number < count / listedKinds.length; number++) {
      const inputs = { ...forms[number % forms.length], ...kind.unique(number) };
      store(tenant, kind, kind.id(number), inputs);
    }
  }
}
