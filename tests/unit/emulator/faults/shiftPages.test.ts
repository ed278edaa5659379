import { expect, test } from "@jest/globals";
import type { Fault, Tenant } from "../../../../emulator/src";
import { call, createdStream, start } from "../support/tenant";

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
])("pages read with checkpoint ids shift when an object is %s", async (_, fault, pages) => {
  expect(await namesByCheckpoint(await tenantWithFiveStreams(fault))).toEqual(pages);
});

test("a deleted object is on the affected page, and not in the next listing", async () => {
  const tenant = await tenantWithFiveStreams();
  const [first] = tenant.streams.keys();
  tenant.addFault({ route, kind: "deleted", id: first ?? "" });
  expect((await namesByCheckpoint(tenant)).flat()[0]).toBe("s0");
  expect(await namesByCheckpoint(tenant)).toEqual([
    ["s1", "s2"],
    ["s3", "s4"],
  ]);
});

test("checkpoint ids that are issued after a shift continue after their last object", async () => {
  const tenant = await tenantWithFiveStreams({ kind: "deleted" });
  await call(tenant, `${route}?take=2`);
  const { next } = (await call(tenant, `${route}?take=2`)).body;
  tenant.streams.delete([...tenant.streams.keys()][0] ?? "");
  const { body } = await call(tenant, `${route}?from=${next}`);
  expect(body.eventStreams).toMatchObject([{ name: "s3" }, { name: "s4" }]);
});
