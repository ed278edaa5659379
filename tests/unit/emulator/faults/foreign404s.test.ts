import { expect, test } from "@jest/globals";
import { foreign404s } from "../../../support/faults/foreign404s";
import { exchange } from "../support/exchange";
import { createdStream, start } from "../support/tenant";

test.each(foreign404s)("a gateway's 404 with %s is sent as given", async (_, fault) => {
  const tenant = await start();
  const id = await createdStream(tenant);
  tenant.addFault({ ...fault, route: "GET /event-streams/{id}" });
  const received = await exchange(tenant, `GET /event-streams/${id}`);
  const { body, headers = {} } = fault;
  const text = typeof body === "string" ? body : JSON.stringify(body);
  expect(received).toMatchObject({ status: 404, complete: true, text });
  const byBody = typeof body === "string" ? "text/plain" : "application/json; charset=utf-8";
  expect(received.headers?.["content-type"] ?? "").toBe(headers["content-type"] ?? byBody);
});

test.each([
  "GET /event-streams",
  "DELETE /event-streams/est_0123456789012345678901",
  "PATCH /rate-limit-policies/rlp_0",
  "PUT /guardian/factors/push-notification/providers/fcmv1",
  "GET /nowhere",
  "POST /oauth/token",
])("a gateway's 404 can replace the response of %s", async (route) => {
  const tenant = await start();
  const of = route === "POST /oauth/token" ? { route } : {};
  tenant.addFault({ kind: "empty", status: 404, ...of });
  const body = /^P/.test(route) ? {} : undefined;
  expect(await exchange(tenant, route, body)).toMatchObject({ status: 404, text: "" });
});
