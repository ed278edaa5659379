import { expect, test } from "@jest/globals";
import type { EngineEvent, StepEventMetadata } from "@pulumi/pulumi/automation";
import { repairsIn } from "../../../../../cli/ci/preview/repairs";
import { eventsOfRefresh, readRefreshEvents } from "../../../../../cli/refresh/refreshEvents";
import { stream } from "../../../../support/values/eventStream";
import { configured, policy } from "../../../../support/values/rateLimitPolicy";

interface Object {
  name: string;
  type?: string;
  state?: object;
  /** Undefined if the tenant no longer has it. */
  live?: object;
  /** Undefined if the program no longer declares it. */
  program?: object;
}

/** A preview's events of an object, which the engine only compares by `diffs`. */
function eventsOf({ name, type = "RateLimitPolicy", state, live, program }: Object): EngineEvent[] {
  const bags = (inputs?: object) => inputs && { custom: true, id: "id-1", inputs, outputs: inputs };
  const urn = `urn:pulumi:prod::crm::auth0-native:index:${type}::${name}`;
  const of = (op: string, old?: object, next?: object): Partial<StepEventMetadata> => ({
    ...({ op, urn, type: `auth0-native:index:${type}`, old: bags(old), new: bags(next) } as object),
    ...(JSON.stringify(old) !== JSON.stringify(next) && { diffs: ["x"] }),
  });
  const isSame = JSON.stringify(live) === JSON.stringify(program);
  const change = program ? "update" : "delete";
  return [
    { resourcePreEvent: { metadata: of("refresh", state, state) } },
    { resOutputsEvent: { metadata: of("refresh", state, live) } },
    { resourcePreEvent: { metadata: of(isSame ? "same" : change, live, program) } },
  ] as unknown as EngineEvent[];
}

function found(...objects: Object[]) {
  const events = objects.map(eventsOf);
  const all = [0, 1, 2].flatMap((index) => events.flatMap((own) => own[index] ?? []));
  const { steps } = readRefreshEvents(eventsOfRefresh(all));
  return repairsIn(steps, all, { folder: ".", name: "prod" });
}

const limit = (value: number, action = "log") => configured({ action, limit: value });
const partners = { name: "partners", state: limit(100), live: limit(7) };
const repair = { kind: "RateLimitPolicy", name: "partners", id: "id-1" };
const properties = [{ path: "configuration.limit", live: 7, program: 100 }];

test.each<[string, Object, ReturnType<typeof repairsIn>]>([
  [
    "that only drifted is a repair",
    { ...partners, program: limit(100) },
    { repairs: [{ ...repair, properties }], changes: 0, accepted: [] },
  ],
  [
    "that the program changes too is both",
    { ...partners, program: limit(100, "block") },
    { repairs: [{ ...repair, properties }], changes: 1, accepted: [] },
  ],
  [
    "that only the program changes is a change",
    { ...partners, live: limit(100), program: limit(200) },
    { repairs: [], changes: 1, accepted: [] },
  ],
  [
    "that the tenant lacks is recreated",
    { name: "partners", state: policy(), program: policy() },
    { repairs: [{ ...repair, isMissing: true, properties: [] }], changes: 0, accepted: [] },
  ],
  [
    "whose live values the program now has is accepted",
    { ...partners, program: limit(7) },
    { repairs: [], changes: 0, accepted: ["partners: configuration.limit"] },
  ],
  ["that the program deletes is a change", partners, { repairs: [], changes: 1, accepted: [] }],
])("an object %s", (_, object, expected) => {
  expect(found(object)).toEqual(expected);
});

test("a repair that Auth0 rejects while deliveries have failed names the command that helps", () => {
  const state = { ...stream(), status: "enabled" };
  const live = { ...state, status: "disabled" };
  const { repairs } = found({ name: "crm", type: "EventStream", state, live, program: state });
  expect(repairs[0]?.note).toMatch(
    /deliveries check --stack prod crm\nAuth0 can reject .* redeliver its failed deliveries: `npx .* redeliver id-1`/,
  );
});
