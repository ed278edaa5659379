import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import * as pulumi from "@pulumi/pulumi";
import * as settings from "@pulumi/pulumi/runtime/settings";
import { lifecycle } from "../../../provider/lifecycle/resource";
import * as definitions from "../../../provider/resources";
import type { Props } from "../../../provider/shared/json";
import * as defaultPath from "../../../sdk";
import {
  type EventKind,
  EventStream,
  GuardianFcmv1Provider,
  getDeliveries,
  hooks,
  Provider,
  RateLimitPolicy,
} from "../../../sdk";
import {
  type AdapterPath,
  chooseAdapter,
  currentAdapter,
  resetAdapter,
} from "../../../sdk/adapter";
import { resetDisplayedErrors } from "../../../sdk/displayErrors";
import { secret } from "../../support/engine/secretValues";
import { action, authorizations, canaries, webhook } from "../../support/values/eventStream";
import { serverCredentials } from "../../support/values/guardianFcmv1Provider";
import { policyFor } from "../../support/values/rateLimitPolicy";
import { mockEngine } from "./program";
import { runProgram } from "./registrations";

const limit = policyFor("default", { action: "block", limit: 1 });
const stream = { name: "crm", destination: webhook(authorizations.basic) };

beforeEach(() => {
  resetAdapter();
  resetDisplayedErrors();
});
afterEach(() => {
  jest.restoreAllMocks();
});

/** The errors that a program shows when the engine runs it, which mocks do not show. */
function shownErrors(show: (message: string) => Promise<void> = async () => undefined) {
  jest.spyOn(settings, "getEngine").mockReturnValue({} as never);
  return jest.spyOn(pulumi.log, "error").mockImplementation(show);
}

/** The registrations of a program with one of the import paths, by name. */
async function registered(
  path: AdapterPath | undefined,
  program: () => unknown,
  config?: Record<string, string>,
  secretKeys?: string[],
) {
  if (path) chooseAdapter(path);
  const registrations = await runProgram(program, config, secretKeys);
  return Object.fromEntries(registrations.map((each) => [each.name, each]));
}

const plugin = "pulumi-auth0-native/plugin";
const dynamic = "pulumi-auth0-native/dynamic";

test.each([
  [plugin, dynamic],
  [dynamic, plugin],
] as const)(
  "%s has the exports of pulumi-auth0-native, and chooses its own adapter",
  (path, other) => {
    const loaded = require(`../../../sdk/${path.split("/")[1]}`);
    expect(Object.keys(loaded).sort()).toEqual(Object.keys(defaultPath).sort());
    for (const [name, value] of Object.entries(defaultPath)) expect(loaded[name]).toBe(value);
    expect(() => chooseAdapter(other)).toThrow(`imports both ${path} and ${other}`);
  },
);

test.each<[AdapterPath | undefined, Record<string, string>, boolean]>([
  [undefined, { "auth0:unknownValues": "warn" }, false],
  [plugin, { "auth0-native:unknownValues": "warn" }, false],
  [dynamic, {}, true],
])(
  "%s leaves unknown kinds of events to the provider with %j",
  async (path, config, isExplicit) => {
    const eventType = "user.crated" as EventKind;
    const { crm } = await registered(
      path,
      () => {
        const opts = isExplicit ? { provider: new Provider("eu", { domain: "a.auth0.com" }) } : {};
        hooks.testDelivery({ eventType }, opts);
        new EventStream("crm", { ...stream, subscriptions: [{ eventType }] }, opts);
      },
      config,
    );
    expect(crm?.inputs.subscriptions).toEqual([{ eventType }]);
  },
);

