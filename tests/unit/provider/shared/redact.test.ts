import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { redact } from "../../../../provider/shared/redact";

const secret = 'p4ss "word" \\ & größe\n+';
const json = (text: string) => JSON.stringify(text).slice(1, -1);
const form = (text: string) => new URLSearchParams({ s: text }).toString().slice(2);
const html = (text: string) =>
  text.replace(/[&<>"']/g, (char) =>
    char === '"' ? "&quot;" : char === "<" ? "&lt;" : `&#${char.charCodeAt(0)};`,
  );
const escaped = (text: string) =>
  text.replace(/./gs, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** What an echo may make of a text; each may stand within another. */
const spellings: Record<string, (text: string) => string> = {
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

const base64s: Record<string, (text: string) => string> = {
  base64: (text) => Buffer.from(text).toString("base64"),
  base64url: (text) => Buffer.from(text).toString("base64url"),
  "part of a longer text in base64": (text) => Buffer.from(`{${text}}`).toString("base64"),
  "base64 in a form": (text) => form(Buffer.from(text).toString("base64")),
};

/** Any text at all, halves of surrogate pairs included. */
const text = (minLength = 0) =>
  fc.string({
    minLength,
    unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)),
  });

/** Secrets as people and machines make them: awkward signs are frequent, six letters certain. */
const secrets = fc
  .tuple(
    fc.stringMatching(/^[A-Za-z0-9]{6}$/),
    fc.string({ unit: fc.constantFrom(..."abzAZ09\"'\\/&<>%+=?# \n\t$ö€😀"), maxLength: 40 }),
  )
  .map(([letters, rest]) => `${letters.slice(0, 3)}${rest}${letters.slice(3)}`);

const pem = (lines: string[]) =>
  `-----BEGIN PRIVATE KEY-----\n${lines.join("\n")}\n-----END PRIVATE KEY-----\n`;
const keyLines = fc.array(fc.stringMatching(/^[A-Za-z0-9+/]{64}$/), { minLength: 1, maxLength: 5 });

test.each(Object.entries(spellings))("a secret is struck out as %s", (_name, spell) => {
  expect(redact(`before ${spell(secret)} after ${spell(secret)}.`, [secret])).toBe(
    "before [secret] after [secret].",
  );
});

test.each(Object.entries(spellings))("any secret is in no result as %s", (_name, spell) => {
  fc.assert(
    fc.property(secrets, fc.lorem(), (any, words) => {
      fc.pre(!words.includes(any));
      const result = redact(`${words} "${spell(any)}" ${words}`, [any, "another"]);
      // Where a secret reads as less than six characters, as one full of %41 does.
      fc.pre(!result.startsWith("(message withheld"));
      expect(result).toBe(`${words} "[secret]" ${words}`);
    }),
  );
});

test.each(Object.entries(base64s))("any secret is in no result as %s", (_name, encode) => {
  fc.assert(
    fc.property(secrets, (any) => {
      const result = redact(`Basic ${encode(any)}, refused`, [any]);
      // What is left are the ends, which hold bits of the neighbours.
      expect(result).toMatch(/^Basic \S*\[secret\]\S*, refused$/);
      for (const end of result.slice(6, -9).split("[secret]")) {
        expect(Buffer.from(end, "base64").toString()).not.toContain(any.slice(0, 6));
        expect(Buffer.from(end, "base64").toString()).not.toContain(any.slice(-6));
      }
    }),
  );
});

test("a password is in no result as the header that carries it, whoever the user is", () => {
  fc.assert(
    fc.property(fc.stringMatching(/^[a-z.@]{0,12}$/), secrets, (user, password) => {
      const header = Buffer.from(`${user}:${password}`).toString("base64");
      const result = redact(`Authorization: Basic ${header}`, [password]);
      const left = Buffer.from(result.replace(/.*Basic /, "").replace("[secret]", ""), "base64");
      expect(result).toContain("[secret]");
      expect(left.length).toBeLessThanOrEqual(user.length + 4);
    }),
  );
});

test("every line of a key is struck out, alone or with others, in the key's JSON and without", () => {
  fc.assert(
    fc.property(keyLines, fc.constantFrom(...Object.values(spellings)), (lines, spell) => {
      const key = pem(lines);
      const account = JSON.stringify({ type: "service_account", private_key: key });
      const oneLine = key.replaceAll("\n", "\\n");
      for (const given of [key, oneLine, account, JSON.stringify(JSON.parse(account), null, 2)]) {
        for (const shown of [...lines, key, oneLine, account]) {
          const result = redact(`invalid: ${spell(shown)}!`, [given]);
          for (const line of lines) expect(result).not.toContain(line.slice(20, 40));
        }
      }
    }),
    { numRuns: 50 },
  );
});

test("the end of a text that breaks off within a secret is struck out", () => {
  const token = "canary-token-8a21";
  const told = "No: {'token': '";
  for (const end of ["", "...", "…", '"}', " (...)"]) {
    expect(redact(`${told}${token.slice(0, 11)}${end}`, [token])).toBe(`${told}[secret]${end}`);
  }
  const long = "canary-".repeat(10);
  for (const length of [20, 33, 69]) {
    expect(redact(`${told}${long.slice(0, length)}`, [long])).toBe(`${told}[secret]`);
  }
});

test("of secrets that contain each other nothing is left", () => {
  const nested = ["hunter", "hunter22-long", "hunter22"];
  for (const order of [nested, [...nested].reverse()]) {
    expect(redact("hunter22-long hunter22 hunter", order)).toBe("[secret] [secret] [secret]");
  }
  expect(redact("abcdefghijkl", ["abcdefgh", "efghijkl"])).toBe("[secret]");
});

test("a text that repeats a very short secret is withheld, any other stays", () => {
  expect(redact("the value 1234 is wrong", ["1234"])).not.toContain("1234");
  expect(redact("the value is wrong", ["1234"])).toBe("the value is wrong");
  expect(redact("the value a%22b is wrong", ['a"b'])).not.toContain("a%22b");
});

test("a very short secret never strikes out a part of a word", () => {
  fc.assert(
    fc.property(fc.lorem({ maxCount: 20 }), fc.stringMatching(/^[a-z]{1,5}$/), (words, short) => {
      const result = redact(words, [short]);
      expect(result).not.toContain("[secret]");
      if (!words.includes(short)) expect(result).toBe(words);
      else expect(result).toMatch(/^\(message withheld/);
    }),
  );
});

test("an empty secret strikes nothing out", () => {
  expect(redact("name is required", [""])).toBe("name is required");
});

test("what a replacement pattern would mean is only text", () => {
  expect(redact("a $& b $1$1$1 c", ["$1$1$1", "$&$&$&"])).toBe("a $& b [secret] c");
});

test("no text and no secret make it throw", () => {
  fc.assert(
    fc.property(text(), fc.array(text(), { maxLength: 4 }), (message, given) => {
      expect(typeof redact(message, given)).toBe("string");
    }),
  );
  expect(redact("half \ud800 pair", ["\ud800\ud800\ud800\ud800\ud800\ud800"])).toBe(
    "half \ud800 pair",
  );
  for (const odd of ["%", "%ff%fe", "&#999999;", "&#xfffff;", "\\ud800", "\\u12", "&amp;#;"]) {
    expect(redact(odd, ["opensesame"])).toBe(odd);
    expect(redact("text", [odd.repeat(6)])).toBe("text");
  }
});

test("a long secret is in no result, whatever surrounds it", () => {
  fc.assert(
    fc.property(text(), text(), text(6), (before, after, any) => {
      fc.pre(!"[secret]".includes(any) && !any.includes("[secret]"));
      const result = redact(`${before}${any}${after}${json(any)}`, [any]);
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

test("a text without a secret stays as it is, however it is spelled", () => {
  fc.assert(
    fc.property(fc.string(), fc.constantFrom(...Object.values(spellings)), (message, spell) => {
      const told = spell(message);
      expect(redact(told, ["opensesame", "canary-token-8a21"])).toBe(told);
    }),
  );
});

test("texts of a megabyte are read in one go, whatever they repeat", () => {
  const key = pem(Array.from({ length: 25 }, (_, line) => `${line}`.repeat(64).slice(0, 64)));
  for (const unit of ["\\", "%25", "&amp;", " ", "-", "canary-", "-----BEGIN ", "MIIE"]) {
    const told = unit.repeat(Math.floor(1_000_000 / unit.length));
    expect(redact(`${told} canary-token-8a21`, [key, "canary-token-8a21"])).toMatch(/\[secret\]$/);
  }
});
