import { resolve } from "node:path";
import { resourceSchema } from "../../../provider/schema/packageSchema";
import { isObject, type Json, type Props } from "../../../provider/shared/json";
import { type Adapter, callsIn, type ProviderProcess } from "./adapter";
import { type LogLine, startEngineServer } from "./engineServer";
import { type ResourceProvider, startResourceProvider } from "./resourceProvider";
import { marked, unmarked, unmarkedSecrets } from "./secretValues";

/** The compiled program that the package's executable runs. */
export const pluginMain = resolve(__dirname, "../../../bin/provider/adapters/plugin/main.js");

export const pluginSubject = (kind: string, name = "one") => {
  const type = `auth0-native:index:${kind}`;
  return { urn: `urn:pulumi:test::test::${type}::${name}`, type, name };
};

/** The engine adds the version to the name of a package's default provider. */
export const defaultProviderUrn =
  "urn:pulumi:test::test::pulumi:providers:auth0-native::default_0_1_0";
export const explicitProviderUrn = "urn:pulumi:test::test::pulumi:providers:auth0-native::eu";

export interface Plugin extends Omit<ResourceProvider, "stop"> {
  /** The messages to the user. */
  lines: LogLine[];
  /** Ends the process, and returns its output and its messages to the user. */
  stop(): Promise<string>;
}

/** A process that is not configured yet. */
export async function startPlugin(environment: Record<string, string> = {}): Promise<Plugin> {
  const engine = await startEngineServer();
  const options = { env: { PATH: process.env.PATH, ...environment } };
  const provider = await startResourceProvider([pluginMain, engine.address], options);
  return {
    ...provider,
    lines: engine.lines,
    async stop() {
      await provider.stop();
      engine.close();
      const { stdout, stderr } = provider.written;
      // The engine reads a port there, and does not show users the rest.
      if (!/^\d+\n$/.test(stdout)) throw new Error(`stdout is not a port alone: ${stdout}`);
      return stderr + engine.text();
    },
  };
}

/** A configured process. It has ended if its settings are rejected. */
export async function startConfiguredPlugin(
  environment: Record<string, string>,
  configuration: Props,
  urn = defaultProviderUrn,
): Promise<Plugin> {
  const plugin = await startPlugin(environment);
  try {
    await configurePlugin(plugin, configuration, urn);
  } catch (error) {
    await plugin.stop();
    throw error;
  }
  return plugin;
}

/** Configures it as the engine does, with arguments and also with variables in the old form. */
export async function configurePlugin(
  plugin: Pick<ResourceProvider, "configure">,
  configuration: Props,
  urn = defaultProviderUrn,
): Promise<void> {
  const text = (value: Json) => (isObject(value) ? JSON.stringify(value) : String(value));
  const variables = Object.entries(unmarked(configuration)).map(([name, value]) => [
    `auth0-native:config:${name}`,
    text(value ?? null),
  ]);
  await plugin.configure(urn, configuration, Object.fromEntries(variables));
}

export const pluginAdapter: Adapter = {
  name: "plugin",
  differences: {
    wrongSettingsFail: "configure",
    difference: "some",
  },
  async start(environment, configuration = {}) {
    const urn = "environmentPrefix" in configuration ? explicitProviderUrn : defaultProviderUrn;
    return served(await startConfiguredPlugin(environment, configuration, urn));
  },
};

/** Marks the secrets that a check marks, as the engine does, and checks the marks of results. */
function served(plugin: Plugin): ProviderProcess {
  function plain(kind: string, props: Props): Props {
    const missed = unmarkedSecrets(kind, props);
    if (missed.length > 0) throw new Error(`not marked as secret: ${missed.join(", ")}`);
    return unmarked(props);
  }
  const form = { subject: pluginSubject, sent: marked, received: plain, oldInputs: inputsOf };
  return {
    ...callsIn(form, plugin),
    async previewCreate(kind, program) {
      const { inputs } = await plugin.check(pluginSubject(kind), {}, program);
      await plugin.create(pluginSubject(kind), inputs, true);
    },
    async check(kind, olds, news) {
      const before = marked(kind, olds);
      const { inputs, failures } = await plugin.check(pluginSubject(kind), before, news);
      // Rejected inputs are not stored.
      return { inputs: failures.length > 0 ? unmarked(inputs) : plain(kind, inputs), failures };
    },
    stop: () => plugin.stop(),
  };
}

/** The inputs that a state has beside these outputs. */
function inputsOf(kind: string, outputs: Props): Props {
  const { properties } = resourceSchema(kind).inputs;
  const inputs = Object.entries(outputs).filter(([key]) => key in properties);
  return marked(kind, Object.fromEntries(inputs));
}