describe("a resource of pulumi-auth0-native", () => {
  test("is registered with the code of its provider, and without an alias or a provider", async () => {
    const { limit: registration } = await registered(
      undefined,
      () => new RateLimitPolicy("limit", limit),
      { "auth0:domain": "example.auth0.com" },
    );
    expect(registration).toMatchObject({
      type: "pulumi-nodejs:dynamic/auth0-native:RateLimitPolicy",
      inputs: {
        ...limit,
        __provider:
          'exports.handler = () => require("pulumi-auth0-native/provider").rateLimitPolicy;',
      },
      provider: "",
      aliases: [],
    });
  });

  test("of /dynamic has the plugin's type as an alias, and is the same otherwise", async () => {
    const program = () => new EventStream("crm", stream, { aliases: [{ name: "old" }] });
    const { crm: before } = await registered(undefined, program);
    resetAdapter();
    const { crm } = await registered(dynamic, program);
    expect(before?.aliases).toEqual([{ name: "old", type: "", urn: "" }]);
    expect(crm).toEqual({ ...before, aliases: expect.anything() });
    expect(crm?.aliases).toEqual([
      { name: "", type: "auth0-native:index:EventStream", urn: "" },
      { name: "old", type: "", urn: "" },
      { name: "old", type: "auth0-native:index:EventStream", urn: "" },
    ]);
  });
});

// The engine calls no check while a Provider is unknown, and then compares what is registered with the state.
test.each([undefined, plugin] as const)(
  "inputs are registered as a check returns them: with defaults and sorted sets (%s)",
  async (path) => {
    const subscriptions = [{ eventType: "user.updated" }, { eventType: "user.created" }] as const;
    const args = { destination: action(), subscriptions: [...subscriptions] };
    const { inputs } = lifecycle(definitions.eventStream).check(undefined, args as object as Props);
    const sorted = subscriptions.toReversed();
    expect(inputs).toEqual({ ...args, status: "enabled", subscriptions: sorted });
    const registrations = await registered(path, () => {
      const unset = { name: null, status: null } as object;
      new EventStream("known", args);
      new EventStream("unset", { ...args, ...unset });
      new EventStream("output", {
        ...args,
        subscriptions: pulumi.secret(args.subscriptions),
        status: pulumi.output(undefined),
      });
      const items = subscriptions.map((item) => pulumi.output(item));
      new EventStream("items", { ...args, subscriptions: items, status: "disabled" });
    });
    const all = Object.entries(registrations).map(([name, { inputs }]) => {
      const { __provider, ...others } = inputs;
      return [name, others];
    });
    expect(Object.fromEntries(all)).toEqual({
      known: inputs,
      unset: inputs,
      output: { ...inputs, subscriptions: secret(sorted) },
      items: { ...args, status: "disabled" },
    });
  },
);

// With these options, the engine replaces an object without asking the provider in which order.
test.each([undefined, plugin] as const)(
  "an object with a natural key is deleted before an option replaces it (%s)",
  async (path) => {
    const registrations = await registered(path, () => {
      const other = new EventStream("other", { destination: action() });
      const options: pulumi.CustomResourceOptions[] = [
        { replacementTrigger: pulumi.output(1) },
        { replaceWith: [other] },
        { deletedWith: other },
        { replaceOnChanges: ["name"] },
        { replacementTrigger: 1, deleteBeforeReplace: false },
      ];
      for (const [index, opts] of options.entries())
        new EventStream(`named ${index}`, { ...stream, name: pulumi.output(`${index}`) }, opts);
      new EventStream("unnamed", { destination: action() }, { replacementTrigger: 1 });
      new GuardianFcmv1Provider("push", { serverCredentials }, { replacementTrigger: 1 });
    });
    const orders = Object.entries(registrations).map(([name, one]) => [
      name,
      one.deleteBeforeReplace,
    ]);
    expect(Object.fromEntries(orders)).toEqual({
      ...{ "named 0": true, "named 1": true, "named 2": true, "named 4": false },
    });
  },
);

