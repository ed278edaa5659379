import { isDeepStrictEqual } from "node:util";
import { afterEach, describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { lifecycle } from "../../../../provider/lifecycle/resource";
import * as definitions from "../../../../provider/resources";
import { decode, encode } from "../../../../provider/schema/codec";
import { changedKeys, replacedKeys } from "../../../../provider/schema/diff";
import { secretTexts } from "../../../../provider/schema/secrets";
import { isObject, type Json, type Props } from "../../../../provider/shared/json";
import { randomRuns } from "../../../support/sample";
import { inputsOf, nearly, oddities } from "../../../support/values/arbitrary";

const numRuns = randomRuns(1000);
const resources = Object.values(definitions).map((it) => [it.name, lifecycle(it)] as const);
const prototype = Object.getOwnPropertyNames(Object.prototype).sort();

afterEach(() => {
  // No value may change the prototype of other objects.
  expect(Object.getOwnPropertyNames(Object.prototype).sort()).toEqual(prototype);
  expect(({} as Props).polluted).toBeUndefined();
});

describe.each(resources)("%s", (_name, resource) => {
  const { inputs } = resource;
  const valid = inputsOf(inputs);
  const wild = oddities(inputs);
  // The engine's protocol guarantees an object, and nothing about its content.
  const unusual = fc
    .oneof(
      wild,
      valid.chain((value) => nearly(value, wild)),
    )
    .filter(isObject);

  test("no input makes check, diff, encode or decode throw, and failures are texts", () => {
    fc.assert(
      fc.property(unusual, unusual, (olds, news) => {
        replacedKeys(inputs, olds, news);
        changedKeys(inputs, olds, news);
        encode(inputs, news);
        decode(inputs, news);
        const { inputs: checked, failures } = resource.check(olds, news);
        expect(JSON.parse(JSON.stringify(checked))).toEqual(checked);
        for (const failure of failures) expect(failure).toMatch(/^\S/);
      }),
      { numRuns },
    );
  });

  test("no failure repeats a secret", () => {
    const secret = "canary-7be2d5a1";
    const invalid = valid
      .chain((value) => nearly(withSecret(value, secret), wild))
      .filter(isObject);
    fc.assert(
      fc.property(invalid, (news) => {
        expect(resource.check({}, news).failures.join("\n")).not.toContain(secret);
      }),
      { numRuns },
    );
  });

  test("every difference of valid inputs is found", () => {
    fc.assert(
      fc.property(valid, valid, (one, other) => {
        const [olds, news] = [one, other].map((value) => resource.check({}, value).inputs) as [
          Props,
          Props,
        ];
        const different = Object.keys(news).filter(
          (key) => !isDeepStrictEqual(olds[key], news[key]),
        );
        expect(changedKeys(inputs, olds, news).sort()).toEqual(different.sort());
      }),
      { numRuns },
    );
  });

  test("deeply nested input ends in failures", () => {
    let deep: Json = {};
    for (let level = 0; level < 100_000; level++) deep = level % 2 ? [deep] : { destination: deep };
    for (const key of Object.keys(inputs.properties)) {
      const news = { [key]: deep };
      expect(resource.check(news, news).failures.length).toBeGreaterThan(0);
      encode(inputs, news);
      decode(inputs, news);
    }
  });

  /** The same value with one text in place of every secret. */
  function withSecret(value: Props, secret: string): Props {
    const secrets = new Set(secretTexts(inputs, value));
    return JSON.parse(JSON.stringify(value), (_key, item) => (secrets.has(item) ? secret : item));
  }
});
