import { ApiError } from "../../provider/api/apiError";
import { type ManagementApi, openApi } from "../../provider/api/managementApi";
import { type Settings, settingsFrom } from "../../provider/config/settings";
import { noStream, unreadable } from "../../provider/deliveries/deliveryPage";
import { openSession } from "../../provider/lifecycle/session";
import { eventStream } from "../../provider/resources";
import { idViolation } from "../../provider/resources/definition";
import { npxCommand } from "../../provider/shared/command";
import { isObject, type Props } from "../../provider/shared/json";
import { stderrLogger } from "../shared/log";
import { providerOf, readWithProviders, settingsOf } from "../shared/providerConfiguration";
import { checkPulumi, parseTarget, readConfiguration, type Target } from "../shared/pulumi";
import { resourceOf, type StateResource } from "../shared/state";
import { unlessAborted } from "../shared/stop";
import { objectsOfKinds } from "../shared/tenantObjects";
import { displayName, someNames } from "../shared/text";

export interface TenantStream {
  api: ManagementApi;
  id: string;
  /** The name of its resource in the stack, or else its name in the tenant, or else its id. */
  label: string;
  /** The stack that manages it; absent for a stream of the environment's tenant. */
  stack?: Target;
  /** Whether the stack's state has the input `status: "disabled"`. */
  isDisabledInState?: boolean;
}

interface ListedStream {
  label: string;
  /** Throws if the configuration is of another tenant than the stream. */
  open(): Promise<TenantStream>;
}

/** A stack, or the tenant of the environment, in which the command looks for streams. */
export interface StreamSource {
  stack?: Target;
  /** For a message: `the stack production`, or the host of the tenant. */
  label: string;
  /** Finds the stream with this id or name. Throws if there is none, or if there are several. */
  find(argument: string): Promise<TenantStream>;
  /** Lists all streams, including those that can't be opened. */
  all(): Promise<ListedStream[]>;
}

/** The only stream that has the name. Throws if there is none, or if there are several. */
function onlyOne<Stream extends { id: string }>(
  named: Stream[],
  what: string,
  source: string,
  none: string,
): Stream {
  const [stream, ...others] = named;
  if (stream === undefined) throw new Error(none);
  if (others.length === 0) return stream;
  const ids = named.map(({ id }) => displayName(id)).join(" or ");
  throw new Error(`${source} has ${named.length} ${what}. Pass an ID instead: ${ids}`);
}

/** Whether Auth0 itself, and not a gateway, rejected a request for lack of a permission. */
const isForbidden = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status === 403 && !["gateway", "noToken"].includes(error.kind);

/**
 * The stream as Auth0 returns it. Empty without the permission to read streams, because the command can do
 * without its status.
 */
export async function readStream({ api, id }: TenantStream): Promise<Props> {
  const { read } = eventStream;
  if (read === undefined) return {};
  try {
    const stream = await api.send(read, { id, advice: { 404: noStream } });
    if (isObject(stream) && stream.id === id) return stream;
  } catch (error) {
    if (isForbidden(error)) return {};
    throw error;
  }
  // A wrong object would hide that the stream is disabled.
  throw unreadable(api, id, "it isn't the requested event stream", read);
}

export interface StackOption {
  /** The stack that has the stream. Without it, the command uses the tenant of the environment. */
  stack?: string;
  cwd: string;
}

export async function openSource({ stack, cwd }: StackOption): Promise<StreamSource> {
  if (stack === undefined) return tenantSource(process.env);
  const target = parseTarget(stack, cwd);
  await checkPulumi();
  return stackSource(target);
}

export function findStream(
  argument: string,
  options: StackOption,
  requested: AbortSignal,
): Promise<TenantStream> {
  const find = async () => (await openSource(options)).find(argument);
  return unlessAborted(requested, find());
}

function tenantSource(environment: NodeJS.ProcessEnv): StreamSource {
  const settings = environmentSettings(environment);
  const api = openApi(settings, stderrLogger);

  // All names share one list.
  const all = once(async () => {
    const streams = await objectsOfKinds(openSession(settings, stderrLogger), [eventStream]);
    return streams.map(({ id, inputs }) => ({ api, id, label: String(inputs.name ?? id) }));
  });

  return {
    label: api.domain,
    all: async () =>
      (await all()).map((stream) => ({ label: stream.label, open: async () => stream })),
    async find(argument) {
      // An id needs no list, and no permission to read one.
      if (isStreamId(argument)) return { api, id: argument, label: argument };
      const named = (await all()).filter(({ label }) => label === argument);
      const shown = displayName(argument);
      const none = `${api.domain} has no event stream with the ID or name ${shown}. To list its streams, run \`${npxCommand} deliveries check\`.`;
      return onlyOne(named, `event streams with the name ${shown}`, api.domain, none);
    },
  };
}

/** Calls the function the first time only. */
function once<Result>(call: () => Promise<Result>): () => Promise<Result> {
  let result: Promise<Result> | undefined;
  return () => {
    result ??= call();
    return result;
  };
}

function environmentSettings(environment: NodeJS.ProcessEnv): Settings {
  try {
    return settingsFrom({ get: () => undefined }, environment);
  } catch (error) {
    throw new Error(
      `${(error as Error).message}\nWithout --stack, the command reads only environment variables. With --stack, it also reads the stack's configuration.`,
    );
  }
}

const isStreamId = (text: string): boolean =>
  text.startsWith("est_") && idViolation(eventStream, text) === undefined;

async function stackSource(stack: Target): Promise<StreamSource> {
  const resources = await readWithProviders(stack);
  const streams = resources.filter(isStream);
  const label = `the stack ${displayName(stack.name)}`;
  // All streams share one configuration. A Provider with arguments doesn't need it.
  const configuration = once(() => readConfiguration(stack));

  async function open(resource: StateResource): Promise<TenantStream> {
    const { id, name, inputs, outputs } = resource;
    const provider = providerOf(resource, resources);
    const settings = await settingsOf(provider, configuration, eventStream.name, outputs);
    const isDisabledInState = inputs.status === "disabled";
    return { api: openApi(settings, stderrLogger), id, label: name, stack, isDisabledInState };
  }

  return {
    stack,
    label,
    all: async () =>
      streams.map((resource) => ({ label: resource.name, open: () => open(resource) })),
    async find(argument) {
      const matching = streams.filter(({ urn, id, name }) => [urn, id, name].includes(argument));
      // A stream is in the state twice while it moves to the plugin.
      const named = [...new Map(matching.map((stream) => [stream.id, stream])).values()];
      const shown = displayName(argument);
      const names = someNames(streams.map(({ name }) => displayName(name)));
      const others = names === "" ? "It has no event streams" : `Its streams are ${names}`;
      const none = `${label} has no event stream ${shown}. ${others}`;
      return open(onlyOne(named, `event streams called ${shown}`, label, none));
    },
  };
}

const isStream = ({ type, id, isReplaced }: StateResource): boolean =>
  resourceOf(type)?.definition === eventStream && id !== "" && !isReplaced;
