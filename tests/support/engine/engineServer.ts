import { Server, ServerCredentials, type UntypedServiceImplementation } from "@grpc/grpc-js";
import { EngineService } from "@pulumi/pulumi/proto/engine_grpc_pb";
import { type LogRequest, LogSeverity } from "@pulumi/pulumi/proto/engine_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";

/** A message to the user. */
export interface LogLine {
  severity: keyof typeof LogSeverity;
  message: string;
  /** The message's resource, or an empty text. */
  urn: string;
}

export interface EngineServer {
  address: string;
  /** The messages that users see. */
  lines: LogLine[];
  /** All messages. */
  text(): string;
  close(): void;
}

const severities = Object.keys(LogSeverity) as LogLine["severity"][];

/** Acts as a plugin's engine, and records each message to the user after calling `before`. */
export async function startEngineServer(
  before: () => Promise<unknown> = async () => undefined,
): Promise<EngineServer> {
  const server = new Server();
  const lines: LogLine[] = [];
  const log = async (call: { request: LogRequest }, done: (error: null, answer: Empty) => void) => {
    const { request } = call;
    await before();
    const [message, urn] = [request.getMessage(), request.getUrn()];
    const severity = severities.find((name) => LogSeverity[name] === request.getSeverity());
    lines.push({ severity: severity ?? "DEBUG", message, urn });
    done(null, new Empty());
  };
  server.addService(EngineService, { log } as unknown as UntypedServiceImplementation);
  const port = await new Promise<number>((bound, refused) => {
    server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, port) =>
      error ? refused(error) : bound(port),
    );
  });
  return {
    address: `127.0.0.1:${port}`,
    lines,
    text: () => lines.map(({ message }) => `${message}\n`).join(""),
    close: () => server.forceShutdown(),
  };
}
