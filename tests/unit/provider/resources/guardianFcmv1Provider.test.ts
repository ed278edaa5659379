import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import { lifecycle } from "../../../../provider/lifecycle/resource";
import { guardianFcmv1Provider } from "../../../../provider/resources";
import { engine } from "../../../support/engine/engine";
import { connect } from "../../../support/tenant/connect";
import { push, serverCredentials } from "../../../support/values/guardianFcmv1Provider";

const resource = lifecycle(guardianFcmv1Provider);
const lines: string[] = [];

beforeEach(() => {
  lines.length = 0;
  for (const method of ["log", "warn"] as const) {
    jest.spyOn(console, method).mockImplementation((line) => void lines.push(String(line)));
  }
});
afterEach(() => {
  jest.restoreAllMocks();
  expect(lines.join("\n")).not.toContain("canary");
});

async function start() {
  const connection = await connect();
  const credentials = engine(resource, connection.session);
  const state = await credentials.create(push());
  return { ...connection, credentials, state };
}

test("a read sends nothing, keeps the state, and says once that it cannot verify anything", async () => {
  const { server, credentials, state } = await start();
  server.clearRequests();
  server.fcmv1 = { server_credentials: "changed elsewhere" };
  expect(await credentials.refresh(state)).toEqual(state);
  await credentials.refresh(state);
  expect(server.requests).toEqual([]);
  expect(lines).toEqual([
    "[not-verifiable] GuardianFcmv1Provider can't be verified, because Auth0 never returns the credentials",
  ]);
});

test("after a failure, an update without a change resends the credentials", async () => {
  const { server, credentials, state } = await start();
  expect(credentials.plan(state, push())).toMatchObject({ changes: false });
  server.clearRequests();
  await credentials.update(state, push());
  expect(server.requests).toMatchObject([
    { method: "PUT", body: { server_credentials: serverCredentials } },
  ]);
});

describe("delete", () => {
  const clear = { method: "PUT", body: { server_credentials: null } };

  test("clears the credentials, and a second delete succeeds", async () => {
    const { server, credentials, state } = await start();
    server.clearRequests();
    await credentials.destroy(state);
    expect(server.fcmv1).toBeUndefined();
    await credentials.destroy(state);
    expect(server.requests).toMatchObject([clear, clear]);
    const warning = `GuardianFcmv1Provider fcmv1: cleared in ${server.domain}.\nIf your program still declares push credentials, run \`pulumi up --target-replace '**:GuardianFcmv1Provider::**'\` to send them again.`;
    expect(lines).toEqual([warning, warning]);
  });

  test.each([
    [400, "invalid_body"],
    [403, "insufficient_entitlement"],
  ])("warns that a tenant that rejects it (%d %s) keeps them", async (status, errorCode) => {
    const { server, credentials, state } = await start();
    const message = `no null after ${serverCredentials}`;
    const body = { statusCode: status, error: "Error", errorCode, message };
    server.addFault({ kind: "status", status, body, times: 1 });
    await credentials.destroy(state);
    expect(server.fcmv1).toEqual({ server_credentials: serverCredentials });
    expect(lines).toEqual([
      expect.stringMatching(
        `^GuardianFcmv1Provider fcmv1: removed only from the state, .* The tenant keeps them\\.\\nPUT .*${errorCode}`,
      ),
    ]);
  });

  test.each([
    [403, { statusCode: 403, error: "Forbidden", errorCode: "insufficient_scope" }],
    [400, "a gateway's text"],
  ])("fails after a %d that says nothing about the tenant", async (status, body) => {
    const { server, credentials, state } = await start();
    server.addFault({ kind: "status", status, body, times: 1 });
    await expect(credentials.destroy(state)).rejects.toThrow(`: ${status}`);
    expect(lines).toEqual([]);
  });
});
