import { describe, expect, test } from "@jest/globals";
import type { Json, Props } from "../../provider/shared/json";
import { pluginSubject, startConfiguredPlugin } from "../support/engine/pluginProvider";
import { configurationOf, refused, share } from "../support/engine/providerProcess";
import { secret, secretPaths, unmarked } from "../support/engine/secretValues";
import { stream, to } from "../support/values/eventStream";
import { configured, policy } from "../support/values/rateLimitPolicy";

const both = share((server) => startConfiguredPlugin({}, configurationOf(server)));

const authorization = "destination.configuration.webhookAuthorization";

/** Marks the value at a path of keys and indexes. */
function markAt(value: Json, [key, ...rest]: (string | number)[]): Json {
  if (key === undefined) return secret(value);
  if (Array.isArray(value))
    return value.map((item, index) => (index === key ? markAt(item, rest) : item));
  const object = value as Props;
  return { ...object, [key]: markAt(object[key] ?? null, rest) };
}

/** The marks that every answer of a whole life has. */
async function lifeOf(kind: string, program: Props, next: Props) {
  const { provider } = both;
  const subject = pluginSubject(kind);
  const { inputs, failures } = await provider.check(subject, {}, program);
  expect(failures).toEqual([]);
  const preview = await provider.create(subject, inputs, true);
  const { id, properties } = await provider.create(subject, inputs);
  const read = await provider.read(subject, id, properties, inputs);
  const { inputs: news } = await provider.check(subject, inputs, next);
  const options = { oldInputs: inputs };
  const planned = await provider.update(subject, id, properties, news, {
    ...options,
    preview: true,
  });
  const updated = await provider.update(subject, id, properties, news, options);
  await provider.delete(subject, id, updated.properties, news);
  return {
    program: [inputs, preview.properties, properties, read.properties, read.inputs ?? {}],
    next: [news, planned.properties, updated.properties],
  };
}

// pluginProvider.ts looks in every contract test for secrets of schema.json that are not marked.

describe("in every answer", () => {
  test.each<[string, (string | number)[], string[]]>([
    [
      "a leaf",
      ["destination", "configuration", "webhookEndpoint"],
      ["destination.configuration.webhookEndpoint", `${authorization}.password`],
    ],
    ["a whole destination", ["destination"], ["destination"]],
    // The set is sorted, so that the item may stand elsewhere.
    [
      "a leaf in a set",
      ["subscriptions", 1, "eventType"],
      ["subscriptions", `${authorization}.password`],
    ],
  ])("%s that the program marks is marked", async (_what, path, paths) => {
    const backwards = stream({ subscriptions: [...(stream().subscriptions as Json[])].reverse() });
    const answers = await lifeOf(
      "EventStream",
      markAt(backwards, path) as Props,
      markAt({ ...backwards, name: "b" }, path) as Props,
    );
    for (const bag of [...answers.program, ...answers.next])
      expect(secretPaths(bag).sort()).toEqual([...paths].sort());
  });

  test("what the program does not mark any more is not marked after the update", async () => {
    const answers = await lifeOf(
      "RateLimitPolicy",
      { ...policy(), consumer: secret("client") },
      configured({ action: "allow" }),
    );
    for (const bag of answers.program) expect(secretPaths(bag)).toEqual(["consumer"]);
    for (const bag of answers.next) expect(secretPaths(bag)).toEqual([]);
  });

  test("what the program leaves out keeps its old value, and is marked as it was", async () => {
    const { provider } = both;
    const olds = { ...stream(), name: secret("canary-name"), status: "enabled" };
    const news = stream({ name: null });
    const { inputs } = await provider.check(pluginSubject("EventStream"), olds, news);
    expect(inputs.name).toEqual(secret("canary-name"));
    const { name: _, ...none } = news;
    const left = await provider.check(pluginSubject("EventStream"), olds, none);
    expect(left.inputs.name).toEqual(secret("canary-name"));
  });

  test("a dictionary of Python is marked at the properties that it becomes", async () => {
    const { provider } = both;
    const { inputs, failures } = await provider.check(
      pluginSubject("EventStream"),
      {},
      to({
        type: "webhook",
        configuration: {
          webhook_endpoint: secret("https://hooks.example.com"),
          webhook_authorization: { method: "custom_header", header_key: "a", header_value: "b" },
        },
      }),
    );
    expect(failures).toEqual([]);
    expect(secretPaths(inputs).sort()).toEqual([
      `${authorization}.headerValue`,
      "destination.configuration.webhookEndpoint",
    ]);
  });
});

test("a state without any mark, as an import file may write it, gets the marks of the schema from a refresh", async () => {
  const { provider } = both;
  const subject = pluginSubject("EventStream");
  const { inputs } = await provider.check(subject, {}, stream());
  const { id, properties } = await provider.create(subject, inputs);
  const read = await provider.read(subject, id, unmarked(properties), unmarked(inputs));
  expect(secretPaths(read.properties)).toEqual([`${authorization}.password`]);
  expect(secretPaths(read.inputs)).toEqual([`${authorization}.password`]);
});

test("the state of a half-done create or update is marked too", async () => {
  const { server, provider } = both;
  const subject = pluginSubject("EventStream");
  const program = { ...stream(), name: secret("canary-name") };
  const { inputs } = await provider.check(subject, {}, program);
  server.respond = ({ kind }) =>
    kind === "api" ? { status: 201, body: { id: "est_1", created_at: 5 } } : undefined;
  const created = await refused(provider.create(subject, inputs));
  const olds = { ...inputs, tenant: server.domain };
  const news = { ...inputs, status: "disabled" };
  const updated = await refused(provider.update(subject, "est_1", olds, news));
  for (const { partial } of [created, updated])
    expect(secretPaths(partial?.properties).sort()).toEqual(
      ["name", `${authorization}.password`].sort(),
    );
});
