import { AsyncLocalStorage } from "node:async_hooks";
import { credentials, Metadata } from "@grpc/grpc-js";
import { EngineClient } from "@pulumi/pulumi/proto/engine_grpc_pb";
import { LogRequest, LogSeverity } from "@pulumi/pulumi/proto/engine_pb";
import type { Logger } from "../../shared/logger";

/** An engine that takes longer does not hold up the operation that the message is about. */
const deadlineMs = 5_000;

/** Sends messages to the engine, which shows each of them under the object that it is about. */
export class EngineLog implements Logger {
  private readonly urn = new AsyncLocalStorage<string>();
  private readonly pending = new Set<Promise<void>>();
  private engineAddress: string | undefined;
  private client: EngineClient | undefined;

  /** Runs an operation on an object; what it logs belongs to that object. */
  about<T>(urn: string, operation: () => T): T {
    return this.urn.run(urn, operation);
  }

  /** Connects at the first message: most operations log none, and a client takes time to make. */
  connect(engineAddress: string): void {
    this.engineAddress = engineAddress;
    this.client = undefined;
  }

  info(message: string): void {
    this.log(LogSeverity.INFO, message);
  }

  warn(message: string): void {
    this.log(LogSeverity.WARNING, message);
  }

  /** Settles when the engine has every message: it shows none after it has ended an operation. */
  async delivered(): Promise<void> {
    await Promise.all(this.pending);
  }

  private log(severity: LogSeverity, message: string) {
    // Without an engine, as when the user starts the process, messages go to standard error.
    if (this.engineAddress === undefined) return console.error(message);
    this.client ??= new EngineClient(this.engineAddress, credentials.createInsecure());
    const { client } = this;
    const request = new LogRequest();
    request.setSeverity(severity);
    request.setMessage(message);
    request.setUrn(this.urn.getStore() ?? "");
    const sent = new Promise<void>((resolve) => {
      const options = { deadline: Date.now() + deadlineMs };
      client.log(request, new Metadata(), options, (error) => {
        if (error) console.error(message);
        resolve();
      });
    });
    this.pending.add(sent);
    void sent.then(() => this.pending.delete(sent));
  }
}
