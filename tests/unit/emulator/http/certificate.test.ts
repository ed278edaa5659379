import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { get } from "node:https";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { selfSigned } from "../../../../emulator/src";
import { removeTemporaryFolders, temporaryFolder } from "../../../support/project";
import { printedEnvironment, runInProcess, startProcess } from "../support/command";
import { start } from "../support/tenant";

afterAll(removeTemporaryFolders);

/** The status of a request that trusts this certificate and no other. */
const statusOf = (url: string, ca: string) =>
  new Promise<number | undefined>((resolve, reject) => {
    get(url, { ca, agent: false }, (response) => {
      response.resume();
      resolve(response.statusCode);
    }).on("error", reject);
  });

test("a tenant with a key and a certificate serves only https", async () => {
  const tls = selfSigned();
  const tenant = await start({ tls });
  expect(tenant.url).toBe(`https://${tenant.domain}`);
  expect(tenant.environment.AUTH0_DOMAIN).toBe(tenant.url);
  const path = `${tenant.url}/api/v2/event-streams`;
  expect(await statusOf(path, tls.cert)).toBe(401);
  expect(await statusOf(path.replace("127.0.0.1", "localhost"), tls.cert)).toBe(401);
  await expect(statusOf(path, selfSigned().cert)).rejects.toMatchObject({
    code: "DEPTH_ZERO_SELF_SIGNED_CERT",
  });
  await expect(fetch(path.replace("https", "http"))).rejects.toThrow();
});

test("--tls prints the file of its certificate, and removes it when it ends", async () => {
  const { output, stop } = await runInProcess("--port", "0", "--tls");
  const { AUTH0_DOMAIN = "", NODE_EXTRA_CA_CERTS = "" } = printedEnvironment(output);
  const certificate = readFileSync(NODE_EXTRA_CA_CERTS, "utf8");
  expect(await statusOf(`${AUTH0_DOMAIN}/api/v2/event-streams`, certificate)).toBe(401);
  await stop?.();
  expect(existsSync(NODE_EXTRA_CA_CERTS)).toBe(false);
});

test("--tls-key and --tls-cert serve with the user's certificate", async () => {
  const { key, cert } = selfSigned();
  const folder = temporaryFolder();
  const [keyFile, certFile] = [join(folder, "key.pem"), join(folder, "cert.pem")];
  writeFileSync(keyFile, key);
  writeFileSync(certFile, cert);
  const tls = ["--tls-key", keyFile, "--tls-cert", certFile];
  const { output } = await runInProcess("--port", "0", ...tls);
  const printed = printedEnvironment(output);
  expect(printed).not.toHaveProperty("NODE_EXTRA_CA_CERTS");
  expect(await statusOf(`${printed.AUTH0_DOMAIN}/api/v2/event-streams`, cert)).toBe(401);
});

test("--tls without openssl is one line and exit code 1", async () => {
  const env = { ...process.env, PATH: temporaryFolder() };
  const { output, exitCode } = startProcess(["--tls"], env);
  expect(await exitCode).toBe(1);
  expect(output.err).toMatch(/^auth0-tenant-emulator: openssl is not installed, .*: .*\n$/);
});
