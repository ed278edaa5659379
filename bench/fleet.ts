import type { Tenant } from "../emulator/src";
import { driftCommand } from "../tests/support/drift/command";
import { fleet as startFleet } from "../tests/support/drift/fleet";
import { passphraseSettings } from "../tests/support/engine/newStack";
import { measure } from "./measure";
import type { RecordSample } from "./rows";
import { defaults } from "./stack";

const program = `
  const { EventStream, RateLimitPolicy } = require("pulumi-auth0-native");
  new EventStream("crm", {
    name: "crm",
    destination: { type: "action", configuration: { actionId: "5f3c1a52-action" } },
  });
  new RateLimitPolicy("partners", {
    resource: "oauth_authentication_api", consumer: "client", consumerSelector: "default",
    configuration: { action: "block", limit: 100 },
  });
`;

/** Drift checks of many stacks, with the memory of all processes taken together. */
export async function fleet(tenant: Tenant, record: RecordSample): Promise<void> {
  const withFleet = async (stacks: number, label: string) => {
    const { project, remove } = await startFleet(stacks, program, passphraseSettings);
    const env = { ...project.env, ...defaults };
    try {
      // The project's own stack, which has no tenant.
      await project.pulumi("stack", "rm", "test", "--yes");
      const check = () => driftCommand({ ...project, env }, "--all");
      const { ms, peakMb = 0 } = await measure(tenant, "", check);
      record(label, "drift --all", { ms, peakMb });
    } finally {
      await remove();
    }
  };
  await withFleet(25, "25 stacks");
  await withFleet(200, "200 stacks");
}
