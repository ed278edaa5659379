import { createHash } from "node:crypto";
import { expect, jest, test } from "@jest/globals";
import fc from "fast-check";
import { redact, redactor } from "../../../../provider/shared/redact";

const json = (text: string) => JSON.stringify(text).slice(1, -1);
const form = (text: string) => new URLSearchParams({ s: text }).toString().slice(2);

/** Two signs by name and the others by number, as HTML libraries mix them. */
const htmlNames: Record<string, string> = { '"': "&quot;", "<": "&lt;" };
const html = (text: string) =>
  text.replace(/[&<>"']/g, (sign) => htmlNames[sign] ?? `&#${sign.charCodeAt(0)};`);

const escaped = (text: string) =>
  text.replace(/./gs, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** The encodings in which a service may repeat a text. */
const encodings: Record<string, (text: string) => string> = {
  "plain text": (text) => text,
  JSON: json,
  "JSON in JSON": (text) => json(json(text)),
  "JSON in JSON in JSON": (text) => json(json(json(text))),
  "\\u escapes": escaped,
  "a form": form,
  "a part of a URL": encodeURIComponent,
  "a part of a URL, twice": (text) => encodeURIComponent(encodeURIComponent(text)),
  "JSON in a form": (text) => form(json(text)),
  "a form in JSON": (text) => json(form(text)),
  HTML: html,
  "HTML in JSON": (text) => json(html(text)),
  "JSON in HTML": (text) => html(json(text)),
  "folded lines": (text) => text.replace(/\s+/g, " "),
};

const base64Encodings: Record<string, (text: string) => string> = {
  base64: (text) => Buffer.from(text).toString("base64"),
  base64url: (text) => Buffer.from(text).toString("base64url"),
  "base64url with padding": (text) =>
    Buffer.from(text).toString("base64").replaceAll("+", "-").replaceAll("/", "_"),
  "part of a longer text in base64": (text) => Buffer.from(`{${text}}`).toString("base64"),
  "base64 in a form": (text) => form(Buffer.from(text).toString("base64")),
};

/** Any text, halves of surrogate pairs included. */
const anyText = (minLength = 0) =>
  fc.string({
    minLength,
    unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)),
  });

/** Secrets of six characters or more, with many that need escaping. */
const anySecret = fc
  .tuple(
    fc.stringMatching(/^[A-Za-z0-9]{6}$/),
    fc.string({ unit: fc.constantFrom(..."abzAZ09\"'\\/&<>%+=?# \n\t$ö€😀"), maxLength: 40 }),
  )
  .map(([letters, rest]) => `${letters.slice(0, 3)}${rest}${letters.slice(3)}`);

const pem = (lines: string[]) =>
  `-----BEGIN PRIVATE KEY-----\n${lines.join("\n")}\n-----END PRIVATE KEY-----\n`;
const keyLines = fc.array(fc.stringMatching(/^[A-Za-z0-9+/]{64}$/), { minLength: 1, maxLength: 5 });

test.each(Object.entries(encodings))("every secret is redacted as %s", (_name, encode) => {
  fc.assert(
    fc.property(anySecret, fc.lorem(), (generated, sentence) => {
      fc.pre(!sentence.includes(generated));
      // Decoded, it ends with a space, which remains.
      fc.pre(!/%5c[nrtbf]$/i.test(generated));
      const result = redact(`${sentence} "${encode(generated)}" ${sentence}`, [
        generated,
        "another",
      ]);
      // A secret full of escapes such as %41 decodes to fewer than six characters.
      fc.pre(!result.startsWith("(message withheld"));
      expect(result).toBe(`${sentence} "[secret]" ${sentence}`);
    }),
  );
});

test.each(Object.entries(base64Encodings))("every secret is redacted as %s", (_name, encode) => {
  fc.assert(
    fc.property(anySecret, (generated) => {
      const result = redact(`Basic ${encode(generated)}, refused`, [generated]);
      // The ends remain: they also hold bits of the neighbours.
      expect(result).toMatch(/^Basic \S*\[secret\]\S*, refused$/);
      for (const end of result.slice(6, -9).split("[secret]")) {
        expect(Buffer.from(end, "base64").toString()).not.toContain(generated.slice(0, 6));
        expect(Buffer.from(end, "base64").toString()).not.toContain(generated.slice(-6));
      }
    }),
  );
});

test.each(Object.entries(base64Encodings).filter(([name]) => !name.startsWith("part")))(
  "nothing remains of a secret that is all of a text in %s",
  (_name, encode) => {
    const isGone = (secret: string) =>
      redact(`Basic ${encode(secret)}, refused`, [secret]) === "Basic [secret], refused";
    fc.assert(fc.property(anySecret, isGone));
  },
);

test("a password is redacted in a basic authorization header, for every user name", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z.@]{0,12}$/), anySecret, (user, password) => {
      const header = Buffer.from(`${user}:${password}`).toString("base64");
      const result = redact(`Authorization: Basic ${header}`, [password]);
      const rest = result.replace(/.*Basic /, "").replace("[secret]", "");
      expect(result).toContain("[secret]");
      expect(Buffer.from(rest, "base64").length).toBeLessThanOrEqual(user.length + 4);
    }),
  );
});

