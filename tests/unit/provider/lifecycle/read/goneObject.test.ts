import { describe, expect, test } from "@jest/globals";
import { engine } from "../../../../support/engine/engine";
import { kong404 } from "../../../../support/faults/faults";
import { messageOf, policies } from "../../../../support/faults/lostCreates";
import { connect } from "../../../../support/tenant/connect";
import { deleteAfterPages, idOf, manyObjects, manyPolicies } from "../../../../support/tenant/many";
import { collectionOf, emptyTenant } from "../../../../support/tenant/objects";
import { kindNamed, type ListedKind, listedKinds } from "../../../../support/values/kinds";
import { policy } from "../../../../support/values/rateLimitPolicy";

const acts = ["GET", "DELETE"] as const;
const cases = listedKinds.flatMap((kind) => acts.map((act) => ({ ...kind, act })));

async function start({ routes, resource, first }: ListedKind, act = "GET", ageMs = 90_000) {
  const connection = await connect();
  const resources = engine(resource, connection.session);
  const state = await resources.create(first);
  connection.server.clearRequests();
  // One 404 does not prove that a new object is deleted.
  connection.clock.advance(ageMs);
  const run = () => (act === "GET" ? resources.refresh(state) : resources.destroy(state));
  const single = routes.read.replace("GET", act);
  return { ...connection, run, state, single, list: routes.list };
}

// api/outcome.test.ts has the other 404s that are not Auth0's own.
describe.each(cases)("$act of a $name with a gateway's 404", ({ act, ...kind }) => {
  test("is an error if the gateway responds to every request with it", async () => {
    const { server, run } = await start(kind, act);
    server.addFault({ ...kong404, route: "*", times: 0 });
    expect(await messageOf(run())).toMatch(/404[\s\S]*Check the domain, and any proxy or gateway/);
  });

  test("is an error if the list still shows the object", async () => {
    const { server, run, single } = await start(kind, act);
    server.addFault({ ...kong404, route: single, times: 0 });
    expect(await messageOf(run())).toContain(".\nThe tenant's list still shows the object.");
  });

  test("means that the object is missing if the list does not show it", async () => {
    const { server, run, single, list } = await start(kind, act);
    emptyTenant(server);
    server.addFault({ ...kong404, route: single, times: 0 });
    expect(await run()).toBeUndefined();
    expect(server.apiRequests().at(-1)).toBe(list);
  });
});

describe.each(listedKinds)("a gateway's 404 for a $name", (kind) => {
  test.each([
    [
      "is refused",
      { kind: "status", status: 403 },
      "The object may still exist, but the provider can't read the list:\nGET ",
    ],
    [
      "has no list",
      { kind: "status", status: 200, body: { items: [] } },
      "isn't a list of objects",
    ],
    [
      "has a cursor that is no text",
      { kind: "status", status: 200, body: { next: 5 } },
      "isn't a list of",
    ],
  ] as const)("is an error if the list %s", async (_case, listed, expected) => {
    for (const act of acts) {
      const { server, run, single, list } = await start(kind, act);
      emptyTenant(server);
      server.addFault({ ...kong404, route: single, times: 0 });
      server.addFault({ ...listed, route: list, times: 0 });
      expect(await messageOf(run())).toContain(expected);
    }
  });

  test("is an error if deletions move the object to a page that was read before", async () => {
    const { server, session, run, single, list, state } = await start(kind, "DELETE");
    const objects = collectionOf(server, kind);
    const ours = objects.get(state.id) ?? {};
    emptyTenant(server);
    manyObjects(server, kind, 50);
    objects.set(state.id, ours);
    server.addFault({ ...kong404, route: single, times: 0 });
    deleteAfterPages(server, list, (page) => page === 1);
    expect(await messageOf(run())).toContain("The tenant's list still shows the object.");
    expect(session.run.knownIds.has(state.id)).toBe(true);
  });

  test("in Auth0's own form takes no list", async () => {
    for (const act of acts) {
      const { server, run } = await start(kind, act);
      emptyTenant(server);
      await run();
      expect(server.apiRequests()).toHaveLength(1);
    }
  });
});

describe.each(listedKinds)("Auth0's own 404 for a $name that is younger than a minute", (kind) => {
  test.each(acts)("does not count if a second %s finds the object", async (act) => {
    const { server, run, single, clock } = await start(kind, act, 50_000);
    const body = { statusCode: 404, error: "Not Found", message: "No such object." };
    server.addFault({ kind: "status", status: 404, body, route: single });
    const found = await run();
    expect(found !== undefined).toBe(act === "GET");
    expect(server.apiRequests()).toHaveLength(2);
    expect(collectionOf(server, kind).size).toBe(act === "GET" ? 1 : 0);
    expect(clock.slept).toContain(3000);
  });

  test("counts if a second 404 follows", async () => {
    const { server, run } = await start(kind, "GET", 50_000);
    emptyTenant(server);
    expect(await run()).toBeUndefined();
    expect(server.apiRequests()).toHaveLength(2);
  });
});

test("a list that changes during every reading proves no deletion", async () => {
  const { server, run, single, list } = await start(
    kindNamed("RateLimitPolicy") as ListedKind,
    "DELETE",
  );
  emptyTenant(server);
  manyPolicies(server, 200);
  server.addFault({ kind: "status", status: 404, body: null, route: single, times: 0 });
  deleteAfterPages(server, list);
  expect(await messageOf(run())).toContain(
    "The object may still exist, but the provider can't read the list:\nGET /rate-limit-policies: the list changed 4 times while it was read.\nTry again when nothing else is changing the tenant.",
  );
});

test("60 objects behind a gateway without a route share one list", async () => {
  const { server, session } = await connect();
  manyPolicies(server, 40);
  server.addFault({
    kind: "status",
    status: 404,
    body: { message: "Missing Authentication Token" },
    route: "GET /rate-limit-policies/{id}",
    times: 0,
  });
  const ids = Array.from({ length: 60 }, (_, n) => idOf(n + 1000));
  const reads = ids.map((id) =>
    policies.read(session, id, { ...policy(), tenant: session.api.domain }),
  );
  expect(await Promise.all(reads)).toEqual(ids.map(() => undefined));
  const asked = server.apiRequests().filter((one) => one === "GET /rate-limit-policies");
  expect(asked.length).toBeLessThanOrEqual(2);
});

test("an object that was created after a listing is not reported as deleted", async () => {
  const { server, session } = await connect();
  const route = "GET /rate-limit-policies/{id}";
  server.addFault({ kind: "status", status: 404, body: {}, route, times: 0 });
  const other = { ...policy(), tenant: session.api.domain };
  expect(await policies.read(session, idOf(1), other)).toBeUndefined();
  const { id, outs } = await engine(policies, session).create(policy());
  expect(await messageOf(policies.read(session, id, outs))).toContain("still shows the object");
});
