import { expect, test } from "@jest/globals";
import { providerText } from "../../provider/stateStrings";
import { dynamicSubject, startDynamicProvider } from "../support/engine/dynamicProvider";
import { configurePlugin, pluginMain, pluginSubject } from "../support/engine/pluginProvider";
import {
  afterTest,
  configurationOf,
  refused,
  startServer,
} from "../support/engine/providerProcess";
import { type ResourceProvider, startResourceProvider } from "../support/engine/resourceProvider";
import { push, serverCredentials } from "../support/values/guardianFcmv1Provider";

// The engine starts a process for each Provider, and passes its address to all of them.

const kind = "GuardianFcmv1Provider";
const engines = ["127.0.0.1:1", "127.0.0.1:2"] as const;
const id = "fcmv1";

const adapters = {
  dynamic: {
    subject: dynamicSubject(kind),
    bag: { ...push(), __provider: providerText(kind) },
  },
  plugin: { subject: pluginSubject(kind), bag: push() },
};
type AdapterName = keyof typeof adapters;

/** Two processes with the same tenant, and the engine's calls to them. */
async function startBoth(old: AdapterName, oldEngine: string = engines[0], environment = {}) {
  const server = await startServer();
  const start = async (adapter: AdapterName, engine: string): Promise<ResourceProvider> => {
    const env = { ...server.environment, ...environment };
    if (adapter === "dynamic") return startDynamicProvider(env, {}, engine);
    const plugin = await startResourceProvider([pluginMain, engine], { env });
    await configurePlugin(plugin, configurationOf(server));
    return plugin;
  };
  const [deleting, declaring] = [await start(old, oldEngine), await start("dynamic", engines[0])];
  for (const process of [deleting, declaring]) afterTest(() => process.stop());
  const { subject, bag } = adapters.dynamic;
  const sent = () => server.requests.flatMap(({ kind, body }) => (kind === "api" ? [body] : []));
  return {
    declaring,
    sent,
    create: async () => {
      const { inputs } = await declaring.check(subject, {}, bag);
      await declaring.create(subject, inputs);
    },
    remove: () => {
      const { subject: removed, bag: outputs } = adapters[old];
      return deleting.delete(removed, id, { ...outputs, tenant: server.domain }, outputs);
    },
  };
}

const [set, cleared] = [serverCredentials, null].map((text) => ({ server_credentials: text }));

test.each(["dynamic", "plugin"] as const)(
  "credentials that another Provider declares stay when the %s one is removed, for one run",
  async (old) => {
    const { create, remove, sent, declaring } = await startBoth(old);
    await create();
    await remove();
    expect(sent()).toEqual([set]);
    await declaring.stop();
    await remove();
    expect(sent()).toEqual([set, cleared]);
  },
);

test("credentials that the run of another engine declares are cleared", async () => {
  const { create, remove, sent } = await startBoth("dynamic", engines[1]);
  await create();
  await remove();
  expect(sent()).toEqual([set, cleared]);
});

test("a removal fails without a request if the processes of a run can't share a folder", async () => {
  const { create, remove, sent } = await startBoth("dynamic", engines[0], { TMPDIR: "/dev/null" });
  await create();
  const { message } = await refused(remove());
  expect(message).toMatch(
    /^Couldn't determine whether the program still declares a GuardianFcmv1Provider: .*\. Nothing was sent\.\nSet TMPDIR to /,
  );
  expect(sent()).toEqual([set]);
});
