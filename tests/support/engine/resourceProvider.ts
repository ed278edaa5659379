import { type ChildProcess, type SpawnOptions, spawn } from "node:child_process";
import { once } from "node:events";
import { credentials, Metadata, type ServiceError } from "@grpc/grpc-js";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb";
import * as proto from "@pulumi/pulumi/proto/provider_pb";
import { Status } from "@pulumi/pulumi/proto/status_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import type { Props } from "../../../provider/shared/json";
import { patienceMs } from "../jest/patience.cjs";

/** The part of an operation that the engine stores if it failed partly. */
export interface PartialState {
  id: string;
  properties: Props;
  reasons: string[];
}

/** A failed call with its gRPC code, its message, and the part that the engine stores. */
export class CallError extends Error {
  constructor(
    message: string,
    readonly code: number,
    readonly partial: PartialState | undefined,
  ) {
    super(message);
  }

  /** The properties with other values. */
  map(change: (properties: Props) => Props): CallError {
    const { message, code, partial } = this;
    const changed = partial && { ...partial, properties: change(partial.properties) };
    return new CallError(message, code, changed);
  }
}

/** The parameters of every call about one resource. */
export interface Subject {
  urn: string;
  type: string;
  name: string;
}

/** A property's difference, such as `replace: true` for a change that replaces the object. */
export interface PropertyDifference {
  kind: "add" | "update" | "delete";
  replace: boolean;
  /** Whether it compares old and new inputs, and not the state and the inputs. */
  inputDiff: boolean;
}

export interface Difference {
  /** If it is unknown, the engine compares the inputs. */
  changes: "unknown" | "none" | "some";
  replaces: string[];
  deleteBeforeReplace: boolean;
  /** Undefined if the provider returns none. */
  detailed: Record<string, PropertyDifference> | undefined;
}

const struct = (props: Props) =>
  Struct.fromJavaScript(props as Parameters<typeof Struct.fromJavaScript>[0]);
const optionalStruct = (props: Props | undefined) => props && struct(props);
const toProps = (props: Struct | undefined) => (props?.toJavaScript() ?? {}) as Props;
const optionalProps = (props: Struct | undefined) => props && toProps(props);
const failuresOf = (answer: { getFailuresList(): proto.CheckFailure[] }) =>
  answer.getFailuresList().map((failure) => failure.toObject());

/** A process that serves Pulumi's ResourceProvider, and the engine's calls to it. */
export type ResourceProvider = Awaited<ReturnType<typeof startResourceProvider>>;

/** Starts the process with `node`. */
export async function startResourceProvider(args: string[], options: SpawnOptions) {
  const child = spawn(process.execPath, args, { ...options, stdio: ["ignore", "pipe", "pipe"] });
  const written = { stdout: "", stderr: "" };
  for (const name of ["stdout", "stderr"] as const)
    child[name]?.on("data", (part: Buffer) => {
      written[name] += part;
    });
  // The process and its pipes have ended.
  const closed = once(child, "close");
  const port = await firstLine(child, written);
  const client = new ResourceProviderClient(`127.0.0.1:${port}`, credentials.createInsecure());
  return {
    ...callsOf(client),
    list: listCall(client),
    child,
    /** The process's output so far. */
    written,
    closed,
    async stop(): Promise<void> {
      client.close();
      child.kill();
      await closed;
    },
  };
}

function callsOf(client: ResourceProviderClient) {
  type Rpc = (
    request: object,
    metadata: Metadata,
    options: { deadline: number },
    done: (error: ServiceError | null, answer: never) => void,
  ) => unknown;
  const call = <Answer>(name: keyof ResourceProviderClient, request: object): Promise<Answer> =>
    new Promise((answered, refused) => {
      // Two of Pulumi's bugs cause calls without a response.
      const deadline = Date.now() + patienceMs;
      const done = (error: ServiceError | null, answer: Answer) =>
        error ? refused(callError(error)) : answered(answer);
      (client[name] as Rpc).call(client, request, new Metadata(), { deadline }, done);
    });
  return { ...providerCalls(call), ...resourceCalls(call) };
}

export interface ListArguments {
  query?: Props;
  limit?: number;
}

