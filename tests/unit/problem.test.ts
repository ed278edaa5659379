import { afterEach, expect, test } from "@jest/globals";
import { problem, problemOf } from "../../cli/problem";

const before = { ...process.env };
afterEach(() => {
  process.env = { ...before };
});

test("a failed command is told in the engine's own words, each once", () => {
  const error = new Error(
    "code: 255\n stdout: \n stderr: Command failed\nerror: no stack named 'a' found\n  error: no stack named 'a' found\n err?: x",
  );
  expect(problemOf(error)).toEqual({ message: "no stack named 'a' found" });
  expect(problemOf("gone wrong")).toEqual({ message: "gone wrong" });
});

test("the password of a backend's address is told nowhere", () => {
  const told =
    'unable to open "postgres://pulumi:p4ss-w@rd@db.example.com:5432/state?sslmode=require"';
  const { message } = problem(told.replace("p4ss-w@rd", "p4ssw0rd"));
  expect(message).toBe(told.replace("p4ss-w@rd", "[secret]"));
});

test("what the environment names as secret is struck out", () => {
  process.env.PULUMI_CONFIG_PASSPHRASE = "correct horse";
  process.env.AUTH0_CLIENT_SECRET = "s3cr3t-of-the-client";
  process.env.AWS_SECRET_ACCESS_KEY = "tooshort".slice(0, 3);
  const { message } = problem('refused "correct horse" and s3cr3t-of-the-client and too', "urn:a");
  expect(message).toBe('refused "[secret]" and [secret] and too');
});
