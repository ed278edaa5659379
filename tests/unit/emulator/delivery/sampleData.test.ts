import { expect, test } from "@jest/globals";
import { sampleData } from "../../../../emulator/src/delivery/sampleData";
import { eventTypes } from "../../../../emulator/src/schemas/eventTypes";

test("every event type has sample data about what it names", () => {
  const keys = (object: object) => Object.keys(object).join(" ");
  const subjects = eventTypes.map((type) => [type, keys(sampleData(type).object)]);
  expect(Object.fromEntries(subjects)).toMatchObject({
    "user.created": "user_id email email_verified name",
    "connection.deleted": "id name strategy",
    "group.member.added": "group user",
    "organization.group.role.assigned": "organization group role",
    "organization.member.role.deleted": "organization user role",
  });
  for (const type of eventTypes) {
    const { object } = sampleData(type);
    // An undefined part would be missing in the JSON.
    expect(JSON.parse(JSON.stringify(object))).toEqual(object);
    expect(Object.values(object)).not.toContain(undefined);
    expect(Object.keys(object)).not.toHaveLength(0);
  }
});