test("every line of a private key is redacted, alone or with others, as PEM or within JSON", () => {
  fc.assert(
    fc.property(keyLines, fc.constantFrom(...Object.values(encodings)), (lines, encode) => {
      const key = pem(lines);
      const account = JSON.stringify({ type: "service_account", private_key: key });
      const oneLine = key.replaceAll("\n", "\\n");
      for (const configured of [
        key,
        oneLine,
        account,
        JSON.stringify(JSON.parse(account), null, 2),
      ]) {
        for (const shown of [...lines, key, oneLine, account]) {
          const result = redact(`invalid: ${encode(shown)}!`, [configured]);
          for (const line of lines) expect(result).not.toContain(line.slice(20, 40));
        }
      }
    }),
    { numRuns: 50 },
  );
});

test("the end of a text that is cut off within a secret is redacted", () => {
  const token = "canary-token-8a21";
  const message = "No: {'token': '";
  for (const end of ["", "...", "…", '"}', " (...)"]) {
    expect(redact(`${message}${token.slice(0, 11)}${end}`, [token])).toBe(
      `${message}[secret]${end}`,
    );
  }
  const long = "canary-".repeat(10);
  for (const length of [20, 33, 69]) {
    expect(redact(`${message}${long.slice(0, length)}`, [long])).toBe(`${message}[secret]`);
  }
});

test("secrets that contain or overlap each other are redacted whole", () => {
  const nested = ["hunter", "hunter22-long", "hunter22"];
  for (const order of [nested, [...nested].reverse()]) {
    expect(redact("hunter22-long hunter22 hunter", order)).toBe("[secret] [secret] [secret]");
  }
  expect(redact("abcdefghijkl", ["abcdefgh", "efghijkl"])).toBe("[secret]");
});

test("a text that repeats a very short secret is withheld, and every other stays as it is", () => {
  expect(redact("the value a%22b is wrong", ['a"b'])).not.toContain("a%22b");
  fc.assert(
    fc.property(
      fc.lorem({ maxCount: 20 }),
      fc.stringMatching(/^[a-z]{1,5}$/),
      (sentence, short) => {
        const result = redact(sentence, [short]);
        expect(result).not.toContain("[secret]");
        if (sentence.includes(short)) expect(result).toMatch(/^\(message withheld/);
        else expect(result).toBe(sentence);
      },
    ),
  );
});

test("an empty secret redacts nothing", () => {
  expect(redact("name is required", [""])).toBe("name is required");
});

test("redact never throws, whatever the text and the secrets", () => {
  fc.assert(
    fc.property(anyText(), fc.array(anyText(), { maxLength: 4 }), (message, secrets) => {
      expect(typeof redact(message, secrets)).toBe("string");
    }),
  );
  expect(redact("half \ud800 pair", ["\ud800\ud800\ud800\ud800\ud800\ud800"])).toBe(
    "half \ud800 pair",
  );
  for (const malformed of [
    "%",
    "%ff%fe",
    "&#999999;",
    "&#xfffff;",
    "\\ud800",
    "\\u12",
    "&amp;#;",
  ]) {
    expect(redact(malformed, ["opensesame"])).toBe(malformed);
    expect(redact("text", [malformed.repeat(6)])).toBe("text");
  }
});

/** Random text without a repetition, the same in every run. */
const longToken = (length: number) => {
  const parts = Array.from({ length: Math.ceil(length / 43) }, (_, n) =>
    createHash("sha256").update(`${n}`).digest("base64url"),
  );
  return parts.join("").slice(0, length);
};

test("a fragment of 20 characters never survives, of secrets of any length in any text", () => {
  const redactLong = redactor([longToken(25_000)]);
  const anyLong = fc.constant({ secret: longToken(25_000), redactOne: redactLong });
  const anyOther = anyText(20).map((secret) => ({ secret, redactOne: redactor([secret]) }));
  fc.assert(
    fc.property(
      fc.oneof(anyLong, anyOther),
      fc.nat(),
      anyText(),
      anyText(),
      ({ secret, redactOne }, place, before, after) => {
        const start = place % (secret.length - 19);
        const fragment = secret.slice(start, start + 20);
        fc.pre(!fragment.includes("[secret]"));
        expect(redactOne(before + fragment + after)).not.toContain(fragment);
      },
    ),
  );
});

test("a very long secret is redacted by an index with fewer entries than three times its length", () => {
  const token = longToken(100_000);
  const add = jest.spyOn(Set.prototype, "add");
  const redactOne = redactor([token]);
  const entries = add.mock.calls.length;
  add.mockRestore();
  expect(entries).toBeGreaterThan(0);
  expect(entries).toBeLessThan(3 * token.length);
  expect(redactOne(`refused: ${token}!`)).toBe("refused: [secret]!");
  expect(redactOne(`refused: ${token.slice(-20)}`)).toBe("refused: [secret]");
});

test("a text without a secret stays as it is in every encoding", () => {
  fc.assert(
    fc.property(
      fc.string({ unit: "binary" }),
      fc.constantFrom(...Object.values(encodings)),
      (message, encode) => {
        const encoded = encode(message);
        expect(redact(encoded, ["opensesame", "canary-token-8a21"])).toBe(encoded);
      },
    ),
  );
});

test("a text of 300,000 characters is redacted in reasonable time, whatever it repeats", () => {
  const key = pem(Array.from({ length: 25 }, (_, line) => `${line}`.repeat(64).slice(0, 64)));
  for (const unit of ["\\", "%25", "&amp;", " ", "-", "canary-", "-----BEGIN ", "MIIE"]) {
    const filler = unit.repeat(Math.floor(300_000 / unit.length));
    expect(redact(`${filler} canary-token-8a21`, [key, "canary-token-8a21"])).toMatch(
      /\[secret\]$/,
    );
  }
});
