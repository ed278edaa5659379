import { readFileSync, writeFileSync } from "node:fs";
import { request } from "node:https";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, jest, test } from "@jest/globals";
import ts from "typescript";
import { registerDeliveries } from "../../../cli/deliveries/register";
import { Command } from "../../../cli/shared/commandLine";
import { startTenant, type Tenant } from "../../../emulator/src";
import { runCommand } from "../../../emulator/src/cli/runCommand";
import * as sdk from "../../../sdk";
import { selfSigned } from "../../../tools/certificate";
import { blockWith, readPage } from "../../support/guides";
import { captureOutput } from "../../support/pipelines/printed";
import { removeTemporaryFolders, root, temporaryFolder } from "../../support/project";

// The pages on deliveries, followed against an emulated tenant. Commands that name a stack are only parsed.

const runbook = "docs/deliveries.md";
const reference = "docs/reference/hooks.md";
const example = "examples/receiver/README.md";

/** The words of each command in a text, without a comment, or the file to which a shell redirects its output. */
const commandsIn = (text: string, command: string): string[][] =>
  [...text.matchAll(new RegExp(`npx (?:--no-install )?${command} (.*)$`, "gm"))].map(
    ([, line = ""]) =>
      line
        .replace(/ +[>#] .*/, "")
        .split(" ")
        .map((word) => word.replaceAll('"', "")),
  );

const deliveriesCommands = [runbook, reference, example, "docs/alerts.md"]
  .flatMap((page) => commandsIn(readPage(page), "pulumi-auth0-native"))
  .filter(([name]) => name === "deliveries");

/** `pulumi-auth0-native deliveries`; `run` replaces what its commands do. */
function deliveriesProgram(run?: () => void): Command {
  const program = new Command();
  registerDeliveries(program);
  const [deliveries] = program.commands;
  for (const command of [program, ...program.commands, ...(deliveries?.commands ?? [])]) {
    command.exitOverride();
  }
  if (run) for (const command of deliveries?.commands ?? []) command.action(run);
  return program;
}

test.each(deliveriesCommands.map((words) => ({ words, text: words.join(" ") })))(
  "pulumi-auth0-native accepts: $text",
  async ({ words }) => {
    const run = jest.fn();
    await deliveriesProgram(run).parseAsync(words, { from: "user" });
    expect(run).toHaveBeenCalledTimes(1);
  },
);

/** Runs work with a tenant's environment variables. */
async function inEnvironment<Result>(
  variables: Record<string, string>,
  run: () => Promise<Result> | undefined,
): Promise<Result | undefined> {
  Object.assign(process.env, variables);
  try {
    return await run();
  } finally {
    for (const name of Object.keys(variables)) delete process.env[name];
  }
}

/** Runs a command in this process, and returns its exit code. */
async function deliveries(words: string[], environment: Record<string, string>) {
  captureOutput();
  try {
    await inEnvironment(environment, () => deliveriesProgram().parseAsync(words, { from: "user" }));
    return Number(process.exitCode ?? 0);
  } finally {
    jest.restoreAllMocks();
    process.exitCode = undefined;
  }
}

let tenant: Tenant;

beforeAll(async () => {
  tenant = await startTenant();
});
afterAll(() => tenant.close());

/** Creates a stream as a client of the API, and returns its id. */
async function createStream(environment: Record<string, string>, name: string, endpoint: string) {
  const { AUTH0_DOMAIN, AUTH0_CLIENT_ID, AUTH0_CLIENT_SECRET } = environment;
  const post = async (path: string, body: object, token = "") => {
    const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
    const init = { method: "POST", headers, body: JSON.stringify(body) };
    const response = await fetch(`${AUTH0_DOMAIN}${path}`, init);
    return (await response.json()) as Record<string, string>;
  };
  const { access_token: token } = await post("/oauth/token", {
    grant_type: "client_credentials",
    client_id: AUTH0_CLIENT_ID,
    client_secret: AUTH0_CLIENT_SECRET,
    audience: `${AUTH0_DOMAIN}/api/v2/`,
  });
  const authorization = { method: "bearer", token: "made-up-token" };
  const configuration = { webhook_endpoint: endpoint, webhook_authorization: authorization };
  const stream = {
    name,
    subscriptions: [{ event_type: "user.created" }],
    destination: { type: "webhook", configuration },
  };
  return (await post("/api/v2/event-streams", stream, token)).id ?? "";
}

test("the script lists the ids of the events that the receiver lacks", async () => {
  const types = ["user.created", "user.updated", "user.created"];
  const time = "2026-01-31T12:00:00Z";
  // No server listens on this port.
  const crm = await createStream(tenant.environment, "crm", "https://127.0.0.1:9");
  const added = tenant.addDeliveries(
    crm,
    types.map((event_type) => ({ status: "failed", event_type, time })),
  );
  const code = ts.transpile(blockWith(reference, "ts", "neededIds"), {
    module: ts.ModuleKind.CommonJS,
    target: ts.ScriptTarget.ES2022,
  });
  const script: { neededIds?: (id: string, from: Date) => Promise<string[]> } = {};
  new Function("require", "exports", code)(() => sdk, script);

  const ids = await inEnvironment(tenant.environment, () =>
    script.neededIds?.(crm, new Date("2026-01-31T00:00:00Z")),
  );

  expect(ids).toEqual([added[0]?.id, added[2]?.id]);
});

describe("on a local machine", () => {
  const section = readPage(example);
  const [listen = [], serve = []] = commandsIn(section, "auth0-tenant-emulator");
  const [firstCheck = [], list = [], redeliver = [], lastCheck = []] = commandsIn(
    section,
    "pulumi-auth0-native",
  );
  const stops: (() => Promise<void>)[] = [];
  afterAll(async () => {
    for (const stop of stops) await stop();
    removeTemporaryFolders();
  });

  /** Runs a command of the emulator, on any free port, and returns what it prints. */
  async function emulator(words: string[]): Promise<string> {
    const lines: string[] = [];
    const print = (line: string) => lines.push(line);
    const args = words.map((word, index) => (words[index - 1] === "--port" ? "0" : word));
    const state = await runCommand(args, { log: print, error: print });
    if ("stop" in state) stops.push(state.stop);
    else expect([state.exitCode, lines]).toEqual([0, lines]);
    return lines.join("\n");
  }

  test("a stream fails, is disabled, and is free of failures after a redelivery", async () => {
    const folder = temporaryFolder();
    const here = (text: string) => text.replaceAll("/tmp", folder);
    const { key, cert } = selfSigned();
    const [, keyFile = "", certFile = ""] = /-keyout (\S+) -out (\S+)/.exec(section) ?? [];
    writeFileSync(here(keyFile), key);
    writeFileSync(here(certFile), cert);
    const received = await emulator(listen.map(here));
    const [, receiver = ""] = /Listening on (\S+)/.exec(received) ?? [];
    const started = await emulator(serve.map(here));
    const environment = Object.fromEntries(
      [...started.matchAll(/^export (\w+)=(\S+)$/gm)].map(([, name = "", value = ""]) => [
        name,
        value,
      ]),
    );
    const url = environment.AUTH0_DOMAIN ?? "";
    const delivered = () => fetch(`${url}/_emulator/deliveries-done`, { method: "POST" });
    await createStream(environment, "crm", receiver);

    const [, number = "", event = ""] = /in 1 .*(\d); do\n +curl -d '(.*)'/.exec(section) ?? [];
    for (let raised = 0; raised < Number(number); raised++) {
      await fetch(`${url}/_emulator/events`, {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: event,
      });
    }
    await delivered();
    expect(await deliveries(firstCheck, environment)).toBe(2);
    expect(await deliveries(list, environment)).toBe(0);
    const [, path = ""] = /-X DELETE https:\/\/[^/]+(\/\S+)/.exec(section) ?? [];
    await deleted(`${receiver}${path}`);
    expect(await deliveries(redeliver, environment)).toBe(0);
    await delivered();
    expect(await deliveries(lastCheck, environment)).toBe(0);
  });
});

/** Sends a DELETE to a receiver with any certificate. */
const deleted = (url: string) =>
  new Promise((resolve, reject) => {
    const options = { method: "DELETE", rejectUnauthorized: false };
    request(url, options, (response) => response.resume().on("end", resolve))
      .on("error", reject)
      .end();
  });

test("the workflows of the guides use actions in the versions of the written pipelines", () => {
  const written = readFileSync(join(root, "examples/gitops/.github/workflows/drift.yml"), "utf8");
  const uses = ["examples/monitor/github.yml", "docs/testing.md"].flatMap(
    (file) => readPage(file).match(/uses: .*/g) ?? [],
  );
  expect(uses.filter((line) => !written.includes(line))).toEqual([]);
});
