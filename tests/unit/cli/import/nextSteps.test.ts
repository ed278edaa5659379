import { describe, expect, test } from "@jest/globals";
import { type Language, languages } from "../../../../cli/import/languages";
import { nextSteps, type Placement } from "../../../../cli/import/nextSteps";
import { readme } from "../../../../cli/import/render/readme";
import {
  knownToken,
  plannedPolicy,
  plannedWebhook,
  planOf,
} from "../../../support/values/importPlans";

const language = (name: string) => languages.find((one) => one.name === name) as Language;

const placement: Placement = {
  cwd: ".",
  out: "imported",
  language: language("typescript"),
  variables: [],
  declared: false,
  imported: false,
  withoutCode: [],
  missingLine: undefined,
};

/** What a user reads after an import in a language. */
const textOf = (name: string, changes: Partial<Placement> = {}, plan = unknown) =>
  readme(plan, nextSteps(plan, { ...placement, language: language(name), ...changes }));

const commandsAfter = (changes: Partial<Placement>, plan = planOf(plannedWebhook())) =>
  nextSteps(plan, { ...placement, imported: true, ...changes }).flatMap(
    ({ commands = [] }) => commands,
  );

const unknown = planOf(plannedWebhook(), plannedPolicy());
const [secret] = plannedWebhook(knownToken).secrets;
const found = planOf(
  plannedWebhook(knownToken, {
    secrets: secret ? [{ ...secret, source: "other tool" }] : [],
  }),
);
const setToken = "pulumi config set --secret crmToken --stack production";

describe("the steps after an import", () => {
  test.each(languages)(
    "in $name skip Pulumi's preview, which would end at the first missing object",
    ({ name }) => {
      expect(textOf(name)).toMatch(/pulumi import --file imported.* --yes --skip-preview --stack/);
    },
  );

  test("for the plugin go on only after exit code 0", () => {
    expect(textOf("python")).toContain("Go on only after exit code 0");
  });

  test("pass settings by the environment, and read secret ones when the command runs", () => {
    const variables = [
      { name: "AUTH0_DOMAIN", value: "example.eu.auth0.com", configKey: "auth0:domain" },
      { name: "AUTH0_API_TOKEN", value: "canary", configKey: "auth0:apiToken", secret: true },
      { name: "AUTH0_AUDIENCE", value: "not configured" },
    ].map((variable) => ({ secret: false, ...variable }));
    const text = textOf("typescript-plugin", { variables });
    expect(text).toContain(
      [
        "AUTH0_DOMAIN=example.eu.auth0.com \\",
        'AUTH0_API_TOKEN="$(pulumi config get auth0:apiToken --stack production)" \\',
        "pulumi import ",
      ].join("\n   "),
    );
    expect(text).not.toMatch(/canary|not configured/);
  });

  test("advise on empty files in YAML if there are secrets, and on corrections in Go", () => {
    expect(textOf("yaml")).toContain("An empty file means");
    expect(textOf("yaml", {}, planOf(plannedPolicy()))).not.toContain("An empty file means");
    expect(textOf("go", {}, planOf(plannedPolicy()))).toContain(
      "docs/go.md of pulumi-auth0-native lists",
    );
  });

  test("name the objects for which Pulumi wrote no code", () => {
    const withoutCode = unknown.objects.slice(0, 1);
    const text = textOf("yaml", { imported: true, withoutCode });
    expect(text).toContain(`Pulumi has written no code for EventStream \`crm\` (est_`);
    expect(text).toContain("Copy the resources");
    expect(text).not.toContain("the file has a placeholder");
    expect(textOf("yaml", { imported: true, withoutCode: unknown.objects })).not.toContain(
      "Copy the resources",
    );
  });

  test.each(["typescript", "python"])(
    "in %s neither ask for a secret that another tool's state has, nor show it",
    (name) => {
      expect(textOf(name)).toContain(setToken);
      expect(textOf(name, {}, found)).not.toContain(setToken);
      expect(textOf(name, {}, found)).not.toContain(knownToken);
    },
  );

  test("check for drift with this package's command only where npm has installed it", () => {
    expect(textOf("typescript-plugin")).toContain("npx pulumi-auth0-native drift production");
    expect(textOf("go")).toContain("pulumi refresh --preview-only --expect-no-changes --diff");
  });
});

describe("the texts and commands of the steps", () => {
  test("set the secrets that are missing, send them, and check for drift", () => {
    expect(commandsAfter({})).toEqual([
      "pulumi config set --secret crmToken --stack production",
      "pulumi preview --stack production",
      "pulumi up --stack production",
      "npx pulumi-auth0-native drift production",
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
      "npx pulumi-auth0-native drift production",
    ]);
  });

  test("name the folder of the program where it is another one", () => {
    const commands = commandsAfter({ cwd: "../my program", imported: false });
    expect(commands).toContain("rm '../my program/imported/import.json'");
    expect(commands.at(-1)).toBe("npx pulumi-auth0-native drift production --cwd '../my program'");
  });

  test("copy the code that Pulumi has written, but not for a resource that the program declares", () => {
    const copy = "Copy the resources from `imported/program.py` into your program.";
    expect(textOf("python")).toContain(copy);
    expect(textOf("python", { declared: true })).not.toContain(copy);
  });

  test("are none if nothing is imported", () => {
    expect(nextSteps(planOf(), placement)).toEqual([]);
  });
});
