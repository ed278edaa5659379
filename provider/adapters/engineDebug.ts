import type { AsyncLocalStorage } from "node:async_hooks";

/** What the log of Pulumi's library reads the engine's address from. The library publishes no types of it. */
interface Store {
  settings: { options: { engineAddr: string | undefined } };
}
type State = { LocalStore: new () => Store };
type Storage = { asyncLocalStorage: AsyncLocalStorage<Store> };

/** Sends messages that `--debug` shows to the engine of Pulumi's dynamic-provider process. */
export class EngineDebug {
  private last: Promise<unknown> = Promise.resolve();
  private store: Store | undefined;

  constructor(private readonly engineAddress: string | undefined) {}

  /**
   * That process gets the engine's address, but doesn't connect its own log, which other providers in it print
   * with. So the message has a store of its own.
   */
  debug(message: string): void {
    // Both are loaded already by the process (pulumi/pulumi, sdk/nodejs/cmd/dynamic-provider/index.ts).
    const log = require("@pulumi/pulumi/log") as typeof import("@pulumi/pulumi/log");
    const { LocalStore } = require("@pulumi/pulumi/runtime/state") as State;
    this.store ??= new LocalStore();
    this.store.settings.options.engineAddr = this.engineAddress;
    const { asyncLocalStorage } = globalThis as unknown as Storage;
    this.last = asyncLocalStorage.run(this.store, () => log.debug(message));
  }

  /** Settles when the engine has every message: it shows none after it has ended an operation. */
  async delivered(): Promise<void> {
    await this.last;
  }
}
