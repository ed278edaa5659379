import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "@jest/globals";
import { compare, readContract } from "../../../tools/contract/compare";
import { openApiOf } from "../../support/openApi";
import { removeTemporaryFolders, root, temporaryFolder } from "../../support/project";

afterAll(removeTemporaryFolders);

const folder = "emulator/src/contract";
const contract = readContract(join(root, folder));
test("a document with the recorded contract has no difference, even with other content", () => {
  expect(compare(contract, openApiOf(contract))).toEqual([]);
});

test("each change of the used parts is one line", () => {
  const document = openApiOf(contract);
  const { paths, components } = document;
  paths["/event-streams"].get.security[1].oAuth2ClientCredentials = ["read:streams"];
  paths["/event-streams"].get.parameters[1].schema.maximum = 50;
  paths["/event-streams"].get.parameters.reverse();
  paths["/event-streams"].put = { responses: {} };
  paths["/event-streams/{id}/pause"] = { post: { responses: {} } };
  delete paths["/rate-limit-policies/{id}"].delete;
  delete components.schemas.EventStreamDeliveryAttempt.properties.duration;
  components.schemas.EventStreamWebhookBasicAuth.properties.username.maxLength = 64;
  components.schemas.EventStreamStatusEnum.enum.push("paused");
  components.schemas.EventStreamSubscription.required = ["event_type"];
  expect(compare(contract, document)).toEqual([
    "operations › DELETE /rate-limit-policies/{id}: removed",
    "operations › GET /event-streams › parameters › query take › schema › maximum: 100 became 50",
    'operations › GET /event-streams › scopes: without "read:event_streams"',
    'operations › GET /event-streams › scopes: with "read:streams"',
    "operations › PUT /event-streams: added",
    "schemas › EventStreamDeliveryAttempt › properties › duration: removed",
    'schemas › EventStreamStatusEnum › enum: with "paused"',
    'schemas › EventStreamSubscription › required: added ["event_type"]',
    "schemas › EventStreamWebhookBasicAuth › properties › username › maxLength: 128 became 64",
  ]);
});

test("the command prints the differences, and exits with 1 if there are some", () => {
  const document = openApiOf(contract);
  const run = () => {
    const file = join(temporaryFolder(), "oas.json");
    writeFileSync(file, JSON.stringify(document));
    const args = ["--import", "tsx", "tools/contract/index.ts", folder, file];
    const { status, stdout } = spawnSync(process.execPath, args, { cwd: root, encoding: "utf8" });
    return { status, stdout };
  };
  expect(run()).toEqual({ status: 0, stdout: "" });
  document.components.schemas.EventStreamStatusEnum.enum.pop();
  const stdout = 'schemas › EventStreamStatusEnum › enum: without "disabled"\n';
  expect(run()).toEqual({ status: 1, stdout });
});
