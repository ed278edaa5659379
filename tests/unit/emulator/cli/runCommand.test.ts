import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { get } from "node:https";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { options as listen } from "../../../../emulator/src/cli/listen";
import { options as serve } from "../../../../emulator/src/cli/serve";
import { options as trigger } from "../../../../emulator/src/cli/trigger";
import { eventTypes } from "../../../../emulator/src/delivery/sampleData";
import { selfSigned } from "../../../../tools/certificate";
import { removeTemporaryFolders, temporaryFolder } from "../../../support/project";
import { runInProcess, startProcess } from "../support/command";
import { start } from "../support/tenant";

afterAll(removeTemporaryFolders);

test("the command serves a tenant until Ctrl+C, even if nobody reads its output any more", async () => {
  const { child, output, exitCode, prints } = startProcess(["--port", "0", "--log"]);
  await prints("listening");
  const url = /^export AUTH0_DOMAIN=(.*)$/m.exec(output.out)?.[1];
  expect(output.out.split("\n")).toEqual([
    `export AUTH0_DOMAIN=${url}`,
    "export AUTH0_CLIENT_ID=emulator-client",
    "export AUTH0_CLIENT_SECRET=emulator-client-secret",
    expect.stringContaining(`${url}/_emulator/event-streams/<name>`),
    `# listening on ${url}, Ctrl+C stops it`,
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

test("a port in use is one line and exit code 1", async () => {
  const tenant = await start();
  const { port } = new URL(tenant.url);
  const { output, exitCode } = await runInProcess("--port", port);
  expect(exitCode).toBe(1);
  expect(output.err).toBe(
    `auth0-tenant-emulator: port ${port} is in use, choose another with --port\n`,
  );
  expect(output.out).toBe("");
});

test.each<[string[], string]>([
  [["--colour"], "Unknown option '--colour'"],
  [["--port", "high"], '--port must be a number from 0 to 65535, not "high"'],
  [["--port", "65536"], '--port must be a number from 0 to 65535, not "65536"'],
  [
    ["here"],
    "Unknown command 'here': the commands are trigger and listen; without a command, a tenant starts",
  ],
  [
    ["--log", "here"],
    "Unexpected argument 'here'. This command does not take positional arguments",
  ],
  [
    ["--retry-delays", "1,,2"],
    '--retry-delays must be milliseconds separated by commas, as in 100,200,400, not "1,,2"',
  ],
  [["--disable-after", "5"], '--disable-after must be <in a row>/<in all> as in 500/5000, not "5"'],
  [
    ["--disable-after", "0/5"],
    '--disable-after must be <in a row>/<in all> as in 500/5000, not "0/5"',
  ],
  [["--delivery-ca", "package.json"], "delivery.ca must be certificates in PEM"],
  [
    ["--delivery-ca", "no.pem"],
    "--delivery-ca cannot be read: ENOENT: no such file or directory, open 'no.pem'",
  ],
  [["--tls-key", "key.pem"], "--tls-key and --tls-cert must be given together"],
  [["listen", "--fail", "200"], '--fail must be a number from 300 to 599, not "200"'],
  [["trigger"], `trigger needs one of the event types ${eventTypes.join(", ")}, not ''`],
  [["trigger", "user.created", "user.deleted"], "Unexpected argument 'user.deleted'"],
  [
    ["trigger", "user.created", "--count", "0"],
    '--count must be a number from 1 to 100000, not "0"',
  ],
  [
    ["trigger", "user.created", "--url", "127.0.0.1:4010"],
    '--url must be an http or https URL, not "127.0.0.1:4010"',
  ],
])("the arguments %j are one line and exit code 2", async (flags, message) => {
  const { output, exitCode } = await runInProcess(...flags);
  expect(exitCode).toBe(2);
  expect(output.err).toBe(`auth0-tenant-emulator: ${message}\n`);
});

test.each([
  ["", serve],
  ["listen ", listen],
  ["trigger ", trigger],
])("the help of '%s' describes every option, and has an example", async (command, options) => {
  const { output, exitCode } = await runInProcess(...`${command}--help`.split(" "));
  expect(exitCode).toBe(0);
  for (const flag of Object.keys(options)) expect(output.out).toContain(`--${flag}`);
  expect(output.out).toContain(`\nExample:\n  auth0-tenant-emulator ${command}`);
});

test.each(["", "listen"])(
  "with a key and a certificate, '%s' serves only https",
  async (command) => {
    const { key, cert } = selfSigned();
    const folder = temporaryFolder();
    const [keyFile, certFile] = [join(folder, "key.pem"), join(folder, "cert.pem")];
    writeFileSync(keyFile, key);
    writeFileSync(certFile, cert);
    const tls = ["--tls-key", keyFile, "--tls-cert", certFile];
    const { output } = await runInProcess(...[command].filter(Boolean), "--port", "0", ...tls);
    const url = /# listening on (https:\S+),/.exec(output.out)?.[1] ?? "";
    const [response] = await once(get(url, { ca: cert, agent: false }), "response");
    expect(response.resume().statusCode).toBe(command === "listen" ? 405 : 404);
    await expect(fetch(url.replace("https", "http"))).rejects.toThrow();
  },
);