describe("a resource of pulumi-auth0-native/plugin", () => {
  test("is registered with only its inputs, marked secrets, and its dynamic type as an alias", async () => {
    const { crm, child } = await registered(plugin, () => {
      const parent = new EventStream("crm", stream);
      new RateLimitPolicy("child", limit, { parent });
    });
    expect(child?.inputs).toEqual(limit);
    expect(crm).toMatchObject({
      type: "auth0-native:index:EventStream",
      aliases: [{ name: "", type: "pulumi-nodejs:dynamic/auth0-native:EventStream", urn: "" }],
      provider: "",
      version: "0.1.0",
      pluginDownloadUrl: "github://api.github.com/pulumi-auth0-native/pulumi-auth0-native",
    });
    expect(crm?.inputs).toEqual({
      name: "crm",
      status: "enabled",
      destination: {
        type: "webhook",
        configuration: {
          webhookEndpoint: "https://hooks.example.com/auth0",
          webhookAuthorization: {
            method: "basic",
            username: "tenant",
            password: secret(canaries.password),
          },
        },
      },
    });
  });

  test("whose program renames it too is found by its former name and its former type", async () => {
    const urn = "urn:pulumi:stack::project::a:b:C::crm";
    const { crm } = await registered(
      plugin,
      () =>
        new EventStream("crm", stream, {
          aliases: [{ name: "old" }, { type: "a:b:C" }, urn, pulumi.output({ name: "later" })],
        }),
    );
    const type = "pulumi-nodejs:dynamic/auth0-native:EventStream";
    expect(crm?.aliases).toEqual([
      { name: "", type, urn: "" },
      { name: "old", type: "", urn: "" },
      { name: "", type: "a:b:C", urn: "" },
      { name: "", type: "", urn },
      { name: "later", type: "", urn: "" },
      { name: "old", type, urn: "" },
    ]);
  });

  test("takes the option import", async () => {
    const id = "rlp_0123456789012345678901";
    const { limit: imported } = await registered(
      plugin,
      () => new RateLimitPolicy("limit", limit, { import: id }),
    );
    expect(imported).toMatchObject({ importId: id, inputs: limit });
  });

  test("that is only read is read without inputs", async () => {
    const { crm } = await registered(plugin, () => EventStream.get("crm", `est_${"a".repeat(22)}`));
    expect(crm).toMatchObject({ type: "auth0-native:index:EventStream", inputs: {} });
  });

  test("has the values that the plugin returns, and no code of a provider", async () => {
    let made: RateLimitPolicy | undefined;
    let selector: string | undefined;
    await registered(plugin, () => {
      made = new RateLimitPolicy("limit", limit);
      made.consumerSelector.apply((value) => {
        selector = value;
      });
    });
    expect(selector).toBe("default");
    expect(made).not.toHaveProperty("__provider");
  });

  test("is rejected as a duplicate in its tenant, by the provider that it gets", async () => {
    const errors = shownErrors();
    const credentials = { serverCredentials: serverCredentials };
    await registered(plugin, () => {
      const provider = new Provider("eu", { environmentPrefix: "EU_" });
      new GuardianFcmv1Provider("one", credentials);
      new GuardianFcmv1Provider("eu-one", credentials, { provider });
      new GuardianFcmv1Provider("two", credentials);

      EventStream.get("read", `est_${"a".repeat(22)}`);
      for (const name of ["unnamed", "another"]) new EventStream(name, { destination: action() });
      new EventStream("crm", stream);
      new EventStream("eu-crm", stream, { provider });
      new EventStream("ignored", stream, { ignoreChanges: ["name"] });
      new EventStream("later", { ...stream, name: pulumi.output("crm") });
      new EventStream("second", stream);
      new RateLimitPolicy("limit", limit);
      new RateLimitPolicy("other", { ...limit, consumerSelector: "cimd_clients" });
      new RateLimitPolicy("same", { ...limit, configuration: { action: "allow" } });
    });
    const key = "the same resource, consumer, and consumerSelector";
    expect(errors.mock.calls.map(([message]) => message.split(" in this tenant")[0])).toEqual([
      'GuardianFcmv1Provider "two": it manages the same object as "one"',
      'EventStream "second": it has the same name as "crm"',
      `RateLimitPolicy "same": it has ${key} as "limit"`,
    ]);
  });
});

