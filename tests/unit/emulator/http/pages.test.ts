import { expect, test } from "@jest/globals";
import type { Tenant } from "../../../../emulator/src";
import { call, clock, createdStream, start } from "../support/tenant";

async function streams(tenant: Tenant, count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) await createdStream(tenant, { name: `s${index}` });
}

const names = (body: { eventStreams: { name: string }[] }) =>
  body.eventStreams.map(({ name }) => name);

test("checkpoint pages follow each other until next is absent", async () => {
  const tenant = await start();
  await streams(tenant, 5);
  const first = (await call(tenant, "GET /event-streams?take=2")).body;
  const second = (await call(tenant, `GET /event-streams?take=2&from=${first.next}`)).body;
  const third = (await call(tenant, `GET /event-streams?take=2&from=${second.next}`)).body;
  expect([first, second, third].map(names)).toEqual([["s0", "s1"], ["s2", "s3"], ["s4"]]);
  expect(third).not.toHaveProperty("next");
  const full = await call(tenant, "GET /event-streams?take=5");
  expect(full.body).not.toHaveProperty("next");
});

test("a page has at most pageLimit objects", async () => {
  const tenant = await start({ pageLimit: 2 });
  await streams(tenant, 3);
  expect(names((await call(tenant, "GET /event-streams?take=50")).body)).toEqual(["s0", "s1"]);
  const last = await call(tenant, "GET /event-streams?page=1&per_page=50");
  expect(names(last.body)).toEqual(["s2"]);
});

test.each([0, 1])(
  "a page continues after the previous one when its stream %i is deleted",
  async (index) => {
    const tenant = await start();
    await streams(tenant, 4);
    const { next } = (await call(tenant, "GET /event-streams?take=2")).body;
    tenant.streams.delete([...tenant.streams.keys()][index] ?? "");
    expect(names((await call(tenant, `GET /event-streams?from=${next}`)).body)).toEqual([
      "s2",
      "s3",
    ]);
  },
);

test("offset pages count from 0, have no next and are empty after the end", async () => {
  const tenant = await start();
  await streams(tenant, 3);
  const page = async (query: string) => (await call(tenant, `GET /event-streams?${query}`)).body;
  expect(names(await page("page=0&per_page=2"))).toEqual(["s0", "s1"]);
  expect(names(await page("page=1&per_page=2"))).toEqual(["s2"]);
  expect(await page("page=9&per_page=2")).toEqual({ eventStreams: [] });
  expect(await page("per_page=2")).not.toHaveProperty("next");
});

test("a page has 50 objects by default, and 100 at most", async () => {
  const tenant = await start();
  await streams(tenant, 101);
  const count = async (query: string) =>
    (await call(tenant, `GET /event-streams?${query}`)).body.eventStreams.length;
  expect(await count("")).toBe(50);
  expect(await count("page=0")).toBe(50);
  expect(await count("take=100")).toBe(100);
  expect(await count("per_page=100")).toBe(100);
});

test.each<[string, string]>([
  ["take=0", "'Value 0 is less than minimum 1' on property take (Results per page)."],
  ["take=101", "'Value 101 is greater than maximum 100' on property take (Results per page)."],
  ["take=ten", "'Expected type integer but found type string' on property take"],
  ["page=-1", "'Expected type integer but found type string' on property page"],
  ["take=1&take=2", "'Expected type string but found type array' on property take"],
  ["from=garbage", "'Invalid checkpoint id' on property from."],
  ["from=bnVsbA", "'Invalid checkpoint id' on property from."],
  ["take=2&page=1", "'page and per_page cannot be combined with from and take'."],
])("a list with %s is refused", async (query, message) => {
  const tenant = await start();
  const response = await call(tenant, `GET /event-streams?${query}`);
  expect(response).toMatchObject({ status: 400, body: { errorCode: "invalid_query_string" } });
  expect(response.body.message).toContain(`Query validation error: ${message}`);
});

test("a checkpoint id of one list is refused by the other", async () => {
  const tenant = await start();
  await streams(tenant, 2);
  const { next } = (await call(tenant, "GET /event-streams?take=1")).body;
  expect((await call(tenant, `GET /rate-limit-policies?from=${next}`)).status).toBe(400);
});

test("a checkpoint id expires after 24 hours", async () => {
  const { now, advance } = clock("2026-03-01T12:00:00Z");
  const tenant = await start({ now });
  await streams(tenant, 2);
  const { next } = (await call(tenant, "GET /event-streams?take=1")).body;
  advance(24 * 60 * 60 * 1000);
  expect((await call(tenant, `GET /event-streams?from=${next}`)).status).toBe(200);
  advance(1);
  const { body } = await call(tenant, `GET /event-streams?from=${next}`);
  expect(body.message).toContain("'Checkpoint id is expired' on property from");
});

test("the fault expired expires the checkpoint ids issued before, and none issued later", async () => {
  const tenant = await start();
  await streams(tenant, 2);
  const [id = ""] = tenant.streams.keys();
  tenant.addDeliveries(id, 3);
  const lists = ["/event-streams", `/event-streams/${id}/deliveries`];
  const first = async () => {
    const pages = lists.map((list) => call(tenant, `GET ${list}?take=1`));
    return (await Promise.all(pages)).map(({ body }) => body.next);
  };
  const second = async (cursors: string[]) => {
    const pages = lists.map((list, index) => call(tenant, `GET ${list}?from=${cursors[index]}`));
    return (await Promise.all(pages)).map(({ status }) => status);
  };
  const cursors = await first();
  expect(await second(cursors)).toEqual([200, 200]);
  tenant.addFault({ kind: "expired" });
  expect(await second(cursors)).toEqual([400, 400]);
  expect(await second(await first())).toEqual([200, 200]);
});
