import { expect, test } from "@jest/globals";
import { declarationsOf } from "./rules";
import { readTree, withoutGenerated } from "./sourceTree";

/**
 * Names that the code once used for what HTTP, Pulumi or the code itself has a usual name for, each
 * group with the names to use. A name of several meanings says what it is about: `knownIds`,
 * `plainText`.
 */
const replacedNames: Record<string, string> = {
  "Pace Waiting": "RateLimiter, WaitNotice",
  "persist judge Ask": "withRetries, classifyOutcome, RetryRequest",
  "Patience maxKnocks": "RetryPolicy, maxUnreachableRetries",
  "Fate unsure doubt": "NetworkFailureKind, mayHaveRun, markUncertain",
  assertHome: "assertSameTenant",
  "settle unsettled": "stateAfterWrite, forgetUncertainSecret",
  "writing odd strange": "withReadsInvalidated, unexpectedAnswer, mistypedOutputs",
  "managed lift": "managedInputs, hoistNestedOutputs",
  "Making alike doubtMs held": "PendingCreate, sameShape, clockToleranceMs, knownIds",
  "wrote fewest turned saved": "invalidate, batchThreshold, pagesFetched, readsSaved",
  "told toldKey": "reported, reportedBySdkKey",
  "alien telling shortest": "redactable, fragmentLength, minRedactableLength",
  "look nextStep": "compareStack, remedies",
  problem: "Violation, Diagnostic",
  "meetFaults spoil gate befalls pause": "faultHooks, applyFault, authorize, affects, delay",
  "plain known below": "what is plain, known or below",
};

const names = Object.keys(replacedNames).flatMap((group) => group.split(" "));

test("the code declares none of the replaced names", () => {
  const tree = withoutGenerated(
    readTree("provider", "sdk", "cli", "emulator/src", "tools", "bench"),
  );
  expect(declarationsOf(names, tree)).toEqual([]);
});

test("the HTTP client is not called Tenant, which is the emulator's server", () => {
  const tree = readTree("provider", "sdk", "cli");
  expect(declarationsOf(["Tenant"], tree)).toEqual([]);
  expect(declarationsOf(["Tenant"], readTree("emulator/src"))).not.toEqual([]);
});
