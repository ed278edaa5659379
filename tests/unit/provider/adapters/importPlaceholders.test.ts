import { describe, expect, test } from "@jest/globals";
import { withImportPlaceholders } from "../../../../provider/adapters/importPlaceholders";
import { ManagementApi } from "../../../../provider/api/managementApi";
import { lifecycle } from "../../../../provider/lifecycle/resource";
import { Session } from "../../../../provider/lifecycle/session";
import { eventStream } from "../../../../provider/resources";
import { secretPlaceholder } from "../../../../provider/schema/placeholder";
import type { Props } from "../../../../provider/shared/json";
import { connect } from "../../../support/tenant/connect";
import { canaries, stream } from "../../../support/values/eventStream";

// The protocol tests do not show which entries of ignoreChanges cover a
// placeholder, and what a failed update leaves in the state.

const path = "destination.configuration.webhookAuthorization.password";
const imported: Props = JSON.parse(
  JSON.stringify(stream({ status: "enabled" })).replaceAll(canaries.password, secretPlaceholder),
);

/** The diff of an unedited program that has the placeholder, as the plugin asks for it. */
async function diff(ignoreChanges: string[]) {
  const { settings, clock } = await connect();
  const session = new Session(new ManagementApi(settings, clock));
  const streams = withImportPlaceholders(lifecycle(eventStream));
  const resource = { urn: "urn:pulumi:test::test::type::crm", ignoreChanges };
  const { inputs } = streams.check(imported, imported, "reject", resource);
  return streams.diff(session, "est_1", imported, inputs, resource);
}

describe("a placeholder in the program and the state", () => {
  test.each([
    ["destination"],
    ["destination.configuration"],
    ["destination.*"],
    ["*"],
    [path],
    ['destination["configuration"].webhookAuthorization'],
  ])("may stay if ignoreChanges covers it (%s)", async (ignored) => {
    expect((await diff(["name", ignored])).differences).toEqual([]);
  });

  test.each([["name"], ["destination.type"], [`${path}.text`], ["dest"]])(
    "is rejected if ignoreChanges covers something else (%s)",
    async (ignored) => {
      const expected = new RegExp(
        `^crm: ${path} is still the placeholder.*\\n.*add "destination" to ignoreChanges`,
      );
      await expect(diff([ignored])).rejects.toThrow(expected);
    },
  );
});

test("a partly failed update keeps the placeholder in the outputs, which ignoreChanges copies", async () => {
  const { server, session } = await connect();
  const streams = withImportPlaceholders(lifecycle(eventStream));
  const { id } = await streams.create(session, stream({ status: "enabled" }));
  const outputs = { ...imported, tenant: server.domain };
  server.respond = ({ method }) => (method === "PATCH" ? { body: { id: "est_other" } } : undefined);
  const failed = streams.update(session, id, outputs, { ...imported, name: "renamed" });
  await expect(failed).rejects.toMatchObject({ id, outs: { destination: imported.destination } });
});
