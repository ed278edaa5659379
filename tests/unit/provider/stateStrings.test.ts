import { expect, test } from "@jest/globals";
import * as handlers from "../../../provider";
import * as resources from "../../../provider/resources";
import {
  handlerName,
  providerKey,
  providerText,
  toldKey,
  typeToken,
} from "../../../provider/stateStrings";

const names = Object.values(resources).map(({ name }) => name);

test("the strings in existing states never change", () => {
  const strings = Object.fromEntries(names.map((name) => [typeToken(name), providerText(name)]));
  expect(strings).toMatchObject({
    "pulumi-nodejs:dynamic/auth0-native:EventStream":
      'exports.handler = () => require("pulumi-auth0-native/provider").eventStream;',
    "pulumi-nodejs:dynamic/auth0-native:RateLimitPolicy":
      'exports.handler = () => require("pulumi-auth0-native/provider").rateLimitPolicy;',
    "pulumi-nodejs:dynamic/auth0-native:GuardianFcmv1Provider":
      'exports.handler = () => require("pulumi-auth0-native/provider").guardianFcmv1Provider;',
  });
  expect([providerKey, toldKey]).toEqual(["__provider", "__told"]);
});

test("every handler that a state names is an export of the provider", () => {
  expect(Object.keys(handlers)).toEqual(expect.arrayContaining(names.map(handlerName)));
});
