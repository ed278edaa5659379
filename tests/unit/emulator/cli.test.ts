import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { afterEach, expect, test } from "@jest/globals";
import { action, answerOf, call, start } from "./support";

const root = join(__dirname, "../../..");
const running: ChildProcess[] = [];

afterEach(() => {
  for (const child of running.splice(0)) child.kill("SIGKILL");
});

function run(...flags: string[]) {
  const script = join(root, "emulator/src/cli.ts");
  const child = spawn(process.execPath, ["--import", "tsx", script, ...flags], { cwd: root });
  running.push(child);
  const output = { out: "", err: "" };
  child.stdout.on("data", (chunk) => {
    output.out += chunk;
  });
  child.stderr.on("data", (chunk) => {
    output.err += chunk;
  });
  const exit = once(child, "close").then(([code]) => code as number);
  const says = async (text: string | RegExp) => {
    while (output.out.search(text) < 0) await once(child.stdout, "data");
  };
  return { child, output, exit, says };
}

test.each(["SIGINT", "SIGTERM"] as const)(
  "the command serves a tenant until %s",
  async (signal) => {
    const { child, output, exit, says } = run(
      ...["--port", "0", "--client-secret", "it's", "--seed-deliveries", "2", "--log"],
    );
    await says("listening");
    const [domain, id, secret, listening] = output.out.split("\n");
    expect([id, secret]).toEqual([
      "export AUTH0_CLIENT_ID=emulator-client",
      `export AUTH0_CLIENT_SECRET='it'\\''s'`,
    ]);
    const url = domain?.replace("export AUTH0_DOMAIN=", "");
    expect(listening).toBe(`# listening on ${url}, Ctrl+C stops it`);

    const body = new URLSearchParams({
      grant_type: "client_credentials",
      client_id: "emulator-client",
      client_secret: "it's",
      audience: "/api/v2/",
    });
    const { access_token: token } = (
      await answerOf(await fetch(`${url}/oauth/token`, { method: "POST", body }))
    ).body;
    await says("POST /oauth/token 200");

    const served = { url: url ?? "" };
    const { id: stream } = (
      await call(served, "POST /event-streams", { destination: action }, { token })
    ).body;
    const route = `/event-streams/${stream}/deliveries`;
    const { deliveries } = (await call(served, `GET ${route}`, undefined, { token })).body;
    expect(deliveries).toHaveLength(2);
    await says(`GET /api/v2${route} 200`);
    child.kill(signal);
    expect(await exit).toBe(0);
    expect(output.err).toBe("");
  },
  30_000,
);

test("a port in use is one line and exit 1", async () => {
  const tenant = await start();
  const { port } = new URL(tenant.url);
  const { output, exit } = run("--port", port);
  expect(await exit).toBe(1);
  expect(output.err).toBe(
    `auth0-tenant-emulator: port ${port} is in use, choose another with --port\n`,
  );
  expect(output.out).toBe("");
}, 30_000);

test.each<[string[], string]>([
  [["--colour"], "Unknown option '--colour'"],
  [["--port"], "Option '--port <value>' argument missing"],
  [["--port", "high"], '--port must be a number from 0 to 65535, not "high"'],
  [["--port", "65536"], '--port must be a number from 0 to 65535, not "65536"'],
  [["--seed-deliveries", "-1"], "Option '--seed-deliveries' argument is ambiguous"],
  [["here"], "Unexpected argument 'here'"],
])(
  "%j is one line and exit 2",
  async (flags, message) => {
    const { output, exit } = run(...flags);
    expect(await exit).toBe(2);
    expect(output.err).toBe(`auth0-tenant-emulator: ${message}\n`);
  },
  30_000,
);

test("--help and --version answer and leave", async () => {
  const [help, version] = [run("--help"), run("--version")];
  expect([await help.exit, await version.exit]).toEqual([0, 0]);
  for (const flag of ["port", "client-id", "client-secret", "seed-deliveries", "log", "version"]) {
    expect(help.output.out).toContain(`--${flag}`);
  }
  expect(version.output.out).toMatch(/^\d+\.\d+\.\d+\n$/);
}, 30_000);
