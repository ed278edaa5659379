import type { AsyncLocalStorage } from "node:async_hooks";
import { parseUrn } from "../shared/urn";

/** What Pulumi's library reads the engine's address from. The library publishes no types of it. */
interface Store {
  settings: { options: { engineAddr: string | undefined } };
}
type State = { LocalStore: new () => Store };
type Storage = { asyncLocalStorage: AsyncLocalStorage<Store> };

/** An engine that takes longer does not hold up the message that needs the name. */
const deadlineMs = 5_000;

/**
 * The name of the run's stack, which Pulumi's dynamic-provider process doesn't get. The engine knows the
 * stack's URN as soon as the program has registered it. Undefined if it doesn't.
 */
export async function engineStack(engineAddress: string | undefined): Promise<string | undefined> {
  // That process has loaded them already.
  const { LocalStore } = require("@pulumi/pulumi/runtime/state") as State;
  const { getEngine } =
    require("@pulumi/pulumi/runtime/settings") as typeof import("@pulumi/pulumi/runtime/settings");
  const { GetRootResourceRequest } =
    require("@pulumi/pulumi/proto/engine_pb") as typeof import("@pulumi/pulumi/proto/engine_pb");
  const store = new LocalStore();
  store.settings.options.engineAddr = engineAddress;
  const { asyncLocalStorage } = globalThis as unknown as Storage;
  const engine = asyncLocalStorage.run(store, getEngine);
  if (engine === undefined) return undefined;
  const urn = await new Promise<string>((resolve) => {
    const done = (_: unknown, response?: { getUrn(): string }) => resolve(response?.getUrn() ?? "");
    const deadline = setTimeout(() => resolve(""), deadlineMs);
    deadline.unref();
    engine.getRootResource(new GetRootResourceRequest(), done);
  });
  return parseUrn(urn).stack || undefined;
}
