import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { selfSigned } from "../../../../tools/certificate";
import { removeTemporaryFolders, temporaryFolder } from "../../../support/project";
import { runInProcess, startProcess } from "../support/command";
import { start } from "../support/tenant";

afterAll(removeTemporaryFolders);

const event = { id: "evt_1", type: "user.created", data: { object: { email: "canary" } } };

async function receiver(...flags: string[]) {
  const { output } = await runInProcess("listen", "--port", "0", ...flags);
  const url = /# Listening on (\S+)/.exec(output.out)?.[1] ?? "";
  const send = (body: unknown, headers: Record<string, string> = {}) =>
    fetch(url, { method: "POST", headers, body: JSON.stringify(body) });
  const status = async (...args: Parameters<typeof send>) => (await send(...args)).status;
  /** The lines about requests, without their times. */
  const lines = () =>
    output.out
      .split("\n")
      .filter((line) => /^\d{4}-/.test(line))
      .map((line) => line.replace(/^\S+Z {2}/, ""));
  return { url, send, status, lines, output };
}

test("listen accepts an event, and prints its type and id, but not its content", async () => {
  const { url, status, lines, output } = await receiver();
  expect(await status(event)).toBe(204);
  expect(lines()).toEqual(["204  user.created  evt_1"]);
  expect((await fetch(url)).status).toBe(405);
  expect(output.out).not.toContain("canary");
  expect(output.out).toContain(
    "# An event stream needs an https endpoint. To serve https, pass --tls-key and --tls-cert.\n",
  );
});

test("listen --bearer rejects another authorization, and prints no token", async () => {
  const { status, send, lines, output } = await receiver("--bearer", "sesame");
  expect(await status(event, { authorization: "Bearer sesame" })).toBe(204);
  const refusal = await send(event, { authorization: "Bearer another" });
  const error = "the Authorization header doesn't have the expected token";
  expect([refusal.status, await refusal.json()]).toEqual([401, { error }]);
  expect(await status(event)).toBe(401);
  expect(lines().slice(1)).toEqual(Array(2).fill(`401  rejected: ${error}`));
  expect(output.out).not.toContain("sesame");
});

test.each([
  [null],
  [[event]],
  [{ ...event, id: 7 }],
  [{ ...event, type: undefined }],
  [{ ...event, id: "evt_\u001b[2J\u202e" }],
])("listen rejects the body %j, which is not a CloudEvent", async (body) => {
  const { status, lines } = await receiver();
  expect(await status(body)).toBe(400);
  expect(lines()).toEqual(["400  rejected: the body isn't a CloudEvent with an id and a type"]);
});

test("the command serves a tenant until Ctrl+C, even if its output has no reader", async () => {
  const { child, output, exitCode, prints } = startProcess(["--port", "0", "--log"]);
  await prints("Listening");
  const url = /^export AUTH0_DOMAIN=(.*)$/m.exec(output.out)?.[1];
  expect(output.out.split("\n")).toEqual([
    `export AUTH0_DOMAIN=${url}`,
    "export AUTH0_CLIENT_ID=emulator-client",
    "export AUTH0_CLIENT_SECRET=emulator-client-secret",
    expect.stringContaining(`${url}/_emulator/event-streams/<name>`),
    `# Listening on ${url} until you press Ctrl+C.`,
    "",
  ]);
  expect((await fetch(`${url}/api/v2/event-streams`)).status).toBe(401);
  await prints("GET /api/v2/event-streams 401");
  child.stdout.destroy();
  for (let requests = 0; requests < 3; requests++) {
    expect((await fetch(`${url}/api/v2/event-streams`)).status).toBe(401);
  }
  child.kill("SIGINT");
  expect(await exitCode).toBe(0);
  expect(output.err).toBe("");
});

test("for a port in use, the command prints one line and exits with 1", async () => {
  const tenant = await start();
  const { port } = new URL(tenant.url);
  const { output, exitCode } = await runInProcess("--port", port);
  expect(exitCode).toBe(1);
  expect(output.err).toBe(
    `auth0-tenant-emulator: Port ${port} is in use. Choose another port with --port.\n`,
  );
  expect(output.out).toBe("");
});

test.each<[string[], string]>([
  [["--colour"], "Unknown option '--colour'"],
  [["--port", "high"], '--port must be a number from 0 to 65535, not "high".'],
  [["here"], 'There is no command "here". Use listen, or no command to start a tenant.'],
  [
    ["--log", "here"],
    "Unexpected argument 'here'. This command does not take positional arguments",
  ],
  [
    ["--retry-delays", "1,,2"],
    '--retry-delays must be milliseconds separated by commas, such as 100,200,400, not "1,,2".',
  ],
  [
    ["--disable-after", "5"],
    '--disable-after must be <in a row>/<in total>, such as 500/5000, not "5".',
  ],
  [["--delivery-ca", "package.json"], "delivery.ca must be certificates in PEM."],
  [
    ["--delivery-ca", "no.pem"],
    "--delivery-ca: can't read the file (ENOENT: no such file or directory, open 'no.pem').",
  ],
  [["--tls-key", "key.pem"], "Pass both --tls-key and --tls-cert, or neither."],
  [["listen", "--fail", "200"], '--fail must be a number from 300 to 599, not "200".'],
])("the arguments %j get a message and exit code 2", async (flags, message) => {
  const { output, exitCode } = await runInProcess(...flags);
  expect(exitCode).toBe(2);
  expect(output.err).toBe(`auth0-tenant-emulator: ${message}\n`);
});

test("with a certificate, the printed curl line doesn't need to trust it", async () => {
  const folder = temporaryFolder();
  const flags = Object.entries(selfSigned()).flatMap(([name, pem]) => {
    writeFileSync(join(folder, name), pem);
    return [`--tls-${name}`, join(folder, name)];
  });
  const { output } = await runInProcess("--port", "0", ...flags);
  expect(output.out).toMatch(/curl --insecure -X PATCH .* https:/);
});
