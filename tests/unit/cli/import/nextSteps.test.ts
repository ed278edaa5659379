import { describe, expect, test } from "@jest/globals";
import { languageOf } from "../../../../cli/import/languages";
import { nextSteps, type Placement } from "../../../../cli/import/steps";
import { plannedPolicy, plannedWebhook, planOf } from "../../../support/values/importPlans";

const placement: Placement = {
  cwd: ".",
  out: "imported",
  language: languageOf("nodejs", false),
  variables: [],
  declared: false,
  imported: true,
  withoutCode: [],
  missingLine: undefined,
};

const commandsAfter = (changes: Partial<Placement>, plan = planOf(plannedWebhook())) =>
  nextSteps(plan, { ...placement, ...changes }).flatMap(({ commands = [] }) => commands);

const textsAfter = (changes: Partial<Placement>) =>
  nextSteps(planOf(plannedPolicy()), { ...placement, ...changes }).map(({ text }) => text);

describe("the steps after an import", () => {
  test("set the secrets that are missing, send them, and check for drift", () => {
    expect(commandsAfter({})).toEqual([
      "pulumi config set --secret crmToken --stack production",
      "pulumi preview --stack production",
      "pulumi up --stack production",
      "npx auth0-native drift production",
    ]);
  });

  test("begin with pulumi import, whose options need no quotes, if the state lacks the objects", () => {
    expect(commandsAfter({ imported: false }).slice(0, 2)).toEqual([
      "pulumi import --file imported/import.json --generate-code=false --yes --skip-preview --stack production",
      "rm imported/import.json",
    ]);
  });

  test("send nothing if all secrets are known", () => {
    expect(commandsAfter({}, planOf(plannedWebhook("canary")))).toEqual([
      "pulumi preview --stack production",
      "npx auth0-native drift production",
    ]);
  });

  test("name the folder of the program where it is another one", () => {
    const commands = commandsAfter({ cwd: "../my program", imported: false });
    expect(commands).toContain("rm '../my program/imported/import.json'");
    expect(commands.at(-1)).toBe("npx auth0-native drift production --cwd '../my program'");
  });

  test("copy the code that Pulumi has written, but not for a resource that the program declares", () => {
    const language = languageOf("python", false);
    expect(textsAfter({ language })[0]).toBe(
      "Copy the resources from `imported/program.py` into your program.",
    );
    expect(textsAfter({ language, declared: true })[0]).toMatch(/^Preview/);
  });

  test("are none if nothing is imported", () => {
    expect(nextSteps(planOf(), placement)).toEqual([]);
  });
});
