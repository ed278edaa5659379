import { EventEmitter, once } from "node:events";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { CustomResourceOptions } from "@pulumi/pulumi";
import { EventStream, type EventStreamArgs, hooks, Provider } from "../../sdk";
import { chooseAdapter, resetAdapter } from "../../sdk/adapter";
import { selfSigned } from "../../tools/certificate";
import { addPlugin } from "../support/engine/pluginFolder";
import type { Run, TestStack } from "../support/engine/stack";
import { withTenant } from "../support/engine/tenantAndStack";
import { patienceMs } from "../support/jest/patience.cjs";
import { exitAndOutput, root, run } from "../support/project";
import { action, authorizations, webhook } from "../support/values/eventStream";

/**
 * Tests a stream's hooks with a tenant, a receiver, and the Pulumi engine. This process runs the programs,
 * because a CLI that the tests build has a language host without hooks.
 */

/** The status of the receiver's responses. */
let status: number;
/** The ids of the events that the receiver got. */
let received: string[];
let awaitsLook = false;
/** Emits `look` when a hook has looked at a delivery. */
const tenantLog = new EventEmitter();

const certificate = selfSigned();
const receiver = createServer(certificate, async (request, response) => {
  let body = "";
  for await (const part of request) body += part;
  received.push(JSON.parse(body).id);
  // A hook that has seen a delivery takes it for delivered as soon as it is gone, which saves seconds.
  if (awaitsLook) await once(tenantLog, "look");
  response.writeHead(status).end();
});

const engine = withTenant({
  delivery: { retryDelaysMs: [5, 10, 20], timeoutMs: patienceMs, ca: certificate.cert },
  log: ({ path }) => path.includes("/deliveries/") && tenantLog.emit("look"),
});

beforeAll(async () => {
  receiver.listen(0, "127.0.0.1");
  await once(receiver, "listening");
});
afterAll(() => {
  receiver.closeAllConnections();
  receiver.close();
});

const timeoutSeconds = patienceMs / 1000;

/** Options with the hooks of a program. */
const withHooks = (options: { provider?: Provider } = {}) => ({
  ...options,
  hooks: {
    afterCreate: [hooks.testDelivery({ eventType: "user.created", timeoutSeconds }, options)],
    beforeDelete: [hooks.keepFailedDeliveries("keep", options)],
  },
});

/** A program without the stream, and with its hook. */
const hooksOnly = async () => void withHooks();

function crm(destination: EventStreamArgs["destination"], options: CustomResourceOptions): void {
  const subscriptions = [{ eventType: "user.created" as const }];
  new EventStream("crm", { name: "crm", subscriptions, destination }, options);
}

const toReceiver = () => {
  const { port } = receiver.address() as AddressInfo;
  return webhook(authorizations.bearer, `https://127.0.0.1:${port}/crm`);
};

/** A run, and the requests of it that change something. */
async function during(work: () => Promise<Run>): Promise<Run & { sent: string[] }> {
  received = [];
  const { result, requests } = await engine.during(work);
  await engine.tenant.deliveriesDone();
  const sent = requests.filter((request) => !request.startsWith("GET"));
  return { ...result, sent: sent.map((request) => request.replace(/est_\w+/, "{id}")) };
}

const providerArguments = () => ({
  domain: String(engine.tenant.environment.AUTH0_DOMAIN),
  clientId: String(engine.tenant.environment.AUTH0_CLIENT_ID),
  clientSecret: String(engine.tenant.environment.AUTH0_CLIENT_SECRET),
});

const creation = ["POST /event-streams", "POST /event-streams/{id}/test"];
let stack: TestStack;
/** What the preview of a deletion that was stopped printed. */
let stopped: string;

test("up fails with the receiver's answer to the test event, and the stream stays in the state", async () => {
  status = 500;
  const settings = Object.entries(providerArguments());
  const configuration = settings.map(([name, value]) => [`auth0:${name}`, value]);
  stack = await engine.newStack({}, Object.fromEntries(configuration));
  const { code, text, sent } = await during(() =>
    stack.up(async () => crm(toReceiver(), withHooks())),
  );
  expect(code).toBe(1);
  expect(text).toMatch(
    /evt_\w+ wasn't delivered: failed after 4 attempts, the last with: Post "https:\S+": 500 Internal Server Error\./,
  );
  expect(sent).toEqual(creation);
  expect([received.length, new Set(received).size]).toEqual([4, 1]);
  const { resources } = await stack.state();
  expect(resources.map(({ id }) => id)).toContain([...engine.tenant.streams.keys()][0]);
});

test("a replacement and a deletion stop while the stream has failed deliveries", async () => {
  const failed = /Deleting the stream est_\w+ would lose 1 failed delivery/;
  const replaced = await during(() => stack.up(async () => crm(action(), withHooks())));
  const deleted = await during(() => stack.preview(hooksOnly));
  stopped = deleted.text;
  expect(replaced).toMatchObject({ code: 1, sent: [], text: expect.stringMatching(failed) });
  expect(deleted).toMatchObject({ code: 1, sent: [], text: expect.stringMatching(failed) });
});

test("after the redelivery that the message names, the deletion goes through", async () => {
  status = 204;
  const [, command = ""] =
    /`npx --no-install pulumi-auth0-native (deliveries redeliver est_\w+)`/.exec(stopped) ?? [];
  const environment = { ...stack.env, ...engine.tenant.environment };
  const words = [join(root, "cli.js"), ...command.split(" "), "--yes"];
  const redelivered = await run(process.execPath, words, stack.home, environment);
  expect(exitAndOutput(redelivered)).toMatch(/^exit code 0/);
  await engine.tenant.deliveriesDone();
  const { code, sent } = await during(() => stack.up(hooksOnly));
  expect([code, sent]).toEqual([0, ["DELETE /event-streams/{id}"]]);
});

test("with the plugin, up tests an enabled stream, and warns about a disabled one", async () => {
  awaitsLook = true;
  stack = await engine.newStack({});
  addPlugin({ folder: stack.home });
  const program = async () => {
    resetAdapter();
    chooseAdapter("pulumi-auth0-native/plugin");
    const provider = new Provider("own", providerArguments());
    const options = withHooks({ provider });
    crm(toReceiver(), options);
    new EventStream("paused", { destination: action(), status: "disabled" }, options);
  };
  const { code, sent, text } = await during(() => stack.up(program));
  expect([code, sent.sort(), received.length]).toEqual([0, [creation[0], ...creation], 1]);
  expect(text).toContain(
    `EventStream "paused" is disabled, so Auth0 doesn't send it a test event.`,
  );
});

test("destroy runs the hook with --run-program, and without it does nothing", async () => {
  const without = await during(() => stack.destroy());
  expect(without).toMatchObject({ code: 1, sent: [] });
  expect(without.text).toContain("must run with the `--run-program` flag to use delete hooks");
  const { code, sent } = await during(() => stack.destroy("--run-program"));
  expect([code, sent]).toEqual([0, Array(2).fill("DELETE /event-streams/{id}")]);
});
