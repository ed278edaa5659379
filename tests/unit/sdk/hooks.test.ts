import { afterAll, beforeAll, expect, jest, test } from "@jest/globals";
import * as pulumi from "@pulumi/pulumi";
import { startTenant, type Tenant } from "../../../emulator/src";
import { realClock } from "../../../provider/api/clock";
import { hooks } from "../../../sdk";
import { addStream, streamIdOf } from "../../support/tenant/many";
import { authorizations, canaries, webhook } from "../../support/values/eventStream";
import { leaksIn } from "../../support/values/leaks";
import { configurationOf, mockEngine, withoutOwnVariables } from "./program";

const id = streamIdOf(1);
let tenant: Tenant;

beforeAll(async () => {
  withoutOwnVariables();
  tenant = await startTenant();
  await mockEngine();
  pulumi.runtime.setAllConfig(configurationOf("auth0", tenant));
});
afterAll(() => tenant.close());

// biome-ignore lint/suspicious/noExplicitAny: programs in JavaScript pass anything
const testDelivery = (args: any) => () => hooks.testDelivery(args);

test.each([
  [{ eventType: "user.create" }, "testDelivery: eventType must be one of"],
  [{}, "testDelivery: eventType is required"],
  [undefined, "testDelivery: eventType is required"],
  [{ eventType: "user.created", data: [] }, "testDelivery: data must be an object"],
  [{ eventType: "user.created", timeoutSeconds: 0 }, "timeoutSeconds must be from 1 to 3,600"],
  [{ eventType: "user.created", timeoutSeconds: "5m" }, "timeoutSeconds must be a number"],
])("testDelivery rejects %j when the program constructs it", (args, message) => {
  expect(testDelivery(args)).toThrow(message);
});

test("a secret that the receiver repeats is not in the error, even as an Output", async () => {
  addStream(tenant, id, "crm");
  jest.spyOn(realClock, "sleep").mockResolvedValue();
  const endpoint = "https://hooks.example.com/auth0?key=canary-key-of-the-url";
  const attempts = [{ status: "failed", error_message: `Post "${endpoint}": ${canaries.token}` }];
  const delivery = { id: `evt_${"0".repeat(22)}`, event_stream_id: id, event_type: "user.created" };
  tenant.respond = ({ kind }) =>
    kind === "api" ? { body: { ...delivery, status: "failed", attempts } } : undefined;
  const token = pulumi.secret(authorizations.bearer.token);
  const destination = webhook({ ...authorizations.bearer, token }, endpoint);
  const message = await Promise.resolve(
    hooks.testDelivery({ eventType: "user.created" })({
      urn: "",
      id,
      name: "crm",
      type: "",
      newInputs: { destination },
      newOutputs: { tenant: tenant.domain },
    }),
  ).catch((error: Error) => error.message);
  expect(message).toContain(
    'after 1 attempt, the last with: Post "https://hooks.example.com/auth0?[secret]": [secret].',
  );
  expect(leaksIn(String(message))).toEqual([]);
});