/** Reads a list: its names, and whether it is unknown. */
const listCall =
  (client: ResourceProviderClient) =>
  async (type: string, { query = {}, limit = 0 }: ListArguments = {}) => {
    const request = new proto.ListRequest().setToken(type).setQuery(struct(query));
    request.setLimit(limit);
    const names: string[] = [];
    let isUnknown = false;
    try {
      const stream = client.list(request, { deadline: Date.now() + patienceMs });
      for await (const response of stream as AsyncIterable<proto.ListResponse>) {
        if (response.hasResult()) names.push(response.getResult()?.getName() ?? "");
        if (response.hasComputed()) isUnknown = true;
      }
    } catch (error) {
      throw callError(error as ServiceError);
    }
    return { names, isUnknown };
  };

type Call = <Answer>(name: keyof ResourceProviderClient, request: object) => Promise<Answer>;

/** The engine's calls to the provider as a whole. */
function providerCalls(call: Call) {
  return {
    /** `variables` has the same values as texts, by `<package>:config:<name>`. */
    async configure(urn: string, args: Props, variables: Record<string, string> = {}) {
      const request = new proto.ConfigureRequest();
      request.setUrn(urn).setArgs(struct(args));
      request.setAcceptsecrets(true).setAcceptresources(true);
      request.setSendsOldInputs(true).setSendsOldInputsToDelete(true);
      for (const [name, value] of Object.entries(variables))
        request.getVariablesMap().set(name, value);
      const answer = await call<proto.ConfigureResponse>("configure", request);
      return answer.toObject();
    },
    async checkConfig(urn: string, olds: Props, news: Props) {
      const request = new proto.CheckRequest();
      request.setUrn(urn).setOlds(struct(olds)).setNews(struct(news));
      const answer = await call<proto.CheckResponse>("checkConfig", request);
      return { inputs: toProps(answer.getInputs()), failures: failuresOf(answer) };
    },
    async diffConfig(urn: string, olds: Props, news: Props): Promise<Difference> {
      const request = new proto.DiffRequest();
      request.setUrn(urn).setOlds(struct(olds)).setOldInputs(struct(olds)).setNews(struct(news));
      return difference(await call<proto.DiffResponse>("diffConfig", request));
    },
    async invoke(token: string, args: Props) {
      const request = new proto.InvokeRequest();
      request.setTok(token).setArgs(struct(args));
      const answer = await call<proto.InvokeResponse>("invoke", request);
      return { result: toProps(answer.getReturn()), failures: failuresOf(answer) };
    },
    async getSchema(): Promise<Props> {
      const answer = await call<proto.GetSchemaResponse>("getSchema", new proto.GetSchemaRequest());
      return JSON.parse(answer.getSchema());
    },
    async handshake(engineAddress: string) {
      const request = new proto.ProviderHandshakeRequest();
      request.setEngineAddress(engineAddress).setConfigureWithUrn(true);
      const answer = await call<proto.ProviderHandshakeResponse>("handshake", request);
      return answer.toObject();
    },
    cancel: () => call<Empty>("cancel", new Empty()),
  };
}

interface Setters {
  setUrn(value: string): void;
  setType(value: string): void;
  setName(value: string): void;
}

function about<Request extends Setters>(request: Request, { urn, type, name }: Subject): Request {
  request.setUrn(urn);
  request.setType(type);
  request.setName(name);
  return request;
}

