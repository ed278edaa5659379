import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import ts from "typescript";
import packageSchema from "../../../schema.json";
import { root } from "../../support/project";
import { editor } from "../../types/editor";

const stream = (args: string) => `new auth0.EventStream("a", { ${args} });`;
const webhook = (text: string) => `destination: { type: "webhook", configuration: { ${text} } }`;
const policy = (args: string) => `new auth0.RateLimitPolicy("a", { ${args} });`;

/**
 * Places in a program (`|` is the cursor), and a fact that the hover text there must contain: the
 * meaning, a limit, the default, or what replaces.
 */
const places: [string, string][] = [
  [stream("na|me: '', destination"), "1 to 128 characters. Updated in place"],
  [stream("sta|tus: 'disabled', destination"), "Default `enabled`, also for an existing"],
  [
    stream("desti|nation: { type: 'webhook' }"),
    "A change of `type`, and any change of an `eventbr",
  ],
  [stream(webhook("").replace("type", "ty|pe")), "A change to another type replaces the stream"],
  [stream(webhook("webhookAuthor|ization: { method: 'basic' }")), "never returns the secret part"],
  [
    stream(webhook("webhookAuthorization: { method: 'basic', pass|word: '' }")),
    "not empty. Secret",
  ],
  [
    stream("destination: { type: 'eventbridge', configuration: { aws|AccountId: '' } }"),
    "12 digits. A change replaces the stream",
  ],
  [policy("consumer|Selector: ''"), "At most 255 characters. A change replaces the policy"],
  [policy("configuration: { action: 'log', lim|it: 1 }"), "a whole number from 0 to 10,000"],
  ["new auth0.Guardian|Fcmv1Provider('a', { serverCredentials: '' })", "A tenant has one set"],
  ["new auth0.Provider('a', { audi|ence: '' })", "Default `https://<domain>/api/v2/`"],
  ["auth0.getDeliveries({ eventStreamId: '', ta|ke: 1 })", "from 1 to 100. Default 50"],
  ["auth0.getDeliv|eriesOutput({ eventStreamId: '' })", "with Outputs as arguments"],
  ["auth0.EventStream.get('a', 'b').awsPartner|EventSource", "only with an `eventbridge` dest"],
  ["auth0.RateLimitPolicy.g|et('a', 'b')", "by its id, without managing it"],
];

/** Places in a program, and the names that completion offers there, the first ones first. */
const completionPlaces: [string, string][] = [
  // The members `apply` and `get` are those of an Output, which is allowed there too.
  [stream("|"), "destination apply name status subscriptions"],
  [stream("destination: { | }"), "apply configuration get type"],
  [stream("destination: { type: '|' }"), "action eventbridge webhook"],
  [
    stream(webhook("webhookAuthorization: { method: 'basic', | }")),
    "apply get password username headerKey headerValue token",
  ],
  [policy("configuration: { action: 'log', | }"), "apply get limit redirectUri"],
  [policy("configuration: { action: 'allow', | }"), "apply get limit redirectUri"],
];

const eventTypePlace = stream("subscriptions: [{ eventType: '|' }]");
const regionPlace = stream(
  "destination: { type: 'eventbridge', configuration: { awsRegion: '|' } }",
);

const programs = [
  ...[...places, ...completionPlaces].map(([program]) => program),
  eventTypePlace,
  regionPlace,
];

describe("an editor", () => {
  const { hover, completions } = editor(programs);

  test.each(places)("the hover text of %s contains the fact", (program, fact) => {
    expect(hover(program)).toContain(fact);
  });

  test.each(completionPlaces)(
    "completion of %s offers the properties of the chosen branch first",
    (program, names) => {
      expect(completions(program).join(" ")).toBe(names);
    },
  );

  test("completion offers the event types and the AWS regions of schema.json", () => {
    const { "auth0-native:index:EventKind": kind, "auth0-native:index:AwsRegion": region } =
      packageSchema.types;
    const valuesOf = ({ enum: values }: typeof kind) => values.map(({ value }) => value).sort();
    expect(completions(eventTypePlace)).toEqual(valuesOf(kind));
    expect(completions(regionPlace)).toEqual(valuesOf(region));
  });
});

interface Member {
  name: string;
  text: string;
  /** Declared as `undefined`, because it belongs to another branch of a union. */
  refused: boolean;
}

/** The properties of the declared types, in their order. */
function declaredTypes(): [string, Member[]][] {
  const path = join(root, "bin", "sdk", "generated.d.ts");
  const source = ts.createSourceFile(
    path,
    readFileSync(path, "utf8"),
    ts.ScriptTarget.Latest,
    true,
  );
  return source.statements
    .filter((node) => ts.isInterfaceDeclaration(node) || ts.isClassDeclaration(node))
    .map(({ name, members }) => {
      const properties = [...members].filter(
        (node) => ts.isPropertySignature(node) || ts.isPropertyDeclaration(node),
      );
      const found = properties.map((node): Member => {
        const docs = ts.getJSDocCommentsAndTags(node).map((doc) => doc.getText());
        const refused = node.type?.kind === ts.SyntaxKind.UndefinedKeyword;
        return { name: node.name.getText(), text: docs.join(), refused };
      });
      return [name?.text ?? "", found];
    });
}

test("every property of every declared type has a doc comment", () => {
  const described = declaredTypes().flatMap(([type, members]) =>
    members
      .filter(({ refused, name }) => !refused || name === "apply")
      .map(({ name, text }) => ({ name: `${type}.${name}`, text })),
  );
  expect(described.length).toBeGreaterThan(100);
  expect(described.filter(({ text }) => !/^\/\*\* \S.+ \*\/$/.test(text))).toEqual([]);
});

test("properties of other branches of a union come last, sorted and without a doc comment", () => {
  const mixed = declaredTypes()
    .map(([type, members]) => ({ type, members: members.filter(({ name }) => name !== "apply") }))
    .filter(({ members }) => members.some(({ refused }) => refused));
  expect(mixed).toHaveLength(9);
  for (const { type, members } of mixed) {
    expect(type).toMatch(/Args$/);
    const first = members.findIndex(({ refused }) => refused);
    const last = members.slice(first);
    expect(last.map(({ name }) => name)).toEqual(last.map(({ name }) => name).sort());
    expect(last.every(({ refused, text }) => refused && text === "")).toBe(true);
  }
});
