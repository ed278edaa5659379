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
import { providerOf, type StackConfiguration, settingsOf } from "../shared/providerConfiguration";
import {
  checkPulumi,
  parseTarget,
  readConfiguration,
  readState,
  type Target,
} from "../shared/pulumi";
import { resourceOf, type StateResource } from "../shared/state";
import { unlessAborted } from "../shared/stop";
import { objectsOfKind } from "../shared/tenantObjects";
import { displayName, someNames } from "../shared/text";

export interface TenantStream {
  api: ManagementApi;
  id: string;
  /** What people call it: its resource in the stack, else its name, else its id. */
  label: string;
  /** The stack whose resource it is; absent for a stream of the environment's tenant. */
  stack?: Target;
  /** Whether the stack's state has the input `status: "disabled"`. */
  isDisabledInState?: boolean;
}

interface ListedStream {
  label: string;
  /** Throws if the configuration does not name the stream's tenant. */
  open(): Promise<TenantStream>;
}

/** Where streams are looked for: a stack, or the tenant of the environment. */
export interface StreamSource {
  stack?: Target;
  /** For a message: `the stack production`, or the host of the tenant. */
  label: string;
  /** The stream that an argument of the command line names. Throws if there is none, or several. */
  find(argument: string): Promise<TenantStream>;
  /** All streams. One that cannot be opened does not fail the list. */
  all(): Promise<ListedStream[]>;
}

/** The stream that an argument names. Throws if there is none, or if several are called like it. */
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
  throw new Error(`${source} has ${named.length} ${what}: name one by its id, ${ids}`);
}

/** Whether the service, and not a gateway, refused a request for lack of a permission. */
const isForbidden = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.status === 403 && error.kind !== "gateway";

/**
 * The stream in the service's form; nothing without the permission to read streams, which nothing else
 * needs.
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
  // Taken for a stream, it would hide that the stream is disabled.
  throw unreadable(api, id, "it is not this event stream", read);
}

export interface StackOption {
  /** The stack that has the stream; without it, the tenant of the environment is meant. */
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

  const list = async () => {
    const streams = await objectsOfKind(openSession(settings, stderrLogger), eventStream);
    return streams.map(({ id, inputs }) => ({ api, id, label: String(inputs.name ?? id) }));
  };
  // Loaded once, for all names.
  let listed: Promise<TenantStream[]> | undefined;
  const all = () => {
    listed ??= list();
    return listed;
  };

  return {
    label: api.domain,
    all: async () =>
      (await all()).map((stream) => ({ label: stream.label, open: async () => stream })),
    async find(argument) {
      // An id needs no list, and no permission to read one.
      if (isStreamId(argument)) return { api, id: argument, label: argument };
      const named = (await all().catch(byId)).filter(({ label }) => label === argument);
      const shown = displayName(argument);
      const none = `${api.domain} has no event stream with the id or name ${shown}; \`${npxCommand} deliveries check\` names all of them`;
      return onlyOne(named, `event streams with the name ${shown}`, api.domain, none);
    },
  };
}

function environmentSettings(environment: NodeJS.ProcessEnv): Settings {
  try {
    return settingsFrom(() => undefined, environment);
  } catch (error) {
    throw new Error(
      `${(error as Error).message}\nWithout --stack, only the environment is read; with it, the configuration of that stack as well.`,
    );
  }
}

const isStreamId = (text: string): boolean =>
  text.startsWith("est_") && idViolation(eventStream, text) === undefined;

/** Who may not list streams may still use one. */
function byId(error: unknown): never {
  throw isForbidden(error)
    ? error.add("If you know the stream's id, pass it instead: then no list of streams is needed.")
    : error;
}

async function stackSource(stack: Target): Promise<StreamSource> {
  const { resources } = await readState(stack);
  const streams = resources.filter(isStream);
  const label = `the stack ${displayName(stack.name)}`;
  // Loaded once, and not for streams whose Provider has arguments.
  let values: Promise<StackConfiguration> | undefined;
  const configuration = () => {
    values ??= readConfiguration(stack);
    return values;
  };

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
      // A stream may be in the state twice, as while it moves to the plugin.
      const named = [...new Map(matching.map((stream) => [stream.id, stream])).values()];
      const shown = displayName(argument);
      const names = someNames(streams.map(({ name }) => displayName(name)));
      const others = names === "" ? "it has no event stream at all" : `its streams are ${names}`;
      const none = `${label} has no event stream ${shown}: ${others}`;
      return open(onlyOne(named, `event streams called ${shown}`, label, none));
    },
  };
}

const isStream = ({ type, id, isReplaced }: StateResource): boolean =>
  resourceOf(type)?.definition === eventStream && id !== "" && !isReplaced;
