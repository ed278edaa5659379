import { describe, expect, test } from "@jest/globals";
import { apiError } from "../../../../provider/api/apiError";
import type { InitFailed } from "../../../../provider/lifecycle/stateFromResponse";
import { engine } from "../../../support/engine/engine";
import { messageOf, passwordOf, streams, withPassword } from "../../../support/faults/lostCreates";
import { connect } from "../../../support/tenant/connect";
import { stream } from "../../../support/values/eventStream";

const bodies: [string, unknown][] = [
  ["a message", { message: "maintenance" }],
  ["another's object", { id: "est_another0000000000000000" }],
  ["a list", []],
  ["null", null],
  ["a number", 5],
];

describe.each(bodies)("a response of 200 with %s", (_what, body) => {
  const answer = { kind: "status", status: 200, body } as const;

  test("is not an update, and the next up repeats the update", async () => {
    const connection = await connect();
    const { server, session } = connection;
    const state = await engine(streams, session).create(withPassword("old"));
    server.addFault({ ...answer, route: "PATCH /event-streams/{id}" });
    const failed: InitFailed = await engine(streams, session)
      .update(state, withPassword("new"))
      .then(() => undefined)
      .catch((error) => error);
    expect(failed.message).toContain(
      `EventStream ${state.id} (${session.api.domain}): the response doesn't contain that object`,
    );
    expect(failed.outs).not.toMatchObject(withPassword("new"));
    // This does not depend on the tenant's secret.
    for (const secret of ["old", "new"]) {
      server.clearRequests();
      await engine(streams, session).update({ ...state, outs: failed.outs }, withPassword(secret));
      expect(server.apiRequests()).toEqual([`PATCH /event-streams/${state.id}`]);
      expect(passwordOf(connection, state.id)).toBe(`canary-${secret}`);
    }
  });

  test("counts as a deletion only if the list does not show the object", async () => {
    const { server, session, clock } = await connect();
    const state = await engine(streams, session).create(stream());
    server.addFault({ ...answer, route: "DELETE /event-streams/{id}", times: 2 });
    expect(await messageOf(engine(streams, session).destroy(state))).toContain(
      `the tenant's list still shows ${state.id}`,
    );
    server.streams.clear();
    // The earlier list is valid for 15 seconds.
    clock.advance(20_000);
    await expect(engine(streams, session).destroy(state)).resolves.toBeUndefined();
  });
});

test("a token endpoint's 404 is not the object's, although it has Auth0's form", async () => {
  const { server, session } = await connect();
  const state = await engine(streams, session).create(stream());
  server.respond = ({ kind }) =>
    kind === "token"
      ? { status: 404, body: { statusCode: 404, error: "Not Found", message: "No tenant" } }
      : undefined;
  await session.api.token.drop(await session.api.token.get());
  expect(await messageOf(engine(streams, session).destroy(state))).toMatch(
    /^POST [^ ]*\/oauth\/token: 404 .*\nThis domain has no tenant\. Check [^\n]*$/,
  );
});

describe("text from a response", () => {
  const messageFor = (status: number, body: string | object) => {
    const outcome = { status, headers: {}, body: body as never };
    return apiError({ settingPrefix: "auth0:", request: "GET /x", outcome }).message;
  };

  test.each(["\u001b[2J\u001b]0;x\u0007", "a\u0008b", "\u0085x", "\u202Eevil", "\u0000"])(
    "has no control characters (%j)",
    (message) => {
      const text = messageFor(400, { statusCode: 400, error: "Bad Request", message });
      expect(text.replaceAll("\n", "")).not.toMatch(/\p{Cc}|\p{Cf}/u);
    },
  );

  test.each([
    ["blanks in a title", `<title>${" ".repeat(100_000)}`],
    ["many titles", "<title".repeat(100_000)],
    ["a long title", `<title>${"x".repeat(1_000_000)}</title>`],
  ])("with %s is processed in linear time", (_what, page) => {
    expect(messageFor(502, page)).toMatch(/^GET \/x: 502, with a web page/);
  });
});
