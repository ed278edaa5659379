import { expect, test } from "@jest/globals";
import fc from "fast-check";
import { redact } from "../../../../provider/shared/redact";

const withheld = "(the response repeats a secret, so it isn't shown)";
const json = (text: string) => JSON.stringify(text).slice(1, -1);
const form = (text: string) => new URLSearchParams({ s: text }).toString().slice(2);
const base64 = (text: string) => Buffer.from(text).toString("base64");

/** Two signs by name and the others by number, as HTML libraries mix them. */
const htmlNames: Record<string, string> = { '"': "&quot;", "<": "&lt;" };
const html = (text: string) =>
  text.replace(/[&<>"']/g, (sign) => htmlNames[sign] ?? `&#${sign.charCodeAt(0)};`);

const escaped = (text: string) =>
  text.replace(/./gs, (char) => `\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`);

/** In these encodings, redaction replaces a whole secret. */
const replaced: Record<string, (text: string) => string> = {
  "plain text": (text) => text,
  JSON: json,
  "a form": form,
  "a part of a URL": encodeURIComponent,
};

/** In these encodings, redaction withholds the text, unless the secret is spelled as in plain text. */
const withholding: Record<string, (text: string) => string> = {
  "JSON in JSON in JSON": (text) => json(json(json(text))),
  "\\u escapes": escaped,
  "a part of a URL, twice": (text) => encodeURIComponent(encodeURIComponent(text)),
  "JSON in a form": (text) => form(json(text)),
  "a form in JSON": (text) => json(form(text)),
  HTML: html,
  "HTML in JSON": (text) => json(html(text)),
  "JSON in HTML": (text) => html(json(text)),
  "folded lines": (text) => text.replace(/\s+/g, " "),
  "YAML or SQL, with doubled quotes": (text) => text.replaceAll("'", "''").replaceAll('"', '""'),
  "text with invisible characters": (text) => [...text].join("\u200b"),
  "text with soft hyphens and tags": (text) => [...text].join("\u00ad\u{e0041}"),
  base64,
  "base64 for a URL": (text) => Buffer.from(text).toString("base64url"),
  "lines of base64": (text) => base64(text).replace(/.{4}/g, "$&\r\n"),
  "base64 in a form": (text) => form(base64(text)),
  "a longer text in base64": (text) => base64(`{${text}}`),
  "a basic authorization header": (text) => base64(`me:${text}`),
};

/** Six characters or more, with many that need escaping. */
const anySecret = fc
  .tuple(
    fc.stringMatching(/^[A-Za-z0-9]{8}$/),
    fc.string({ unit: fc.constantFrom(..."abzAZ09\"'\\/&<>%+=?# \n\t$ö€😀"), maxLength: 40 }),
  )
  .map(([letters, rest]) => `${letters.slice(0, 4)}${rest}${letters.slice(4)}`);

/** Any text, halves of surrogate pairs included. */
const anyText = (minLength = 0) =>
  fc.string({
    minLength,
    unit: fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code)),
  });

test.each(Object.entries(replaced))("a whole secret is replaced in %s", (_name, encode) => {
  fc.assert(
    fc.property(anySecret, (secret) => {
      const result = redact(`No: "${encode(secret)}" again`, [secret, "another"]);
      expect(result).toBe('No: "[secret]" again');
    }),
  );
});

test.each(Object.entries(withholding))(
  "a text with a secret is withheld in %s",
  (_name, encode) => {
    fc.assert(
      fc.property(anySecret, (secret) => {
        const text = `No: "${encode(secret)}" again`;
        const isPlain = Object.values(replaced).some((plain) => text.includes(plain(secret)));
        expect(redact(text, [secret])).toBe(isPlain ? 'No: "[secret]" again' : withheld);
      }),
    );
  },
);

test("a text with a fragment of 20 characters is withheld, plain or in base64", () => {
  fc.assert(
    fc.property(
      fc.stringMatching(/^[\w-]{21,200}$/),
      fc.nat(),
      fc.constantFrom(
        (text: string) => text,
        escaped,
        (text: string) => base64(`me:${text}`),
      ),
      (secret, place, encode) => {
        const start = place % (secret.length - 19);
        const shown = encode(secret.slice(start, start + 20));
        expect(redact(`No: "${shown}" again`, [secret])).toBe(withheld);
      },
    ),
  );
});

test("a text with a line of a private key is withheld, however the key is configured", () => {
  const line = base64("any line of a key has sixty-four characters of base64");
  const key = `-----BEGIN PRIVATE KEY-----\nMIIE\n${line}\n-----END PRIVATE KEY-----\n`;
  const account = JSON.stringify({ type: "service_account", private_key: key }, null, 2);
  for (const configured of [key, key.replaceAll("\n", "\\n"), account]) {
    for (const shown of [line, key.trim(), json(key.trim()), json(json(account)).slice(60)]) {
      expect(redact(`invalid: ${shown}`, [configured])).not.toContain(line.slice(0, 20));
    }
  }
});

test("the longest of nested secrets is replaced", () => {
  const nested = ["secret", "secret22-long", "secret22"];
  for (const order of [nested, [...nested].reverse()]) {
    expect(redact("secret22-long secret22 secret", order)).toBe("[secret] [secret] [secret]");
  }
});

test("a text with a secret of signs and entities is withheld, however often HTML encodes it", () => {
  const parts = fc.constantFrom("&lt;", "&amp;", "&quot;", "&", "<", '"', "'", ";", "\\lt;", "a");
  const secrets = fc.array(parts, { minLength: 3, maxLength: 12 }).map((some) => some.join(""));
  const codes = [
    html,
    (text: string) => html(html(text)),
    (text: string) => json(html(html(html(text)))),
  ];
  fc.assert(
    fc.property(secrets, fc.constantFrom(...codes), (secret, encode) => {
      fc.pre(/[&<"]/.test(secret));
      const shown = redact(`No: (${encode(secret)}) again`, [secret]);
      // If the secret ends with an entity's first sign, the rest of that entity stays.
      expect([withheld, "No: ([secret]) again"]).toContain(shown.replace(/\](#38;)+/, "]"));
    }),
  );
});

test("a text with a secret of fewer than 6 characters is withheld", () => {
  for (const text of ['the value a"b is wrong', "the value a%22b is wrong"]) {
    expect(redact(text, ['a"b'])).toBe(withheld);
  }
});

test("a text without a secret is unchanged in every encoding", () => {
  const secrets = ["", "opensesame", "canary-token-8a21-of-the-client", "a\"'b"];
  const encodings = Object.values({ ...replaced, ...withholding });
  fc.assert(
    fc.property(fc.string({ unit: "binary" }), fc.constantFrom(...encodings), (text, encode) => {
      const encoded = encode(Buffer.from(text).toString());
      expect(redact(encoded, secrets)).toBe(encoded);
    }),
  );
});

test("redact accepts any text and any secret", () => {
  fc.assert(
    fc.property(anyText(), fc.array(anyText(), { maxLength: 4 }), (message, secrets) => {
      expect(typeof redact(message, secrets)).toBe("string");
    }),
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

test("a text of 300,000 characters is redacted in reasonable time", () => {
  const secret = "canary-token-8a21".repeat(2000);
  for (const unit of ["\\", "%25", "&amp;", " ", "-", "canary-", "-----BEGIN ", "MIIE"]) {
    const filler = unit.repeat(Math.floor(300_000 / unit.length));
    expect(redact(`${filler} ${secret}`, [secret])).toMatch(/ \[secret\]$/);
  }
});
