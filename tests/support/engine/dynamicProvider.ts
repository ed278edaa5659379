import { resolve } from "node:path";
import type { Props } from "../../../provider/shared/json";
import { providerText, typeToken } from "../../../provider/stateStrings";
import { type Adapter, callsIn, type ProviderProcess } from "./adapter";
import { type EngineServer, startEngineServer } from "./engineServer";
import { lazyPulumi } from "./environment";
import { type ResourceProvider, startResourceProvider } from "./resourceProvider";

/** The URN of a call, which the engine sends and the process ignores. */
export const dynamicSubject = (kind: string) => {
  const type = typeToken(kind);
  return { urn: `urn:pulumi:test::test::${type}::one`, type, name: "one" };
};

/** Pulumi's own dynamic-provider process, as the engine starts and configures it. */
export async function startDynamicProvider(
  environment: Record<string, string>,
  configuration: Props = {},
  engineAddress = "127.0.0.1:1",
): Promise<ResourceProvider> {
  const script = require.resolve("@pulumi/pulumi/cmd/dynamic-provider");
  const options = {
    cwd: resolve(__dirname, "../../.."),
    env: { PATH: process.env.PATH, PULUMI_NODEJS_PROJECT: "test", ...lazyPulumi, ...environment },
  };
  const provider = await startResourceProvider([script, engineAddress], options);
  const urn = "urn:pulumi:test::test::pulumi:providers:pulumi-nodejs::default";
  await provider.configure(urn, configuration);
  return provider;
}

export const dynamicAdapter: Adapter = {
  name: "dynamic",
  differences: {
    wrongSettingsFail: "every call",
    difference: "unknown",
  },
  async start(environment, configuration = {}) {
    // The engine sends the configuration of all packages.
    const args = mapKeys(configuration, (name) => `auth0:${name}`);
    const all = { ...args, "another:setting": "1" };
    const engine = await startEngineServer();
    return served(await startDynamicProvider(environment, all, engine.address), engine);
  },
};

function served(provider: ResourceProvider, engine: EngineServer): ProviderProcess {
  const oldInputs = () => undefined;
  const bag = (kind: string, props: Props): Props => ({
    ...props,
    __provider: providerText(kind),
  });
  /** Checks that every result has its request's `__provider`, which later runs need to read the state. */
  function plain(kind: string, { __provider, ...props }: Props): Props {
    if (__provider !== providerText(kind))
      throw new Error(`a result with the provider ${__provider}`);
    return props;
  }
  return {
    ...callsIn({ subject: dynamicSubject, sent: bag, received: plain, oldInputs }, provider),
    async previewCreate(kind, program) {
      await provider.check(dynamicSubject(kind), {}, bag(kind, program));
    },
    async check(kind, olds, news) {
      const before = Object.keys(olds).length > 0 ? bag(kind, olds) : {};
      const { inputs, failures } = await provider.check(
        dynamicSubject(kind),
        before,
        bag(kind, news),
      );
      return { inputs: plain(kind, inputs), failures };
    },
    async stop() {
      await provider.stop();
      engine.close();
      return provider.written.stdout + provider.written.stderr;
    },
  };
}

const mapKeys = (props: Props, change: (key: string) => string): Props =>
  Object.fromEntries(Object.entries(props).map(([key, value]) => [change(key), value]));