/** The engine's calls about one resource. */
function resourceCalls(call: Call) {
  return {
    async check(subject: Subject, olds: Props, news: Props) {
      const request = about(new proto.CheckRequest(), subject);
      request.setOlds(struct(olds)).setNews(struct(news));
      const answer = await call<proto.CheckResponse>("check", request);
      return { inputs: toProps(answer.getInputs()), failures: failuresOf(answer) };
    },
    async diff(
      subject: Subject,
      id: string,
      olds: Props,
      news: Props,
      oldInputs?: Props,
      ignoreChanges: string[] = [],
    ) {
      const request = about(new proto.DiffRequest(), subject);
      request.setId(id).setOlds(struct(olds)).setNews(struct(news));
      request.setOldInputs(optionalStruct(oldInputs)).setIgnorechangesList(ignoreChanges);
      return difference(await call<proto.DiffResponse>("diff", request));
    },
    async create(subject: Subject, inputs: Props, preview = false) {
      const request = about(new proto.CreateRequest(), subject);
      request.setProperties(struct(inputs)).setPreview(preview);
      const answer = await call<proto.CreateResponse>("create", request);
      return { id: answer.getId(), properties: toProps(answer.getProperties()) };
    },
    /** An import sends neither properties nor inputs. */
    async read(subject: Subject, id: string, properties?: Props, inputs?: Props) {
      const request = about(new proto.ReadRequest(), subject);
      request.setId(id).setProperties(optionalStruct(properties));
      request.setInputs(optionalStruct(inputs));
      const answer = await call<proto.ReadResponse>("read", request);
      return {
        id: answer.getId(),
        properties: toProps(answer.getProperties()),
        inputs: optionalProps(answer.getInputs()),
      };
    },
    async update(
      subject: Subject,
      id: string,
      olds: Props,
      news: Props,
      { oldInputs, preview = false }: { oldInputs?: Props | undefined; preview?: boolean } = {},
    ) {
      const request = about(new proto.UpdateRequest(), subject);
      request.setId(id).setOlds(struct(olds)).setNews(struct(news)).setPreview(preview);
      request.setOldInputs(optionalStruct(oldInputs));
      const answer = await call<proto.UpdateResponse>("update", request);
      return { properties: toProps(answer.getProperties()) };
    },
    async delete(subject: Subject, id: string, properties: Props, oldInputs?: Props) {
      const request = about(new proto.DeleteRequest(), subject);
      request.setId(id).setProperties(struct(properties));
      request.setOldInputs(optionalStruct(oldInputs));
      await call<Empty>("delete", request);
    },
  };
}

function difference(answer: proto.DiffResponse): Difference {
  const { Kind } = proto.PropertyDiff;
  const kinds: Record<number, [PropertyDifference["kind"], boolean]> = {
    [Kind.ADD]: ["add", false],
    [Kind.ADD_REPLACE]: ["add", true],
    [Kind.UPDATE]: ["update", false],
    [Kind.UPDATE_REPLACE]: ["update", true],
    [Kind.DELETE]: ["delete", false],
    [Kind.DELETE_REPLACE]: ["delete", true],
  };
  const entries = [...answer.getDetaileddiffMap().entries()].map(([path, one]) => {
    const [kind, replace] = kinds[one.getKind()] ?? [];
    return [path, { kind, replace, inputDiff: one.getInputdiff() }];
  });
  return {
    changes: (["unknown", "none", "some"] as const)[answer.getChanges()],
    replaces: answer.getReplacesList(),
    deleteBeforeReplace: answer.getDeletebeforereplace(),
    detailed: answer.getHasdetaileddiff() ? Object.fromEntries(entries) : undefined,
  };
}

/** The process prints its port first. */
async function firstLine(
  child: ChildProcess,
  written: { stdout: string; stderr: string },
): Promise<string> {
  const ended = once(child, "exit").then(([code]) => {
    const output = written.stdout + written.stderr;
    throw new Error(`the provider process ended with code ${code}: ${output}`);
  });
  // The rejection is not unhandled if the test ends the process later.
  ended.catch(() => undefined);
  while (!written.stdout.includes("\n"))
    await Promise.race([once(child.stdout ?? child, "data"), ended]);
  return written.stdout.split("\n", 1)[0] ?? "";
}

function callError({ details, code, metadata }: ServiceError): CallError {
  const [encoded] = metadata.get("grpc-status-details-bin");
  const packed =
    encoded instanceof Buffer ? Status.deserializeBinary(encoded).getDetailsList()[0] : undefined;
  if (!packed) return new CallError(details, code, undefined);
  const failed = proto.ErrorResourceInitFailed.deserializeBinary(packed.getValue_asU8());
  return new CallError(details, code, {
    id: failed.getId(),
    properties: toProps(failed.getProperties()),
    reasons: failed.getReasonsList(),
  });
}
