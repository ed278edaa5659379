import { expect, test } from "@jest/globals";
import { lifecycle } from "../../../../../provider/lifecycle/resource";
import { eventStream } from "../../../../../provider/resources";
import { secretPlaceholder } from "../../../../../provider/schema/placeholder";
import type { Props } from "../../../../../provider/shared/json";
import { connect } from "../../../../support/tenant/connect";
import { streamIdOf } from "../../../../support/tenant/many";

const action = { type: "action", configuration: { action_id: "a" } };
const hook = (authorization: Props) => ({
  type: "webhook",
  configuration: { webhook_endpoint: "https://example.com", webhook_authorization: authorization },
});

/** The only stream of a list that Auth0 returns. */
async function listedStream(changes: Props) {
  const { server, session } = await connect();
  const stream = { id: streamIdOf(1), name: "crm", destination: action, ...changes };
  server.respond = ({ kind }) =>
    kind === "api" ? { body: { eventStreams: [stream] } } : undefined;
  for await (const [first] of lifecycle(eventStream).list(session)) return first;
  return undefined;
}

test.each([
  "est_1",
  "est_000000000000000/../../x",
  "est_00000000000000000;reboot",
  "est_\n# Title of another README",
])("a stream with the id %j cannot be imported, as by `import` of the program", async (id) => {
  const { failures } = (await listedStream({ id })) ?? {};
  expect(failures).toEqual([expect.stringContaining("is not a valid EventStream ID")]);
});

test.each<[string, Props]>([
  ["name", { name: secretPlaceholder }],
  [
    "destination.configuration.actionId",
    { destination: { ...action, configuration: { action_id: secretPlaceholder } } },
  ],
])("a live %s that is the placeholder is not a secret", async (path, changes) => {
  const { failures } = (await listedStream(changes)) ?? {};
  expect(failures).toEqual([expect.stringContaining(`${path} contains the placeholder`)]);
});

test("a secret that Auth0 returns is left out", async () => {
  const destination = hook({ method: "bearer", token: "canary-token" });
  const stream = await listedStream({ destination });
  expect(JSON.stringify(stream)).not.toContain("canary");
  expect(stream?.failures).toEqual([]);
});

test("the inputs have the order of schema.json, whatever the order of the response", async () => {
  const turned = (value: Props): Props => Object.fromEntries(Object.entries(value).reverse());
  const webhook = hook(turned({ method: "basic", username: "tenant" }));
  const destination = turned({ ...webhook, configuration: turned(webhook.configuration) });
  const one = await listedStream({ destination: hook({ method: "basic", username: "tenant" }) });
  const other = await listedStream({ destination });
  expect(JSON.stringify(other?.inputs)).toBe(JSON.stringify(one?.inputs));
});

test("a field that schema.json lacks is named and left out", async () => {
  const listed = await listedStream({
    colour: "red",
    destination: { ...action, configuration: { action_id: "a", retry: { times: 3 } } },
    subscriptions: [{ event_type: "user.created", filter: "x" }],
  });
  expect(listed?.undeclared).toEqual([
    "subscriptions[0].filter",
    "destination.configuration.retry",
    "colour",
  ]);
  expect(JSON.stringify([listed?.inputs, listed?.outs])).not.toMatch(/colour|retry|filter/);
  expect(listed?.failures).toEqual([]);
});
