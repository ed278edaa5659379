import { afterEach, beforeEach, expect, jest, test } from "@jest/globals";
import * as pulumi from "@pulumi/pulumi";
import * as settings from "@pulumi/pulumi/runtime/settings";
import { displayErrors, errorsDisplayed, resetDisplayedErrors } from "../../../sdk/displayErrors";

let deliver: (() => void)[] = [];

beforeEach(() => {
  resetDisplayedErrors();
  deliver = [];
  jest.spyOn(settings, "getEngine").mockReturnValue({} as never);
  jest
    .spyOn(pulumi.log, "error")
    .mockImplementation(() => new Promise<void>((resolve) => deliver.push(resolve)));
});

afterEach(() => {
  jest.restoreAllMocks();
});

test("errorsDisplayed waits for the errors that are added while it waits", async () => {
  let isDone = false;
  displayErrors(["first"]);
  const done = errorsDisplayed().then(() => {
    isDone = true;
  });
  displayErrors(["second"]);

  deliver[0]?.();
  await new Promise(setImmediate);
  expect(isDone).toBe(false);

  deliver[1]?.();
  await done;
  expect(pulumi.log.error).toHaveBeenCalledTimes(2);
});
