import { expect, test } from "@jest/globals";
import { lookupsOf } from "../../../../provider/lookups/lookups";
import * as definitions from "../../../../provider/resources";
import type { ListedResource } from "../../../../provider/resources/definition";

test("a resource without a natural key is looked up by its id, of any length", () => {
  const { naturalKey: _, idLength: __, ...keyless } = definitions.eventStream as ListedResource;
  const [one] = lookupsOf(keyless);
  expect(one?.declared).toMatchObject({
    description: expect.stringMatching(/^Returns the event stream with the given `id`\. If/),
    inputs: { required: ["id"] },
  });
  const id = { type: "string", description: "The ID of the event stream." };
  expect(one?.declared.inputs?.properties).toEqual({ id });
});
