import { isDeepStrictEqual } from "node:util";
import { startTenant } from "../../../emulator/src";
import type { Props } from "../../../provider/shared/json";
import { sharedTime } from "../clock/sharedTime";
import type { Adapter, ProviderProcess } from "../engine/adapter";
import type { State } from "../engine/engine";
import { lazyPulumi } from "../engine/environment";
import { configurationOf } from "../engine/providerProcess";
import { unmarked } from "../engine/secretValues";
import { type KindEngine, type Scenario, scenarioIn } from "./faults";

/** A process and its tenant, in a time that passes only while the process sleeps. One case runs at a time. */
export async function startProcessScenario(adapter: Adapter): Promise<Scenario> {
  const time = sharedTime(lazyPulumi);
  const server = await startTenant({ now: time.now });
  const configuration = unmarked(configurationOf(server));
  const provider = await adapter.start(time.environment, configuration);
  let connections = 0;
  let closed: Promise<string> | undefined;
  const tokens = new Set<string>();

  const scenario = scenarioIn({
    server,
    begin: () => undefined,
    // The limits of the waits are tested in a time that passes only while the provider sleeps.
    sleptMs: () => 0,
    async connect() {
      // One process has one connection for equal settings.
      const timeout = 300 + ++connections / 1000;
      const connected = await provider.reconnect({ ...configuration, timeout });
      return ({ name }) => engineIn(connected, name);
    },
    secrets() {
      for (const { headers } of server.requests)
        if (headers.authorization) tokens.add(String(headers.authorization).replace("Bearer ", ""));
      return [server.environment.AUTH0_CLIENT_SECRET ?? "", ...tokens];
    },
    close() {
      closed ??= provider.stop().finally(() => server.close());
      return closed;
    },
  });

  let last: Promise<unknown> = Promise.resolve();
  return {
    ...scenario,
    run(one) {
      const outcome = last.then(() => scenario.run(one));
      last = outcome.catch(() => undefined);
      return outcome;
    },
  };
}

/** What the engine does with a resource, in its order. */
function engineIn(provider: ProviderProcess, kind: string): KindEngine {
  async function checked(olds: Props, program: Props): Promise<Props> {
    const { inputs, failures } = await provider.check(kind, olds, program);
    if (failures.length > 0) throw new Error(JSON.stringify(failures));
    return inputs;
  }

  const self: KindEngine = {
    async create(program): Promise<State> {
      const inputs = await checked({}, program);
      const { id, properties } = await provider.create(kind, inputs);
      return { id, inputs, outs: properties };
    },
    async isSame({ id, inputs: olds, outs }, program) {
      const inputs = await checked(olds, program);
      return (await provider.diff(kind, id, outs, inputs)).changes === "none";
    },
    async update({ id, inputs: olds, outs }, program) {
      const inputs = await checked(olds, program);
      const { properties } = await provider.update(kind, id, outs, inputs);
      return { id, inputs, outs: properties };
    },
    async refresh({ id, outs }) {
      const live = await provider.read(kind, id, outs);
      if (live.id === "") return undefined;
      return { id, outs: live.properties, inputs: live.inputs ?? {} };
    },
    async drift(state) {
      const live = await self.refresh(state);
      if (!live) return ["gone"];
      const { changes } = await provider.diff(kind, state.id, live.outs, state.inputs);
      if (changes === "none") return [];
      const keys = Object.keys({ ...state.inputs, ...live.inputs });
      return keys.filter((key) => !isDeepStrictEqual(live.inputs[key], state.inputs[key]));
    },
    destroy: ({ id, outs }) => provider.delete(kind, id, outs),
  };
  return self;
}
