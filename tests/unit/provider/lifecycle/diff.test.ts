import { describe, expect, test } from "@jest/globals";
import { ManagementApi } from "../../../../provider/api/managementApi";
import { type Lifecycle, lifecycle } from "../../../../provider/lifecycle/resource";
import { Session } from "../../../../provider/lifecycle/session";
import * as resources from "../../../../provider/resources";
import type { PropertyDiff } from "../../../../provider/schema/diff";
import type { Props } from "../../../../provider/shared/json";
import { connect } from "../../../support/tenant/connect";
import { action, stream } from "../../../support/values/eventStream";
import { push } from "../../../support/values/guardianFcmv1Provider";
import { jsonCopy, unknown } from "../../../support/values/inputs";
import { configured, policy } from "../../../support/values/rateLimitPolicy";

const streams = lifecycle(resources.eventStream);
const policies = lifecycle(resources.rateLimitPolicy);
const pushes = lifecycle(resources.guardianFcmv1Provider);

/** The diff of two programs, and the lines that it logs. */
async function diff(
  resource: Lifecycle,
  before: Props,
  after: Props,
  ignoreChanges: string[] = [],
) {
  const { settings, clock } = await connect();
  const lines: string[] = [];
  const log = (line: string) => void lines.push(line);
  const session = new Session(new ManagementApi(settings, clock, { info: log, warn: log }));
  const { inputs: state } = resource.check({}, jsonCopy(before));
  const { inputs } = resource.check(jsonCopy(state), jsonCopy(after));
  const options = { ignoreChanges };
  const found = resource.diff(session, "est_1", jsonCopy(state), jsonCopy(inputs), options);
  return { ...found, lines, replaces: found.differences.some((one: PropertyDiff) => one.replaces) };
}

const crm = stream({ name: "crm" });
const unnamed = stream({ name: undefined });
const moved = (changes: object) => stream({ destination: action(), ...changes });

describe("a replacement deletes the object first", () => {
  test.each<[string, Lifecycle, Props, Props, boolean]>([
    ["of a stream that keeps its name", streams, crm, moved({ name: "crm" }), true],
    ["of a stream with another name", streams, crm, moved({ name: "erp" }), false],
    ["of a stream that gets a name", streams, unnamed, moved({ name: "erp" }), false],
    [
      "of a stream whose name the program omits now",
      streams,
      crm,
      moved({ name: undefined }),
      false,
    ],
    ["of a stream that never had a name", streams, unnamed, moved({ name: undefined }), false],
    ["of a stream whose name is not known yet", streams, crm, moved({ name: unknown }), true],
    [
      "of a policy with another selector",
      policies,
      policy(),
      policy({ consumerSelector: "default" }),
      false,
    ],
    [
      "of a policy whose selector is not known yet",
      policies,
      policy(),
      policy({ consumerSelector: unknown }),
      true,
    ],
  ])("%s", async (_case, resource, before, after, expected) => {
    const { replaces, deleteBeforeReplace } = await diff(resource, before, after);
    expect(replaces).toBe(true);
    expect(deleteBeforeReplace).toBe(expected);
  });
});

describe("a forced replacement deletes the object first", () => {
  test.each<[string, Lifecycle, Props, Props, boolean]>([
    ["of a policy without a change", policies, policy(), policy(), true],
    ["of a policy with another limit", policies, policy(), configured({ action: "allow" }), true],
    ["of a stream without a change", streams, crm, crm, true],
    ["of a stream without a name", streams, unnamed, unnamed, false],
    ["of push credentials, which have no natural key", pushes, push(), push("new"), false],
  ])("%s", async (_case, resource, before, after, expected) => {
    const { replaces, deleteBeforeReplace } = await diff(resource, before, after);
    expect(replaces).toBe(false);
    expect(deleteBeforeReplace).toBe(expected);
  });
});

describe("the cost of a deletion before the replacement", () => {
  test("is logged once if the stream keeps its name", async () => {
    const { lines } = await diff(streams, crm, moved({ name: "crm" }));
    expect(lines).toEqual([
      "Replacing EventStream est_1 deletes it before creating the new one, because both have the same name.\nUntil the new one exists, events aren't delivered. To get them from Auth0's Events API, run `auth0 event-streams subscribe --from-timestamp <time> --event-type <type> --output-file events.jsonl`, and press Ctrl+C after the last one. Deleting the old one loses its ID and its failed deliveries.\nTo avoid the gap, also change the name. If you set retainOnDelete, this is required.\nMore: https://github.com/pulumi-auth0-native/pulumi-auth0-native/blob/main/docs/replacements.md",
    ]);
  });

  test.each<[string, Lifecycle, Props, Props]>([
    ["nothing replaces the stream", streams, crm, stream({ name: "crm", status: "disabled" })],
    ["the replacement has another name", streams, crm, moved({ name: "erp" })],
    ["the policy has another limit", policies, policy(), configured({ action: "allow" })],
  ])("is not logged if %s", async (_case, resource, before, after) => {
    expect((await diff(resource, before, after)).lines).toEqual([]);
  });
});

test.each([
  [["subscriptions[0]", "subscriptions[*]", "subscriptions[0].eventType"], 1],
  [["subscriptions"], 0],
  [["*"], 0],
])("a removed event counts with ignoreChanges %j: %i", async (ignoreChanges, count) => {
  const events = (...kinds: string[]) =>
    stream({ subscriptions: kinds.map((eventType) => ({ eventType })) });
  const [before, after] = [events("user.created", "user.updated"), events("user.updated")];
  expect((await diff(streams, before, after, ignoreChanges)).differences).toHaveLength(count);
});
