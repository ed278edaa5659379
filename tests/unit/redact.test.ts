import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { redact } from "../../provider/redact";

const secret = 'p4ss "word" \\ & größe\n+';
const forms = {
  raw: secret,
  JSON: JSON.stringify(secret).slice(1, -1),
  form: new URLSearchParams({ s: secret }).toString().slice(2),
};
/** Any text at all, halves of surrogate pairs included. */
const text = (minLength = 0) =>
  fc.string({
    minLength,
    unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)),
  });

test("the key within a service account is struck out too, escaped or not", () => {
  const key = "-----BEGIN PRIVATE KEY-----\nMIIEcanary\n-----END PRIVATE KEY-----\n";
  const account = JSON.stringify({ type: "service_account", private_key: key });
  expect(redact(`invalid private_key: ${key}`, [account])).not.toContain("canary");
  expect(redact(`invalid: ${JSON.stringify(key)}`, [account])).not.toContain("canary");
});

test.each(Object.entries(forms))("a secret is struck out as %s", (_name, form) => {
  expect(redact(`before ${form} after ${form}.`, [secret])).toBe("before [secret] after [secret].");
});

test("of secrets that contain each other nothing is left", () => {
  const secrets = ["hunter", "hunter22-long", "hunter22"];
  for (const order of [secrets, [...secrets].reverse()]) {
    expect(redact("hunter22-long hunter22 hunter", order)).toBe("[secret] [secret] [secret]");
  }
});

test("a text that repeats a very short secret is withheld, any other stays", () => {
  expect(redact("the value 1234 is wrong", ["1234"])).not.toContain("1234");
  expect(redact("the value is wrong", ["1234"])).toBe("the value is wrong");
});

test("an empty secret strikes nothing out", () => {
  expect(redact("name is required", [""])).toBe("name is required");
});

test("what a replacement pattern would mean is only text", () => {
  expect(redact("a $& b $1$1$1 c", ["$1$1$1", "$&$&$&"])).toBe("a $& b [secret] c");
});

test("no text and no secret make it throw", () => {
  fc.assert(
    fc.property(text(), fc.array(text(), { maxLength: 4 }), (message, secrets) => {
      expect(typeof redact(message, secrets)).toBe("string");
    }),
  );
  expect(redact("half \ud800 pair", ["\ud800\ud800\ud800\ud800\ud800\ud800"])).toBe(
    "half \ud800 pair",
  );
});

test("a long secret is in no result, whatever surrounds it", () => {
  fc.assert(
    fc.property(text(), text(), text(6), (before, after, any) => {
      fc.pre(!"[secret]".includes(any) && !any.includes("[secret]"));
      const escaped = JSON.stringify(any).slice(1, -1);
      const result = redact(`${before}${any}${after}${escaped}`, [any]);
      expect(result.replaceAll("[secret]", "\u0000\u0001")).not.toContain(any);
    }),
  );
});

test("a text without a secret stays as it is", () => {
  fc.assert(
    fc.property(text(), (message) => {
      fc.pre(!message.includes("opensesame"));
      expect(redact(message, ["opensesame"])).toBe(message);
    }),
  );
});
