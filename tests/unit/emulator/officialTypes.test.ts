import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import ts from "typescript";
import { eventTypes, sampleObjects } from "../../../emulator/src/delivery/sampleData";
import { encode } from "../../../provider/schema/codec";
import { removeTemporaryFolders, root, temporaryFolder } from "../../support/project";
import { samples } from "../../support/values/kinds";
import { compile, optionsOf, quickstart } from "../../types/compile";

afterAll(removeTemporaryFolders);

/** Compiles values as those of the official client's types. Returns the errors as `line: code text`. */
function errorsOf(values: [type: string, value: unknown][]): string[] {
  const folder = temporaryFolder();
  symlinkSync(join(root, "node_modules"), join(folder, "node_modules"));
  const file = join(folder, "values.ts");
  const lines = values.map(
    ([type, value], index) =>
      `export const value${index}: Management.${type} = ${JSON.stringify(value)};`,
  );
  writeFileSync(file, ['import type { Management } from "auth0";', ...lines].join("\n"));
  const { errors } = compile(ts, [file], optionsOf(ts, quickstart));
  return Object.values(errors)
    .flat()
    .map(({ line, code, underlined }) => `${values[line - 2]?.[0]}: ${code} ${underlined}`);
}

test("the bodies that the provider sends have the types of the official client", () => {
  const types: Record<string, string> = {
    EventStream: "EventStreamsCreateRequest",
    RateLimitPolicy: "CreateRateLimitPolicyRequestContent",
    GuardianFcmv1Provider: "SetGuardianFactorsProviderPushNotificationFcmv1RequestContent",
  };
  const bodies = samples.flatMap(({ kind, program }): [string, unknown][] => {
    const type = types[kind.name];
    return type === undefined ? [] : [[type, encode(kind.resource.inputs, program)]];
  });
  const errors = errorsOf(bodies);
  // The client has no types for the secrets of webhooks, without which no receiver can be authorized.
  expect(errors).toEqual([
    'EventStreamsCreateRequest: TS2353 "password"',
    'EventStreamsCreateRequest: TS2353 "token"',
    'EventStreamsCreateRequest: TS2353 "header_value"',
  ]);
});

test("sample events have the types of the official client", () => {
  const name = (type: string) =>
    type
      .replace("organization", "org")
      .replace(/(?:^|\.)(.)/g, (_match, letter: string) => letter.toUpperCase());
  const values = eventTypes.map((type): [string, unknown] => [
    `EventStreamCloudEvent${name(type)}Object`,
    sampleObjects[type],
  ]);
  expect(errorsOf(values)).toEqual([]);
});
