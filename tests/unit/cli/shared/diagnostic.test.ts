import { afterEach, expect, test } from "@jest/globals";
import { createDiagnostic, diagnosticFromError } from "../../../../cli/shared/diagnostic";

const before = { ...process.env };
afterEach(() => {
  process.env = { ...before };
});

test("a failed command is told in the engine's own words, each once", () => {
  const error = new Error(
    "code: 255\n stdout: \n stderr: Command failed\nerror: no stack named 'a' found\n  error: no stack named 'a' found\n err?: x",
  );
  expect(diagnosticFromError(error)).toEqual({ message: "no stack named 'a' found" });
  expect(diagnosticFromError("gone wrong")).toEqual({ message: "gone wrong" });
});

test.each(["p4ssw0rd", "p4ss-w@rd", "p4ss/w0rd"])(
  "the password %s of a backend's address is told nowhere",
  (password) => {
    const told = (secret: string) =>
      `unable to open "postgres://pulumi:${secret}@db.example.com:5432/state?sslmode=require&password=${secret}"`;
    expect(createDiagnostic(told(password)).message).toBe(told("[secret]"));
  },
);

test("what the environment names as secret is struck out", () => {
  process.env.PULUMI_CONFIG_PASSPHRASE = "correct horse";
  process.env.AUTH0_CLIENT_SECRET = "s3cr3t-of-the-client";
  process.env.AWS_SECRET_ACCESS_KEY = "tooshort".slice(0, 3);
  const { message } = createDiagnostic(
    'refused "correct horse" and s3cr3t-of-the-client and too',
    "urn:a",
  );
  expect(message).toBe('refused "[secret]" and [secret] and too');
});
