import { expect, test } from "@jest/globals";
import { listCommand } from "../../../../cli/deliveries/list/command";
import { statsCommand } from "../../../../cli/deliveries/stats/command";
import { testCommand } from "../../../../cli/deliveries/test/command";
import {
  inEnvironment,
  recordedContext,
  streamId,
  withEnvironmentTenant,
} from "../../../support/deliveries/commandContext";

const environment = withEnvironmentTenant();
const unknownId = "est_9999999999999999999999";

const commands: Record<string, (stream: string) => Promise<number>> = {
  list: (stream) =>
    listCommand(
      stream,
      { ...inEnvironment, max: 10, interval: 1 },
      environment.stop,
      recordedContext(),
    ),
  stats: (stream) => statsCommand(stream, inEnvironment, environment.stop, recordedContext()),
  test: (stream) =>
    testCommand(
      stream,
      "user.created",
      { ...inEnvironment, timeout: 9 },
      environment.stop,
      recordedContext(),
    ),
};
const requests: Record<string, [method: string, route: string, scope: string]> = {
  list: ["GET", "deliveries", "read:event_streams,read:event_deliveries"],
  stats: ["GET", "stats", "read:event_deliveries"],
  test: ["POST", "test", "update:event_streams"],
};
const failureOf = async (command: string, stream: string) => {
  const error = await commands[command]?.(stream).catch((thrown: Error) => thrown);
  return String((error as Error).message).replace(/ \[correlation id .*\]$/, "");
};

test.each(Object.keys(commands))("%s of an id that no stream has says so", async (command) => {
  const [method, route] = requests[command] ?? [];
  expect(await failureOf(command, unknownId)).toBe(
    `${method} /event-streams/${unknownId}/${route} (${environment.tenant.domain}): 404 Not Found: The requested stream does not exist; there is no such stream in this tenant; take its id from the stream's output`,
  );
});

test.each(Object.keys(commands))("%s without its permission names it", async (command) => {
  const [method, route, scopes = ""] = requests[command] ?? [];
  await environment.restart({ scopes: [] });
  expect(await failureOf(command, streamId)).toBe(
    `${method} /event-streams/${streamId}/${route} (${environment.tenant.domain}): 403 insufficient_scope: Insufficient scope, expected any of: ${scopes}; grant the scope ${scopes.replace(",", " or ")} to the application`,
  );
});