test("errors are shown before resources are registered, and invalid ones carry a marker (/plugin)", async () => {
  const order: string[] = [];
  shownErrors(async (message) => {
    await new Promise(setImmediate);
    order.push(message);
  });
  const program = () => {
    new EventStream("valid", { name: "crm", destination: action() });
    new EventStream("wrong", {} as never, { import: "est_0123456789012345678901" });
  };
  chooseAdapter(plugin);
  const registrations = await runProgram(program, {}, [], (name) => order.push(name));
  const [first, ...registered] = order;
  expect(first).toBe('EventStream "wrong": destination is required');
  expect(registered.sort()).toEqual(["valid", "wrong"]);
  expect(registrations.find(({ name }) => name === "wrong")).toMatchObject({
    inputs: { __told: true },
    importId: "",
  });
});

const transformed = {
  "a resource": (transformations: pulumi.ResourceTransformation[]) => ({ transformations }),
  "a component": (transformations: pulumi.ResourceTransformation[]) => ({
    parent: new pulumi.ComponentResource("test:Group", "group", {}, { transformations }),
  }),
  "the stack": ([each]: pulumi.ResourceTransformation[]) => {
    if (each) pulumi.runtime.registerStackTransformation(each);
    return {};
  },
};

describe.each(Object.entries(transformed))("the transformations of %s", (_of, optionsWith) => {
  test("set inputs and the provider before the constructor checks them", async () => {
    const errors = shownErrors();
    const { crm, second } = await registered(
      plugin,
      () => {
        const provider = new Provider("eu", { environmentPrefix: "EU_" });
        new EventStream("first", stream);
        const fill: pulumi.ResourceTransformation = ({ props, opts }) => ({
          props: { ...stream, ...props },
          opts: { ...opts, provider: opts.provider ?? provider },
        });
        const options = optionsWith([fill]);
        new EventStream("crm", {} as never, options);
        new EventStream("second", { destination: action(), name: "other" }, options);
      },
      { "auth0:domain": "example.auth0.com" },
    );
    expect(errors.mock.calls).toEqual([]);
    expect(crm?.provider).toContain("::eu::");
    expect(crm?.inputs).toMatchObject({
      destination: {
        configuration: { webhookAuthorization: { password: secret(canaries.password) } },
      },
    });
    expect(second?.inputs).toEqual({ name: "other", destination: action(), status: "enabled" });
  });

  test("are named with the property that they add by mistake", async () => {
    const errors = shownErrors();
    await registered(plugin, () => {
      const options = optionsWith([({ props, opts }) => ({ props: { ...props, tags: {} }, opts })]);
      new EventStream("crm", stream, options);
    });
    expect(errors.mock.calls).toEqual([
      [expect.stringContaining('EventStream "crm": tags is not a property')],
    ]);
  });
});

// The engine runs them later, also for the children of a component.
test.each(["transforms", "a component", "a component in a component"])(
  "what the option transforms of %s may still set is left to the provider's check",
  async (of) => {
    const errors = shownErrors();
    await registered(dynamic, () => {
      const group = (opts: pulumi.ComponentResourceOptions) =>
        new pulumi.ComponentResource("test:Group", `group ${nextGroup++}`, {}, opts);
      let nextGroup = 0;
      new Provider("first", { domain: "a.auth0.com" });
      const makeAll = (opts: pulumi.CustomResourceOptions) => {
        const eventType = "user.crated" as EventKind;
        new EventStream("unfinished", { name: "" } as never, opts);
        new EventStream("unheard", { ...stream, subscriptions: [{ eventType }] }, opts);
        new EventStream("second", stream, opts);
        new GuardianFcmv1Provider("push", { serverCredentials }, opts);
        new GuardianFcmv1Provider("other", { serverCredentials }, opts);
      };
      const transforms = [() => undefined];
      if (of === "transforms") return makeAll({ transforms });
      const outer = group({ transforms });
      makeAll({ parent: of === "a component" ? outer : group({ parent: outer }) });
    });
    const found = errors.mock.calls.map(([message]) => message);
    expect(found).toEqual(['EventStream "unfinished": name must have 1 to 128 characters, not 0']);
  },
);

