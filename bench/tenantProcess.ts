import { startTenant, type Tenant, type TenantOptions } from "../emulator/src";
import { emptyTenant, store } from "../tests/support/tenant/objects";
import { listedKinds } from "../tests/support/values/kinds";
import type { TenantChanges, TenantUsage } from "./tenant";

/** The process of a BenchTenant. It ends when its parent disconnects. */
async function main(): Promise<void> {
  const tenant = await startTenant(JSON.parse(process.argv[2] ?? "{}") as TenantOptions);
  // auth0-deploy-cli lists resource types that the emulator does not have: it gets empty lists.
  tenant.respond = ({ method, route, path }) =>
    method === "GET" && route === undefined ? { body: emptyList(path) } : undefined;

  process.on("message", (changes: TenantChanges) => {
    change(tenant, changes);
    process.send?.(usageOf(tenant));
  });
  process.on("disconnect", () => process.exit());
  process.send?.(tenant.environment);
}

/** The usage since the last call. */
function usageOf(tenant: Tenant): TenantUsage {
  const apiRequests = tenant.requests.filter(({ kind }) => kind === "api");
  const usage = {
    requests: apiRequests.length,
    refusals: apiRequests.filter(({ status }) => status === 429).length,
    tokens: tenant.tokenRequests(),
  };
  tenant.clearRequests();
  return usage;
}

function change(
  tenant: Tenant,
  { clear, latencyMs, otherStreams = 0, mixedObjects = 0, lists }: TenantChanges,
): void {
  if (clear) emptyTenant(tenant);
  if (latencyMs !== undefined) tenant.set({ latencyMs });
  if (otherStreams > 0) addOtherStreams(tenant, otherStreams);
  addMixedObjects(tenant, mixedObjects);
  if (lists !== undefined) tenant.clearFaults();
  if (lists === false) {
    for (const { routes } of listedKinds) {
      tenant.addFault({ route: routes.list, kind: "status", status: 403, times: 0 });
    }
  }
}

/** Adds streams and spreads those of the stack evenly among them. */
function addOtherStreams(tenant: Tenant, count: number): void {
  const stackStreams = [...tenant.streams];
  const countBeforeEach = Math.floor(count / stackStreams.length);
  for (const [index, [id, stream]] of stackStreams.entries()) {
    tenant.streams.delete(id);
    for (let number = 0; number < countBeforeEach; number++) {
      const otherId = `est_${String(index * countBeforeEach + number).padStart(22, "0")}`;
      tenant.streams.set(otherId, { ...stream, id: otherId });
    }
    tenant.streams.set(id, stream);
  }
}

/** Adds objects that no stack knows: half are streams, half are policies, with all their forms in turn. */
function addMixedObjects(tenant: Tenant, count: number): void {
  for (const kind of listedKinds) {
    const forms = Object.values(kind.valid);
    for (let number = 0; number < count / listedKinds.length; number++) {
      const inputs = { ...forms[number % forms.length], ...kind.unique(number) };
      store(tenant, kind, kind.id(number), inputs);
    }
  }
}

function emptyList(path: string): object {
  const kind = path.split("/").at(-1) ?? "";
  return { [kind]: [], start: 0, limit: 0, length: 0, total: 0 };
}

void main();
