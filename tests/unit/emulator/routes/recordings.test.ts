import { expect, test } from "@jest/globals";
import { recording, streamRecordings } from "../../../support/recordings/recording";
import { differences, responsesTo, textOf } from "../../../support/recordings/responses";

const recordings = [
  ...streamRecordings,
  "go-auth0/list",
  "terraform-provider-auth0/invalid-id",
  "go-auth0/deliveries",
];

test.each(recordings)("responses have the shape of the recording %s", async (name) => {
  for (const { request, recorded, returned } of await responsesTo(recording(name))) {
    const [expected, actual] = [recorded, returned].map((one) => textOf(one, differences));
    expect(`${request}\n${actual}`).toBe(`${request}\n${expected}`);
  }
});

test("every difference that is listed is one", async () => {
  const comparisons = (await Promise.all(recordings.map(recording).map(responsesTo))).flat();
  const obsolete = differences.filter((difference) => {
    const others = differences.filter((one) => one !== difference);
    return comparisons.every(
      ({ recorded, returned }) => textOf(recorded, others) === textOf(returned, others),
    );
  });
  expect(obsolete).toEqual([]);
});