test("a component without transforms leaves nothing to the provider's check", async () => {
  const errors = shownErrors();
  await registered(dynamic, () => {
    new Provider("first", { domain: "a.auth0.com" });
    const setLater: pulumi.ResourceTransformation = ({ type, props, opts }) =>
      type === "test:Late"
        ? { props, opts: { ...opts, transforms: [() => undefined] } }
        : undefined;
    pulumi.runtime.registerStackTransformation(setLater);
    for (const type of ["test:Plain", "test:Late"]) {
      const parent = new pulumi.ComponentResource(type, type);
      new EventStream(`${type} unfinished`, {} as never, { parent });
    }
  });
  expect(errors.mock.calls).toEqual([
    ['EventStream "test:Plain unfinished": destination is required'],
  ]);
});

test("a wrong resource in a unit test with Pulumi's mocks throws", async () => {
  await registered(undefined, () => {
    expect(() => new EventStream("crm", {} as never)).toThrow(
      'EventStream "crm": destination is required',
    );
  });
});

test("a program's errors keep their stack traces, although its resources take none", async () => {
  await registered(undefined, () => {
    const fail = () => {
      throw new Error("in a transformation");
    };
    new EventStream("crm", stream);
    const stackOfError = (opts: pulumi.CustomResourceOptions): unknown => {
      try {
        return new EventStream("wrong", {} as never, opts);
      } catch (error) {
        return (error as Error).stack;
      }
    };
    const stacks = [stackOfError({}), stackOfError({ transformations: [fail] })];
    const here = expect.stringContaining("plugin.test");
    expect([...stacks, new Error("of the program").stack]).toEqual([here, here, here]);
  });
});

test.each([
  [undefined, "pulumi-nodejs:dynamic/auth0-native:", "pulumi:providers:pulumi-nodejs"],
  [plugin, "auth0-native:index:", "pulumi:providers:auth0-native"],
] as const)("classes know their own type and instances (%s)", async (path, prefix, provider) => {
  const classes = { EventStream, RateLimitPolicy, GuardianFcmv1Provider, Provider };
  await registered(path, () => {
    const made = [
      new EventStream("crm", stream),
      new RateLimitPolicy("limit", limit),
      new GuardianFcmv1Provider("push", { serverCredentials }),
      new Provider("eu"),
    ];
    const names = made.map((one) =>
      Object.entries(classes).flatMap(([name, each]) => (each.isInstance(one) ? [name] : [])),
    );
    expect(names).toEqual(Object.keys(classes).map((name) => [name]));
  });
  // @pulumi/policy runs a policy by class for the resources of this type.
  expect(Object.values(classes).map(({ __pulumiType }) => __pulumiType)).toEqual([
    ...["EventStream", "RateLimitPolicy", "GuardianFcmv1Provider"].map((name) => prefix + name),
    provider,
  ]);
  expect(Object.values(classes).some((each) => each.isInstance(undefined))).toBe(false);
});

test("only a value in ignoreChanges that is sent with what is not ignored is warned of", async () => {
  const warn = jest.spyOn(pulumi.log, "warn").mockResolvedValue();
  const path = "destination.configuration.webhookAuthorization.password";
  await registered(undefined, () => {
    for (const name of [path, "*", "destination", "destination.*", "name"]) {
      new EventStream(name, { ...stream, name }, { ignoreChanges: [name] });
    }
    new RateLimitPolicy("limit", limit, { ignoreChanges: ["configuration.limit"] });
    const push = { ignoreChanges: ["serverCredentials"] };
    new GuardianFcmv1Provider("push", { serverCredentials }, push);
  });
  expect(warn.mock.calls).toEqual([
    [
      `EventStream "${path}": ignoreChanges covers ${path}. If it is changed outside Pulumi, the next change to destination overwrites it with the old value from the state. Remove it from ignoreChanges, or ignore all of "destination".`,
    ],
    [
      'RateLimitPolicy "limit": ignoreChanges covers configuration.limit. If it is changed outside Pulumi, the next change to configuration overwrites it with the old value from the state. Run `pulumi up --refresh`, or ignore all of "configuration".',
    ],
  ]);
});

