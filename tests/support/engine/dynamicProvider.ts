import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { resolve } from "node:path";
import { credentials, Metadata, type ServiceError } from "@grpc/grpc-js";
import { ResourceProviderClient } from "@pulumi/pulumi/proto/provider_grpc_pb";
import * as proto from "@pulumi/pulumi/proto/provider_pb";
import { Status } from "@pulumi/pulumi/proto/status_pb";
import type { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { Struct } from "google-protobuf/google/protobuf/struct_pb";
import type { Props } from "../../../provider/shared/json";
import { codeCache } from "./environment";

/** What `__provider` holds in every state. */
export const providers = {
  EventStream: 'exports.handler = () => require("pulumi-auth0-native/provider").eventStream;',
  RateLimitPolicy:
    'exports.handler = () => require("pulumi-auth0-native/provider").rateLimitPolicy;',
  GuardianFcmv1Provider:
    'exports.handler = () => require("pulumi-auth0-native/provider").guardianFcmv1Provider;',
};
export type Kind = keyof typeof providers;
export const kinds = Object.keys(providers) as Kind[];

/** A secret as the engine writes it into the arguments of `configure`. */
export const secret = (value: string) => ({
  "4dabf18193072939515e22adb298388d": "1b47061264138c4ac30d75fd1eb44270",
  value,
});

/** A refused call: its gRPC code and text, and what the engine keeps of a half-done one. */
export class CallError extends Error {
  constructor(
    message: string,
    readonly code: number,
    readonly partial: { id: string; properties: Props; reasons: string[] } | undefined,
  ) {
    super(message);
  }
}

export interface DynamicProvider {
  check(
    olds: Props,
    news: Props,
  ): Promise<{ inputs: Props; failures: proto.CheckFailure.AsObject[] }>;
  diff(id: string, olds: Props, news: Props): Promise<{ changes: number; replaces: string[] }>;
  create(inputs: Props): Promise<{ id: string; properties: Props }>;
  read(
    id: string,
    props: Props,
  ): Promise<{ id: string; properties: Props; inputs: Props | undefined }>;
  update(id: string, olds: Props, news: Props): Promise<{ properties: Props }>;
  delete(id: string, props: Props): Promise<void>;
  /** Ends the process, and gives all that it wrote to stdout and stderr. */
  stop(): Promise<string>;
}

/** No test waits longer, unless it asks for it: two faults of the runtime are calls that never answer. */
const defaultTimeoutMs = 10_000;

const struct = (props: Props) =>
  Struct.fromJavaScript(props as Parameters<typeof Struct.fromJavaScript>[0]);
const toProps = (props: Struct | undefined) => (props?.toJavaScript() ?? {}) as Props;

/** Pulumi's own dynamic-provider process, as the engine starts and configures it. */
export async function startDynamicProvider(
  environment: Record<string, string>,
  configuration: Props = {},
  patienceMs = defaultTimeoutMs,
): Promise<DynamicProvider> {
  const script = require.resolve("@pulumi/pulumi/cmd/dynamic-provider");
  const child = spawn(process.execPath, [script, "127.0.0.1:1"], {
    cwd: resolve(__dirname, "../../.."),
    env: { PATH: process.env.PATH, PULUMI_NODEJS_PROJECT: "test", ...codeCache, ...environment },
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  const append = (part: Buffer) => {
    output += part;
  };
  child.stdout.on("data", append);
  child.stderr.on("data", append);
  // After the end of the process and of its pipes.
  const closed = once(child, "close");
  const port = await firstLine(child, () => output);
  const client = new ResourceProviderClient(`127.0.0.1:${port}`, credentials.createInsecure());

  type Rpc<Request, Answer> = (
    request: Request,
    metadata: Metadata,
    options: { deadline: number },
    done: (error: ServiceError | null, answer: Answer) => void,
  ) => unknown;
  function call<Request, Answer>(rpc: Rpc<Request, Answer>, request: Request): Promise<Answer> {
    return new Promise((answered, refused) => {
      const deadline = Date.now() + patienceMs;
      const done = (error: ServiceError | null, answer: Answer) =>
        error ? refused(callError(error)) : answered(answer);
      rpc.call(client, request, new Metadata(), { deadline }, done);
    });
  }
  const rpc = <Request, Answer>(name: keyof ResourceProviderClient) =>
    client[name] as unknown as Rpc<Request, Answer>;

  const configure = new proto.ConfigureRequest();
  configure.setArgs(struct(configuration));
  await call(rpc("configure"), configure);

  return {
    async check(olds, news) {
      const request = new proto.CheckRequest();
      request.setOlds(struct(olds));
      request.setNews(struct(news));
      const answer = await call<proto.CheckRequest, proto.CheckResponse>(rpc("check"), request);
      const failures = answer.getFailuresList().map((failure) => failure.toObject());
      return { inputs: toProps(answer.getInputs()), failures };
    },
    async diff(id, olds, news) {
      const request = new proto.DiffRequest();
      request.setId(id);
      request.setOlds(struct(olds));
      request.setNews(struct(news));
      const answer = await call<proto.DiffRequest, proto.DiffResponse>(rpc("diff"), request);
      return { changes: answer.getChanges(), replaces: answer.getReplacesList() };
    },
    async create(inputs) {
      const request = new proto.CreateRequest();
      request.setProperties(struct(inputs));
      const answer = await call<proto.CreateRequest, proto.CreateResponse>(rpc("create"), request);
      return { id: answer.getId(), properties: toProps(answer.getProperties()) };
    },
    async read(id, props) {
      const request = new proto.ReadRequest();
      request.setId(id);
      request.setProperties(struct(props));
      const answer = await call<proto.ReadRequest, proto.ReadResponse>(rpc("read"), request);
      const inputs = answer.getInputs();
      return {
        id: answer.getId(),
        properties: toProps(answer.getProperties()),
        inputs: inputs && toProps(inputs),
      };
    },
    async update(id, olds, news) {
      const request = new proto.UpdateRequest();
      request.setId(id);
      request.setOlds(struct(olds));
      request.setNews(struct(news));
      const answer = await call<proto.UpdateRequest, proto.UpdateResponse>(rpc("update"), request);
      return { properties: toProps(answer.getProperties()) };
    },
    async delete(id, props) {
      const request = new proto.DeleteRequest();
      request.setId(id);
      request.setProperties(struct(props));
      await call<proto.DeleteRequest, Empty>(rpc("delete"), request);
    },
    async stop() {
      client.close();
      child.kill();
      await closed;
      return output;
    },
  };
}

/** The process prints its port, and nothing before it. */
async function firstLine(child: ChildProcess, output: () => string): Promise<string> {
  const ended = once(child, "exit").then(([code]) => {
    throw new Error(`the provider process ended with code ${code}: ${output()}`);
  });
  // Kept from counting as unhandled when the process ends later, by our own hand.
  ended.catch(() => undefined);
  while (!output().includes("\n")) await Promise.race([once(child.stdout ?? child, "data"), ended]);
  return output().split("\n", 1)[0] ?? "";
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
