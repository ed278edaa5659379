import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import { InvalidInput, startTenant } from "../../../../emulator/src";
import { printedEnvironment, runInProcess, startProcess } from "../support/command";
import { listed, startQuick, totals, webhookStream } from "../support/deliveries";
import { until } from "../support/exchange";
import { certificate, startReceiver } from "../support/receiver";
import { action, call, createdStream, policy, requestToken, start } from "../support/tenant";

let folder = "";
let file = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "state-"));
  file = join(folder, "state.json");
});

afterEach(() => {
  jest.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

const startOn = (stateFile = file) => startQuick({ stateFile });

/** Resolves when the file contains the text. */
const saved = (text: string) =>
  until(() => existsSync(file) && readFileSync(file, "utf8").includes(text));

test("objects, deliveries, counts and secrets survive a restart", async () => {
  const receiver = await startReceiver((_received, index) => (index < 1 ? 204 : 503));
  const first = await startOn();
  const id = await webhookStream(first, receiver.endpoint);
  await createdStream(first, { name: "to an Action", destination: action });
  await call(first, "POST /rate-limit-policies", policy());
  first.fcmv1 = { server_credentials: "s3cret" };
  for (let count = 0; count < 2; count++) {
    first.raise("user.created");
    await first.deliveriesDone();
  }
  const deliveries = await listed(first, id);
  expect(deliveries).toMatchObject([{ status: "failed", attempts: { length: 4 } }]);
  await first.close();

  const second = await startOn();
  expect([...second.streams]).toEqual([...first.streams]);
  expect([...second.policies]).toEqual([...first.policies]);
  expect(second.fcmv1).toEqual({ server_credentials: "s3cret" });
  expect(second.sent).toEqual(first.sent);
  expect(second.sent).toHaveLength(2);
  expect(await listed(second, id)).toEqual(deliveries);
  expect(await totals(second, id)).toEqual([1, 1]);
});

test("a listing goes on after a restart where it was", async () => {
  const first = await startOn();
  const id = await createdStream(first);
  const [, , third, fourth] = first.addDeliveries(id, 4);
  const path = `/event-streams/${id}/deliveries`;
  const { next } = (await call(first, `GET ${path}?take=2`)).body;
  await first.close();
  const { body } = await call(await startOn(), `GET ${path}?from=${next}`);
  expect(body.deliveries).toMatchObject([{ id: third?.id }, { id: fourth?.id }]);
});

test("a delivery goes on after a restart with the attempts that are left", async () => {
  const receiver = await startReceiver(() => 503);
  const ca = certificate().cert;
  const first = await start({ stateFile: file, delivery: { retryDelaysMs: [1, 600_000, 1], ca } });
  const id = await webhookStream(first, receiver.endpoint);
  const [delivery] = first.raise("user.created");
  await saved('"failedAttempts":2');
  await first.close();
  const second = await startOn();
  await second.deliveriesDone();
  expect(receiver.received.map(({ event }) => event.id)).toEqual(Array(4).fill(delivery?.id));
  expect(await listed(second, id)).toMatchObject([{ status: "failed", attempts: { length: 4 } }]);
});

test("after a restart a stream that the tenant disabled can still not be enabled", async () => {
  const receiver = await startReceiver(() => 503);
  const options = { stateFile: file, delivery: { disableAfterConsecutive: 1 } };
  const first = await startQuick(options);
  const id = await webhookStream(first, receiver.endpoint);
  first.raise("user.created");
  await first.deliveriesDone();
  await first.close();
  const second = await startQuick(options);
  expect(await call(second, `PATCH /event-streams/${id}`, { status: "enabled" })).toMatchObject({
    status: 400,
    body: { errorCode: "event_stream_has_failures" },
  });
});

test("changes by requests, by faults and by attempts are saved while the tenant runs", async () => {
  const tenant = await startOn();
  const id = await createdStream(tenant, { name: "by request", destination: action });
  await saved("by request");
  tenant.addFault({ route: "GET /event-streams", kind: "inserted" });
  await call(tenant, "GET /event-streams");
  await saved("inserted between two pages");
  const route = "PATCH /event-streams/{id}";
  tenant.addFault({ route, kind: "drop", when: "late", lateRequests: 1 });
  await expect(call(tenant, `PATCH /event-streams/${id}`, { name: "late" })).rejects.toThrow();
  tenant.finishLateWork();
  await saved('"name":"late"');
  tenant.raise("user.created");
  await saved('"sent":[{');
  tenant.addDeliveries(id, [{ id: "evt_added" }]);
  await saved("evt_added");
});

test("many changes take few saves, and whoever reads the file sees a whole state", async () => {
  const tenant = await startOn();
  const id = await createdStream(tenant);
  const states = new Set<string>();
  for (let count = 0; count < 100; count++) {
    await call(tenant, `PATCH /event-streams/${id}`, { name: `name ${count}` });
    if (existsSync(file)) states.add(JSON.parse(readFileSync(file, "utf8")).streams[0][1].name);
  }
  expect(states.size).toBeLessThan(50);
  await tenant.close();
  expect(readFileSync(file, "utf8")).toContain("name 99");
});

test("only the owner can read the file, whatever it was before", async () => {
  await (await startOn()).close();
  chmodSync(file, 0o644);
  await (await startOn()).close();
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(folder)).toEqual(["state.json"]);
});

test("a symbolic link leads to the same file and the same lock", async () => {
  const link = join(folder, "link");
  await (await startOn()).close();
  symlinkSync(file, link);
  const tenant = await startOn(link);
  await expect(startOn()).rejects.toThrow(
    `the state file ${file} is in use by process ${process.pid}: stop it, or choose another file`,
  );
  await createdStream(tenant, { name: "linked" });
  await tenant.close();
  expect(readFileSync(file, "utf8")).toContain("linked");
});

test("a symbolic link to a file that does not exist yet leads to the new file", async () => {
  const link = join(folder, "link");
  symlinkSync("state.json", link);
  await (await startOn(link)).close();
  expect(readdirSync(folder)).toEqual(["link", "state.json"]);
  expect(readFileSync(link, "utf8")).toBe(readFileSync(file, "utf8"));
});

test("a symbolic link to itself is refused", async () => {
  symlinkSync("state.json", file);
  await expect(startOn()).rejects.toThrow("ELOOP: too many symbolic links");
  expect(readdirSync(folder)).toEqual(["state.json"]);
});

test("a killed tenant leaves its state to the next one, which takes over the lock", async () => {
  const { child, output, exitCode, prints } = startProcess("--port", "0", "--state", file);
  await prints("listening");
  const environment = printedEnvironment(output);
  const url = environment.AUTH0_DOMAIN ?? "";
  const granted = await requestToken({ url, domain: new URL(url).host, environment });
  const token = granted.body.access_token;
  await call({ url }, "POST /event-streams", { name: "survivor", destination: action }, { token });
  await saved("survivor");
  await expect(startOn()).rejects.toThrow(`is in use by process ${child.pid}`);
  child.kill("SIGKILL");
  await exitCode;
  // As if it had been killed while it saved.
  writeFileSync(`${file}.tmp`, '{"format":"auth0-ten');
  const tenant = await startOn();
  expect([...tenant.streams.values()]).toMatchObject([{ name: "survivor" }]);
  await tenant.close();
  expect(readdirSync(folder)).toEqual(["state.json"]);
}, 30_000);

test.each([
  ["an empty file", "", "is not complete, or is not a state file"],
  ["another file", '{ "version": 1 }', "is not the state of an auth0-tenant-emulator"],
])("%s is refused and stays as it is", async (_name, content, reason) => {
  writeFileSync(file, content);
  await expect(startOn()).rejects.toThrow(InvalidInput);
  await expect(startOn()).rejects.toThrow(`the state file ${file} ${reason}. It stays as it is`);
  expect(readFileSync(file, "utf8")).toBe(content);
  expect(readdirSync(folder)).toEqual(["state.json"]);
});

test("--state with a path that cannot be a state file is one line and exit code 2", async () => {
  for (const path of [folder, join(folder, "no", "state")]) {
    const { output, exitCode } = await runInProcess("--port", "0", "--state", path);
    expect([exitCode, output.out]).toEqual([2, ""]);
    expect(output.err).toMatch(
      /^auth0-tenant-emulator: the .*state file .* (not a file|not exist)\n$/,
    );
  }
});

test("a tenant that cannot listen unlocks the file and leaves none", async () => {
  const port = Number(new URL((await start()).url).port);
  await expect(start({ port, stateFile: file })).rejects.toThrow("EADDRINUSE");
  expect(readdirSync(folder)).toEqual([]);
});

test("a save that fails is a warning, and an error when the tenant closes", async () => {
  const warned = jest.spyOn(process, "emitWarning").mockImplementation(() => {});
  const tenant = await startTenant({ stateFile: file });
  rmSync(folder, { recursive: true });
  await createdStream(tenant);
  await until(() => warned.mock.calls.length > 0);
  const message = "the tenant's state could not be saved: ENOENT";
  expect(warned.mock.calls[0]?.[0]).toContain(message);
  await expect(tenant.close()).rejects.toThrow(message);
});

test("a tenant that is closed twice leaves the file to the next one", async () => {
  const first = await startOn();
  const id = await createdStream(first, { name: "old" });
  await first.close();
  const second = await startOn();
  await call(second, `PATCH /event-streams/${id}`, { name: "new" });
  await second.close();
  first.streams.clear();
  await first.close();
  expect(readFileSync(file, "utf8")).toContain('"name":"new"');
});