test("two copies of the package in one program share the adapter", () => {
  chooseAdapter(plugin);
  jest.isolateModules(() => {
    const copy = require("../../../sdk/adapter") as typeof import("../../../sdk/adapter");
    expect(copy.currentAdapter).not.toBe(currentAdapter);
    expect(copy.currentAdapter().servedBy).toBe("plugin");
    expect(() => copy.chooseAdapter(dynamic)).toThrow(`imports both ${plugin} and ${dynamic}`);
  });
});

describe("a Provider", () => {
  const args = {
    domain: "example.auth0.com",
    clientId: "id",
    clientSecret: "canary",
    maxConcurrency: 2,
    requestsPerSecond: pulumi.output(1.5),
  };

  test("of pulumi-auth0-native/plugin has the inputs of the plugin's schema, its secrets marked", async () => {
    const { eu, us } = await registered(plugin, () => {
      new Provider("eu", args);
      new Provider("us", { environmentPrefix: "US_" });
    });
    expect(eu).toMatchObject({ type: "pulumi:providers:auth0-native", aliases: [] });
    expect(eu?.inputs).toEqual({ ...args, clientSecret: secret("canary"), requestsPerSecond: 1.5 });
    expect(us?.inputs).toEqual({ environmentPrefix: "US_" });
  });

  test.each([undefined, dynamic] as const)(
    "of the dynamic provider has configuration keys (%s)",
    async (path) => {
      const { eu } = await registered(path, () => new Provider("eu", args));
      expect(eu?.type).toBe("pulumi:providers:pulumi-nodejs");
      expect(eu?.inputs).toEqual({
        "auth0:domain": "example.auth0.com",
        "auth0:clientId": "id",
        "auth0:clientSecret": secret("canary"),
        "auth0:maxConcurrency": 2,
        "auth0:requestsPerSecond": 1.5,
        "auth0:environmentPrefix": "",
      });
    },
  );

  test.each([undefined, plugin] as const)("without arguments has no inputs (%s)", async (path) => {
    const { eu } = await registered(path, () => new Provider("eu"));
    expect(eu?.inputs).toEqual({});
  });

  test("whose arguments are all undefined is rejected", async () => {
    const named = { domain: undefined, clientId: undefined } as object;
    await registered(plugin, () => {
      expect(() => new Provider("eu", named)).toThrow(
        'Provider "eu": all of its arguments are undefined. To read the AUTH0_* environment variables, pass no arguments',
      );
    });
  });

  test("whose only argument is an undefined Output has an input, so it does not read AUTH0_*", async () => {
    const environmentPrefix = pulumi.output<string | undefined>(undefined) as pulumi.Output<string>;
    const { eu } = await registered(plugin, () => new Provider("eu", { environmentPrefix }));
    expect(eu?.inputs).toEqual({ environmentPrefix: null });
  });

  test("with envVarMappings is rejected by functions, which the mapping does not reach", async () => {
    let provider: Provider | undefined;
    await registered(plugin, () => {
      const envVarMappings = { EU_AUTH0_DOMAIN: "AUTH0_DOMAIN" };
      provider = new Provider("eu", {}, { envVarMappings });
    });
    await mockEngine();
    const listed = getDeliveries({ eventStreamId: "est_1" }, { provider: provider as Provider });
    await expect(listed).rejects.toThrow("Set environmentPrefix on the Provider instead");
  });

  test.each([undefined, plugin] as const)(
    "has the same configuration for getDeliveries (%s)",
    async (path) => {
      let configuration: unknown;
      await registered(path, () => {
        new Provider("eu", { domain: "example.auth0.com" }).configuration.apply((values) => {
          configuration = values;
        });
      });
      expect(configuration).toEqual({
        "auth0:domain": "example.auth0.com",
        "auth0:environmentPrefix": "",
      });
    },
  );
});
