import { assertVariablesMapped, providerSettings } from "../../config/pluginConfiguration";
import { settingsFrom } from "../../config/settings";
import { openSession, type Session } from "../../lifecycle/session";
import type { ObjectSchema } from "../../schema/packageSchema";
import type { Props } from "../../shared/json";
import { type OperationFailed, runOperation } from "../boundary";
import { RunDeclarations } from "../runDeclarations";
import { EngineLog } from "./engineLog";
import { type GrpcError, grpcError, initFailedError } from "./errors";
import { Owners } from "./owners";
import { markedTexts, type Received, send } from "./values";

/** What a call of the engine is about. */
export interface CallContext {
  urn: string;
  /** The schema of the bags that the call brings and returns. */
  schema: ObjectSchema;
  bags: Received[];
}

/** The provider of this process: the engine starts a process for each provider of a program. */
export class ConfiguredProvider {
  readonly log = new EngineLog();
  owners = new Owners();
  readonly declarations = new RunDeclarations();
  private session: Session | undefined;

  connect(engineAddress: string): void {
    this.log.connect(engineAddress);
    this.declarations.connect(engineAddress);
  }

  /** Throws if the settings are wrong or incomplete. */
  configure(inputs: Props, urn: string): void {
    // A process that PULUMI_DEBUG_PROVIDERS names serves one run after another.
    this.owners = new Owners();
    this.declarations.clear();
    try {
      assertVariablesMapped(inputs);
      this.session = openSession(
        settingsFrom(providerSettings(inputs, urn), process.env),
        this.log,
      );
      this.session.api.transport.interrupted = false;
    } catch (error) {
      throw grpcError((error as Error).message);
    }
  }

  /** Runs an operation. Whatever it throws becomes an error of gRPC without a secret. */
  async run<T extends object>(
    context: CallContext,
    operation: (session: Session, markedSecrets: string[]) => T | Promise<T>,
  ): Promise<T> {
    const { urn, schema, bags } = context;
    const secrets = bags.flatMap((bag) => markedTexts(schema, bag));
    const props = bags.map((bag) => bag.props);
    const call = { schema, session: this.session, bags: props, secrets };
    const run = () => operation(this.opened(), secrets);
    try {
      return await this.log.about(urn, () => runOperation(call, run));
    } catch (error) {
      throw this.grpcErrorOf(error as OperationFailed, context);
    } finally {
      await this.log.delivered();
    }
  }

  /** Operations no longer repeat requests that fail: the user waits for their end. */
  interrupt(): void {
    if (this.session) this.session.api.transport.interrupted = true;
  }

  private opened(): Session {
    if (!this.session)
      throw new Error("The provider wasn't configured. This is a bug. Please report it.");
    return this.session;
  }

  private grpcErrorOf({ message, partialState }: OperationFailed, context: CallContext): GrpcError {
    if (!partialState) return grpcError(message);
    const { id, outs } = partialState;
    const paths = context.bags.flatMap(({ secretPaths }) => secretPaths);
    return initFailedError(message, id, send(context.schema, outs, paths));
  }
}
