import { expect, test } from "@jest/globals";
import { options } from "../../../../emulator/src/cli/serve/flags";
import { runInProcess, startProcess } from "../support/command";
import { start } from "../support/tenant";

test("the command serves a tenant until Ctrl+C", async () => {
  const { child, output, exitCode, prints } = startProcess(["--port", "0", "--log"]);
  await prints("listening");
  const url = /^export AUTH0_DOMAIN=(.*)$/m.exec(output.out)?.[1];
  expect(output.out).toBe(
    [
      `export AUTH0_DOMAIN=${url}`,
      "export AUTH0_CLIENT_ID=emulator-client",
      "export AUTH0_CLIENT_SECRET=emulator-client-secret",
      `# listening on ${url}, Ctrl+C stops it\n`,
    ].join("\n"),
  );
  expect((await fetch(`${url}/api/v2/event-streams`)).status).toBe(401);
  await prints("GET /api/v2/event-streams 401");
  child.kill("SIGINT");
  expect(await exitCode).toBe(0);
  expect(output.err).toBe("");
});

test("a tenant whose output nobody reads any more serves on", async () => {
  const { child, output, prints } = startProcess(["--port", "0", "--log"]);
  await prints("listening");
  child.stdout.destroy();
  const url = /http:\S+/.exec(output.out)?.[0];
  for (let requests = 0; requests < 3; requests++) {
    expect((await fetch(`${url}/api/v2/event-streams`)).status).toBe(401);
  }
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
  [["--latency", "-1"], "Option '--latency' argument is ambiguous"],
  [
    ["here"],
    "Unknown command 'here': the commands are trigger and listen; without a command, a tenant starts",
  ],
  [["--log", "here"], "Unexpected argument 'here'"],
  [["--rate-limit", "0/9"], '--rate-limit must be <per second>/<burst> as in 2/10, not "0/9"'],
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
])("the arguments %j are one line and exit code 2", async (flags, message) => {
  const { output, exitCode } = await runInProcess(...flags);
  expect(exitCode).toBe(2);
  expect(output.err).toBe(`auth0-tenant-emulator: ${message}\n`);
});

test.each([
  ["--prot", "--port"],
  ["--disable-afetr", "--disable-after"],
  ["liten", "listen"],
  ["triger", "trigger"],
  ["listen --berer", "--bearer"],
  ["trigger --cuont", "--count"],
  ["trigger user.creatd", "user.created"],
])("the arguments %s are answered with the nearest right one", async (args, right) => {
  const { output, exitCode } = await runInProcess(...args.split(" "));
  expect(exitCode).toBe(2);
  expect(output.err).toMatch(`; did you mean ${right}?\n`);
});

test.each(["", "listen ", "trigger "])("the help of '%s' has an example of it", async (command) => {
  const { output } = await runInProcess(...`${command}--help`.split(" "));
  expect(output.out).toMatch(new RegExp(`\nExamples?:\n  auth0-tenant-emulator ${command}`));
});

test("--help describes every option, --version prints the version, and both end", async () => {
  const [help, version] = [await runInProcess("--help"), await runInProcess("--version")];
  expect([help.exitCode, version.exitCode]).toEqual([0, 0]);
  const flags = Object.keys(options);
  expect(flags.length).toBeGreaterThan(10);
  for (const flag of flags) expect(help.output.out).toContain(`--${flag}`);
  expect(version.output.out).toMatch(/^\d+\.\d+\.\d+\n$/);
});
