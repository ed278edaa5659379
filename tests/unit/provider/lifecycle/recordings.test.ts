import { describe, expect, test } from "@jest/globals";
import { lifecycle } from "../../../../provider/lifecycle/resource";
import { eventStream } from "../../../../provider/resources";
import { isObject, type Json, type Props } from "../../../../provider/shared/json";
import { engine, type State } from "../../../support/engine/engine";
import {
  inCamelCase,
  type RecordedExchange,
  recording,
  streamRecordings,
} from "../../../support/recordings/recording";
import { replay } from "../../../support/recordings/replay";

const resource = lifecycle(eventStream);
const secrets = ["password", "token", "headerValue"];

/** The step of a resource's life that sends the recorded request. */
async function step(
  streams: ReturnType<typeof engine>,
  { request: { method, path, body = {} } }: RecordedExchange,
  states: Map<string, State>,
): Promise<State | undefined> {
  const program = inCamelCase(body) as Props;
  if (method === "POST") return streams.create(program);
  const state = states.get(path.split("/").at(-1) ?? "");
  if (state === undefined) throw new Error(`no stream was created for ${method} ${path}`);
  if (method === "GET") return streams.refresh(state);
  if (method === "PATCH") return streams.update(state, { ...state.inputs, ...program });
  await streams.destroy(state);
  return undefined;
}

/** A state as Auth0 would return the stream: without secrets. */
function asResponse({ id, outs }: State): Json {
  const { tenant: _, awsPartnerEventSource, ...rest } = outs;
  const { type, configuration } = rest.destination as { type: string; configuration: Props };
  const source = awsPartnerEventSource === undefined ? {} : { awsPartnerEventSource };
  return {
    ...rest,
    id,
    destination: { type, configuration: { ...withoutSecrets(configuration), ...source } },
  };
}

function withoutSecrets(configuration: Props): Props {
  const { webhookAuthorization } = configuration;
  if (!isObject(webhookAuthorization)) return configuration;
  const answered = Object.entries(webhookAuthorization).filter(([key]) => !secrets.includes(key));
  return { ...configuration, webhookAuthorization: Object.fromEntries(answered) };
}

describe.each(streamRecordings)("the recording %s", (name) => {
  test("is sent and read in a resource's lifecycle", async () => {
    const exchanges = recording(name);
    const { session, pending, bodies } = await replay(exchanges);
    const streams = engine(resource, session);
    const states = new Map<string, State>();

    for (const exchange of exchanges) {
      const state = await step(streams, exchange, states);
      const { request, response } = exchange;
      if (state === undefined) {
        expect([204, 404]).toContain(response.status);
      } else {
        expect(asResponse(state)).toEqual(inCamelCase(response.body ?? null));
        // No response has a program's secrets.
        if (request.method !== "GET") states.set(state.id, state);
      }
    }

    expect(pending).toEqual([]);
    for (const [index, { request }] of exchanges.entries()) {
      // An update sends what has changed, and those tools send everything.
      if (request.method === "PATCH") expect(request.body).toMatchObject(bodies[index] as object);
      else if (request.body) expect(bodies[index]).toEqual({ status: "enabled", ...request.body });
      else expect(bodies[index]).toBeUndefined();
    }
  });
});

test("a recorded list has every stream of its page", async () => {
  const [, list] = recording("go-auth0/list") as [unknown, RecordedExchange];
  const { session } = await replay([list]);
  const { value } = await resource.list(session).next();
  const { eventStreams } = list.response.body as { eventStreams: { id: string }[] };
  expect(value.map(({ id }: { id: string }) => id)).toEqual(eventStreams.map(({ id }) => id));
});
