import { dirname } from "node:path";
import { afterEach, expect, test } from "@jest/globals";
import { createDiagnostic, diagnosticFromError } from "../../../../cli/shared/diagnostic";

const before = { ...process.env };
afterEach(() => {
  process.env = { ...before };
});

test("the message of a failed command is the engine's error lines, each once", () => {
  const error = new Error(
    "code: 255\n stdout: \n stderr: Command failed\nerror: no stack named 'a' found\n  error: no stack named 'a' found\n err?: x",
  );
  expect(diagnosticFromError(error)).toEqual({ message: "no stack named 'a' found" });
  expect(diagnosticFromError("gone wrong")).toEqual({ message: "gone wrong" });
});

test.each(["p4ssw0rd", "p4ss-w@rd", "p4ss/w0rd"])(
  "the password %s of a backend's address is not in the message",
  (password) => {
    const message = (secret: string) =>
      `unable to open "postgres://pulumi:${secret}@db.example.com:5432/state?sslmode=require&password=${secret}&sslpassword=${secret}"`;
    expect(createDiagnostic(message(password)).message).toBe(message("[secret]"));
  },
);

test("a line with thousands of addresses is redacted in one pass", () => {
  // This takes several minutes if each address is compared with the rest of the line.
  const addresses = "https://a:1/,".repeat(50_000);
  expect(createDiagnostic(addresses).message).toBe(addresses);
});

test.each(["GOOGLE_CREDENTIALS", "AZURE_STORAGE_KEY"])(
  "the credentials of a state's backend in %s are redacted",
  (name) => {
    const env = { [name]: "s3cr3t-of-the-backend" };
    const { message } = createDiagnostic("refused s3cr3t-of-the-backend", undefined, env);
    expect(message).toBe("refused [secret]");
  },
);

test("a cut message does not end with the start of a secret", () => {
  const env = { PULUMI_ACCESS_TOKEN: "pul-0123456789" };
  const { message } = diagnosticFromError(`${"x".repeat(490)}pul-0123456789`, env);
  expect(message).toMatch(/^x{490}\[secret\]$/);
});

test("the path of a key file is not a secret", () => {
  const env = { AUTH0_CLIENT_ASSERTION_PRIVATE_KEY: __filename };
  const message = `no Pulumi.yaml in ${dirname(__filename)}`;
  expect(createDiagnostic(message, undefined, env).message).toBe(message);
});

test("values of secret environment variables are redacted", () => {
  process.env.PULUMI_CONFIG_PASSPHRASE = "correct horse";
  process.env.AUTH0_CLIENT_SECRET = "s3cr3t-of-the-client";
  process.env.AWS_SECRET_ACCESS_KEY = "tooshort".slice(0, 3);
  const { message } = createDiagnostic(
    'refused "correct horse" and s3cr3t-of-the-client and too',
    "urn:a",
  );
  expect(message).toBe('refused "[secret]" and [secret] and too');
});
