import { existsSync } from "node:fs";
import { beforeEach, describe, expect, test } from "@jest/globals";
import { type DriftOptions, runDriftCommand } from "../../../../cli/drift/command";
import { mergeCommand } from "../../../../cli/drift/merge";
import { driftReports } from "../../../support/drift/driftReports";
import { captureOutput } from "../../../support/pipelines/printed";
import { stopSignals, withStandInPulumi } from "../../../support/pipelines/standInPulumi";

const pulumi = withStandInPulumi();
const names = ["a", "b", "c", "d"];

let terminal: ReturnType<typeof captureOutput>;
beforeEach(() => {
  terminal = captureOutput();
});

/** Runs in a project with four stacks, of which none can be read. */
function drift(stacks: string[], options: Partial<DriftOptions> = {}): Promise<string> {
  const listed = JSON.stringify(names.map((name) => ({ name, current: false })));
  pulumi.replacePulumi(
    `[ "$2" = ls ] && echo '${listed}' && exit; echo "error: no stack named x" >&2; exit 255`,
  );
  const defaults = { cwd: pulumi.folder, parallel: 4, exitCodes: "default" } as const;
  return pulumi.run(() => runDriftCommand(stacks, { ...defaults, ...options }, stopSignals()));
}

test.each<[string, string[], Partial<DriftOptions>, string]>([
  ["names and --all", ["a"], { all: true }, "Pass names of stacks or --all, not both."],
  ["an empty name", [""], {}, "The name of the stack or its folder is empty."],
  ["a folder without a stack", ["folder:"], {}, "The name of the stack or its folder is empty."],
  ["two reports on standard output", ["a"], { json: "-", html: "-" }, "Only one report"],
  ["two reports in one file", ["a"], { json: "x", html: "./y/../x" }, "have the same file"],
  ["a folder as a file", ["a"], { json: "." }, `--json "." can't be written: it's a folder`],
  ["a file below a file", ["a"], { html: "package.json/a" }, "can't be written: ENOTDIR"],
  ["a file without a name", ["a"], { markdown: "" }, `--markdown "" can't be written: the name`],
])("%s is refused before the Pulumi CLI is called", async (_, stacks, options, message) => {
  const printed = await drift(stacks, options);
  expect(printed).toMatch(/^exit code 1\nerror: /);
  expect(printed).toContain(message);
  expect(existsSync(pulumi.path("calls"))).toBe(false);
});

/** The options of a check of stacks that each manage or read the same object. */
async function owners(stacks: string[], options: Partial<DriftOptions> = {}) {
  const type = "pulumi-nodejs:dynamic/auth0-native:EventStream";
  for (const name of names) {
    const urn = `urn:pulumi:${name}::p::${type}::crm-${name}`;
    const outputs = { tenant: "a.eu.auth0.com" };
    const state = { urn, type, id: "est_1", custom: true, outputs, external: name === "c" };
    const metadata = { op: "same", urn, type, old: state, new: state };
    const events = [{ resOutputsEvent: { metadata } }, { summaryEvent: {} }];
    pulumi.write(`${name}.events`, events.map((event) => `${JSON.stringify(event)}\n`).join(""));
    pulumi.write(`${name}.state`, JSON.stringify({ deployment: { resources: [state] } }));
  }
  pulumi.replacePulumi(`cd "${pulumi.folder}"; case "$1" in
    stack) cat "$4.state";;
    refresh) cp "$4.events" "$6";;
  esac`);
  const given = { cwd: pulumi.folder, parallel: 4, exitCodes: "default", ...options } as const;
  return pulumi.run(() => runDriftCommand(stacks, given, stopSignals()));
}

test("an object that two stacks manage is a finding, and one that another stack reads is not", async () => {
  expect(await owners(["a", "c"])).toMatch(/^exit code 0/);
  expect(await owners(["a", "b", "c"])).toMatch(/^exit code 2/);
  expect(terminal.stdout).toContain(`Other owners: crm-b in the stack ${pulumi.folder}:b.`);
});

test("a single stack's JSON report has what it manages, for a merge with other reports", async () => {
  await owners(["a"]);
  expect(pulumi.calls()).not.toContain("stack export");
  const json = pulumi.path("part.json");
  await owners(["a"], { json });
  const [{ managed }] = JSON.parse(pulumi.read("part.json")).stacks;
  expect(managed).toMatchObject([{ id: "est_1", tenant: "a.eu.auth0.com" }]);
});

function merge(options: object): Promise<string> {
  pulumi.write("part.json", JSON.stringify(driftReports.drift));
  const defaults = { exitCodes: "default" } as const;
  return pulumi.run(() => mergeCommand([pulumi.path("part.json")], { ...defaults, ...options }));
}

test.each([
  ["default", 2],
  ["report", 0],
])("drift has one of the exit codes %s: %d", async (exitCodes, code) => {
  expect(await merge({ exitCodes })).toBe(`exit code ${code}`);
});

describe("the files of reports", () => {
  test("are created with their folders", async () => {
    await merge({ html: pulumi.path("new/below/a.html") });
    expect(pulumi.read("new/below/a.html")).toContain("acme/prod");
  });

  test("are written although another one cannot be, and so is the terminal's report", async () => {
    const taken = pulumi.path("taken.html");
    const json = pulumi.path("other.json");
    const options = { cwd: pulumi.folder, parallel: 1, exitCodes: "default", html: taken, json };
    // During the check, a folder replaces the file.
    pulumi.replacePulumi(`mkdir -p "${taken}"; exit 255`);
    const printed = await pulumi.run(() =>
      runDriftCommand(["a"], options as DriftOptions, stopSignals()),
    );
    expect(printed).toContain(`error: --html "${taken}" can't be written: it's a folder`);
    expect(terminal.stdout).toContain("1 of 1 stack couldn't be checked");
    expect(JSON.parse(pulumi.read("other.json")).result).toBe("failed");
  });
});
