import { isDeepStrictEqual } from "node:util";
import type {
  handleServerStreamingCall,
  handleUnaryCall,
  ServerUnaryCall,
  sendUnaryData,
  UntypedServiceImplementation,
} from "@grpc/grpc-js";
import { type PluginAttach, PluginInfo } from "@pulumi/pulumi/proto/plugin_pb";
import * as proto from "@pulumi/pulumi/proto/provider_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import { ownInputs } from "../../config/pluginConfiguration";
import { packageVersion, providerSchema } from "../../schema/packageSchema";
import { validator } from "../../schema/validate";
import { ConfiguredProvider } from "./configuredProvider";
import { type GrpcError, grpcError } from "./errors";
import { invoke } from "./invoke";
import { list } from "./list";
import { pluginSchema } from "./pluginSchema";
import * as calls from "./resourceCalls";
import { receive, send } from "./values";

const validateConfiguration = validator(providerSchema, { quoteValues: false });

/**
 * The service ResourceProvider (pulumi/pulumi, proto/pulumi/provider.proto), in place of the server of
 * `@pulumi/pulumi/provider`, which discards configuration.
 */
export function pluginService(engineAddress: string | undefined): UntypedServiceImplementation {
  const provider = new ConfiguredProvider();
  if (engineAddress !== undefined) provider.connect(engineAddress);
  const serve = <Request, Response>(
    call: (provider: ConfiguredProvider, request: Request) => Promise<Response>,
  ) => unary((request: Request) => call(provider, request));
  return {
    ...configurationCalls(provider),
    check: serve(calls.check),
    diff: serve(calls.diff),
    create: serve(calls.create),
    read: serve(calls.read),
    update: serve(calls.update),
    delete: serve(calls.deleteResource),
    invoke: serve(invoke),
    list: streaming((request: proto.ListRequest) => list(provider, request)),
  };
}

/** The methods that are about the plugin and its configuration. */
function configurationCalls(provider: ConfiguredProvider): UntypedServiceImplementation {
  return {
    handshake: unary((request: proto.ProviderHandshakeRequest) => {
      provider.connect(request.getEngineAddress());
      return new proto.ProviderHandshakeResponse().setAcceptSecrets(true);
    }),

    getPluginInfo: unary(() => new PluginInfo().setVersion(packageVersion)),

    getSchema: unary(() => new proto.GetSchemaResponse().setSchema(JSON.stringify(pluginSchema()))),

    checkConfig: unary((request: proto.CheckRequest) => {
      const { props, secretPaths } = receive(request.getNews());
      const response = new proto.CheckResponse();
      response.setInputs(send(providerSchema, props, secretPaths));
      for (const violation of validateConfiguration(ownInputs(props))) {
        response.addFailures(new proto.CheckFailure().setReason(violation));
      }
      return response;
    }),

    // No setting of a tenant replaces its objects: what belongs to another tenant fails in diff.
    diffConfig: unary((request: proto.DiffRequest) => {
      const { DIFF_NONE, DIFF_SOME } = proto.DiffResponse.DiffChanges;
      const [olds, news] = [receive(request.getOlds()).props, receive(request.getNews()).props];
      const isSame = isDeepStrictEqual(olds, news);
      return new proto.DiffResponse().setChanges(isSame ? DIFF_NONE : DIFF_SOME);
    }),

    configure: unary((request: proto.ConfigureRequest) => {
      provider.configure(receive(request.getArgs()).props, request.getUrn() ?? "");
      return new proto.ConfigureResponse().setAcceptsecrets(true).setSupportspreview(true);
    }),

    attach: unary((request: PluginAttach) => {
      provider.connect(request.getAddress());
      return new Empty();
    }),

    // Operations under way end by themselves, so that the state has what they make.
    cancel: unary(() => {
      provider.interrupt();
      return new Empty();
    }),
  };
}

type Handler<Request, Response> = (request: Request) => Response | Promise<Response>;

/** Serves a method. A handler throws GrpcError; anything else is an error of this program. */
function unary<Request, Response>(
  handler: Handler<Request, Response>,
): handleUnaryCall<Request, Response> {
  return async (call: ServerUnaryCall<Request, Response>, callback: sendUnaryData<Response>) => {
    try {
      callback(null, await handler(call.request));
    } catch (error) {
      callback(grpcErrorOf(error), null);
    }
  };
}

/** Serves a method that returns a stream, until the client cancels the call. */
function streaming<Request, Response>(
  handler: (request: Request) => AsyncGenerator<Response>,
): handleServerStreamingCall<Request, Response> {
  return async (call) => {
    try {
      for await (const response of handler(call.request)) {
        if (call.cancelled) return;
        call.write(response);
      }
      call.end();
    } catch (error) {
      call.emit("error", grpcErrorOf(error));
    }
  };
}

const grpcErrorOf = (error: unknown): GrpcError =>
  isGrpcError(error) ? error : grpcError((error as Error).message);

const isGrpcError = (error: unknown): error is GrpcError =>
  typeof error === "object" && error !== null && "code" in error && "details" in error;
