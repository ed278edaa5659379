import { expect, test } from "@jest/globals";
import { runOperation } from "../../../../provider/adapters/boundary";
import { InitFailed } from "../../../../provider/lifecycle/stateFromResponse";
import { resourceSchema } from "../../../../provider/schema/packageSchema";
import { connect } from "../../../support/tenant/connect";
import { canaries, stream } from "../../../support/values/eventStream";

// The API client redacts its own errors. These errors come from elsewhere.

test.each<[string, (message: string) => unknown]>([
  ["exception", (message) => new TypeError(message)],
  ["half-done write", (message) => new InitFailed(message, "est_1", {})],
  ["text", (message) => message],
])("the message of a thrown %s shows no secret of its call", async (_what, thrown) => {
  const { session, settings } = await connect();
  const { inputs: schema } = resourceSchema("EventStream");
  const call = {
    schema,
    session,
    bags: [{}, stream()],
    secrets: ["marked by the program"],
  };
  const secrets = [canaries.password, "marked by the program", ...settings.secrets];
  const failed = runOperation(call, () => {
    throw thrown(`unexpected: ${secrets.join()} at crm`);
  });
  const replaced = secrets.map(() => "[secret]").join();
  await expect(failed).rejects.toMatchObject({
    message: `unexpected: ${replaced} at crm`,
    stack: "",
  });
});
