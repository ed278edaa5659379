import { expect, test } from "@jest/globals";
import type { Fault, Tenant } from "../../../../emulator/src";
import { call, createdStream, policy, start } from "../support/tenant";

const route = "GET /event-streams";

async function tenantWithFiveStreams(fault?: Omit<Fault, "route">): Promise<Tenant> {
  const tenant = await start();
  for (const name of ["s0", "s1", "s2", "s3", "s4"]) await createdStream(tenant, { name });
  if (fault) tenant.addFault({ route, ...fault });
  return tenant;
}

/** The names on every page, read with checkpoint ids. */
async function namesByCheckpoint(tenant: Tenant): Promise<string[][]> {
  const pages: string[][] = [];
  let from = "";
  do {
    const { body } = await call(tenant, `${route}?take=2${from}`);
    pages.push(body.eventStreams.map(({ name }: { name: string }) => name));
    from = body.next ? `&from=${body.next}` : "";
  } while (from);
  return pages;
}

async function namesByPageNumber(tenant: Tenant): Promise<string[][]> {
  const pages: string[][] = [];
  for (let page = 0; page < 3; page++) {
    const { body } = await call(tenant, `${route}?page=${page}&per_page=2`);
    pages.push(body.eventStreams.map(({ name }: { name: string }) => name));
  }
  return pages;
}

const inserted = "inserted between two pages";

test.each<[string, Omit<Fault, "route">, string[][]]>([
  [
    "deleted after the first page",
    { kind: "deleted" },
    [
      ["s0", "s1"],
      ["s3", "s4"],
    ],
  ],
  ["deleted after the second page", { kind: "deleted", skip: 1 }, [["s0", "s1"], ["s2", "s3"], []]],
  [
    "inserted after the first page",
    { kind: "inserted" },
    [
      ["s0", "s1"],
      ["s1", "s2"],
      ["s3", "s4"],
    ],
  ],
])("pages read with checkpoint ids shift when an object is %s", async (_, fault, pages) => {
  expect(await namesByCheckpoint(await tenantWithFiveStreams(fault))).toEqual(pages);
});

test.each<[string, Omit<Fault, "route">, string[][]]>([
  ["deleted", { kind: "deleted" }, [["s0", "s1"], ["s3", "s4"], []]],
  [
    "inserted",
    { kind: "inserted" },
    [
      ["s0", "s1"],
      ["s1", "s2"],
      ["s3", "s4"],
    ],
  ],
])("pages read with page numbers shift when an object is %s", async (_, fault, pages) => {
  expect(await namesByPageNumber(await tenantWithFiveStreams(fault))).toEqual(pages);
});

test("an inserted or deleted object shows in the next listing, not on the affected page", async () => {
  const tenant = await tenantWithFiveStreams({ kind: "inserted" });
  await namesByCheckpoint(tenant);
  const [first] = tenant.streams.values();
  expect(first).toMatchObject({ name: inserted, destination: { type: "action" } });
  expect(first?.id).toMatch(/^est_\w{22}$/);
  tenant.addFault({ route, kind: "deleted", id: first?.id ?? "" });
  expect((await namesByCheckpoint(tenant)).flat()[0]).toBe(inserted);
  expect(await namesByCheckpoint(tenant)).toEqual([["s0", "s1"], ["s2", "s3"], ["s4"]]);
});

test("checkpoint ids that are issued after a shift continue after their last object", async () => {
  const tenant = await tenantWithFiveStreams({ kind: "deleted" });
  await call(tenant, `${route}?take=2`);
  const { next } = (await call(tenant, `${route}?take=2`)).body;
  tenant.streams.delete([...tenant.streams.keys()][0] ?? "");
  const { body } = await call(tenant, `${route}?from=${next}`);
  expect(body.eventStreams).toMatchObject([{ name: "s3" }, { name: "s4" }]);
});

test("pages of policies shift", async () => {
  const tenant = await start();
  await call(tenant, "POST /rate-limit-policies", policy());
  tenant.addFault({ route: "GET /rate-limit-policies", kind: "inserted", times: 2 });
  const counts = [];
  for (let request = 0; request < 3; request++) {
    const { body } = await call(tenant, "GET /rate-limit-policies");
    counts.push(body.rate_limit_policies.length);
  }
  expect(counts).toEqual([1, 2, 3]);
  tenant.addFault({ route: "GET /rate-limit-policies", kind: "deleted", times: 0 });
  for (let request = 0; request < 4; request++) await call(tenant, "GET /rate-limit-policies");
  expect(tenant.policies.size).toBe(0);
});
