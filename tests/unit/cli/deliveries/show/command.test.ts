import { expect, test } from "@jest/globals";
import { type ShowOptions, showCommand } from "../../../../../cli/deliveries/show/command";
import {
  inEnvironment,
  recordedContext,
  streamId,
  withEnvironmentTenant,
} from "../../../../support/deliveries/commandContext";

const environment = withEnvironmentTenant();
const id = "evt_0000000000000000000001";
const canary = "canary-personal-data";

/** Puts a delivery with this status, and a failed attempt for each message, into the tenant. */
function addDelivery(status: "failed" | "retrying", ...messages: string[]): void {
  const attempts = messages.map((error_message, n) => ({
    status: "failed" as const,
    error_message,
    duration: 27.04,
    timestamp: `2026-03-01T10:00:0${n}.000Z`,
  }));
  const event = { data: { object: { email: canary } } };
  environment.tenant.addDeliveries(streamId, [
    { id, status, event_type: "user.created", attempts, event },
  ]);
}

async function show(options: Partial<ShowOptions> = {}, argument = "crm", deliveryId = id) {
  const recorded = recordedContext();
  const all = { ...inEnvironment, ...options };
  const code = await showCommand(argument, deliveryId, all, environment.stop, recorded);
  return { code, out: recorded.out(), notes: recorded.notes() };
}

test("a failed delivery is printed with its attempts, and beside it how to send it again", async () => {
  addDelivery("failed", "503 Service Unavailable", "\u001b[31mred\n");
  expect(await show()).toEqual({
    code: 0,
    out: `${id} of user.created to crm is failed, with 2 attempts:
  2026-03-01 10:00:00 UTC  failed  27 ms  503 Service Unavailable
  2026-03-01 10:00:01 UTC  failed  27 ms  \\u001b[31mred\\n
`,
    notes: `To send it again: npx pulumi-auth0-native deliveries redeliver crm ${id}`,
  });
});

test("a delivery that is still attempted is printed without a next step", async () => {
  addDelivery("retrying");
  expect(await show({}, streamId)).toEqual({
    code: 0,
    out: `${id} of user.created to ${streamId} is retrying, with 0 attempts.\n`,
    notes: "",
  });
});

test("--json prints the delivery as one line, and no content of its event", async () => {
  addDelivery("failed", "503");
  const { out } = await show({ json: true });
  expect(out).toMatch(/^[^\n]+\n$/);
  expect(JSON.parse(out)).toMatchObject({ id, status: "failed", attempts: [{ duration: 27.04 }] });
  expect(out).not.toContain(canary);
});

test.each([{}, { json: true }])("--include-event with %j prints the content", async (options) => {
  addDelivery("failed", "503");
  expect((await show(options)).out).not.toContain(canary);
  expect((await show({ ...options, includeEvent: true })).out).toContain(canary);
});

test("a delivery that the service does not have was delivered, or is of another stream", async () => {
  await expect(show()).rejects.toThrow(
    `crm has no delivery ${id}: it was delivered, since the service keeps only what is not, or the id is not of this stream`,
  );
});

test.each(["evt_x", ".."])(
  "the id %s, which no delivery can have, is to be corrected",
  async (wrong) => {
    await expect(show({}, "crm", wrong)).rejects.toThrow(
      /; no delivery has such an id: correct it; `npx pulumi-auth0-native deliveries list` shows/,
    );
  },
);

test("a stream that does not exist is not taken for one without the delivery", async () => {
  environment.tenant.streams.delete(streamId);
  await expect(show({}, streamId)).rejects.toThrow(/404 .*there is no such stream/);
});
