import { startTenant, type TenantOptions } from "../emulator/src";
import type { Question, Served, TenantChanges } from "./tenant";

/** A tenant in a process of its own: its work must not delay who measures. */
async function main(): Promise<void> {
  const tenant = await startTenant(JSON.parse(process.argv[2] ?? "{}") as TenantOptions);
  // auth0-deploy-cli lists kinds that the emulator does not have, and may as well find none.
  tenant.answer = ({ method, route, path }) =>
    method === "GET" && route === undefined ? { body: emptyList(path) } : undefined;
  let cpu = process.cpuUsage();

  function served(): Served {
    const { user, system } = process.cpuUsage(cpu);
    cpu = process.cpuUsage();
    const api = tenant.requests.filter(({ kind }) => kind === "api");
    const counts = {
      requests: api.length,
      refusals: api.filter(({ status }) => status === 429).length,
      tokens: tenant.tokenRequests(),
      tenantCpuMs: (user + system) / 1000,
    };
    tenant.clearRequests();
    return counts;
  }

  function become({ latencyMs, strangers = 0, lists }: TenantChanges): void {
    if (latencyMs !== undefined) tenant.set({ latencyMs });
    // Those of the stack are spread among them.
    const own = [...tenant.streams];
    const before = Math.floor(strangers / own.length);
    for (const [at, [id, stream]] of own.entries()) {
      tenant.streams.delete(id);
      for (let number = 0; number < before; number++) {
        const other = `est_${String(at * before + number).padStart(22, "0")}`;
        tenant.streams.set(other, { ...stream, id: other });
      }
      tenant.streams.set(id, stream);
    }
    if (lists !== undefined) tenant.clearFaults();
    if (lists === false) {
      for (const route of ["GET /event-streams", "GET /rate-limit-policies"])
        tenant.addFault({ route, kind: "status", status: 403, times: 0 });
    }
  }

  process.on("message", (question: Question) => {
    if (typeof question === "object") become(question);
    if (question === "empty") {
      tenant.streams.clear();
      tenant.policies.clear();
    }
    process.send?.(served());
  });
  process.on("disconnect", () => process.exit());
  process.send?.(tenant.environment);
}

function emptyList(path: string): object {
  const kind = path.split("/").at(-1) ?? "";
  return { [kind]: [], start: 0, limit: 0, length: 0, total: 0 };
}

void main();
