import { join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import { encode, wireName } from "../../../provider/schema/codec";
import { isObject, type Props } from "../../../provider/shared/json";
import { pluginTypeToken } from "../../../provider/stateContract";
import * as sdk from "../../../sdk";
import { jsProject, type Project } from "../../support/engine/jsProject";
import { addPlugin } from "../../support/engine/pluginFolder";
import { root, run as runCommand } from "../../support/project";
import { changeOf, type ListedKind, only } from "../../support/values/kinds";
import type { Run } from "../run";
import { isSuccess } from "../service";

/** A stack with every kind of object, by the real engine: once with the dynamic provider, once with the plugin. */

export const adapterNames = ["dynamic", "plugin"] as const;
export type AdapterName = (typeof adapterNames)[number];

interface Declared {
  /** In the program. */
  name: string;
  kind: ListedKind;
  args: Props;
}

export async function engineFacts(run: Run, adapter: AdapterName): Promise<void> {
  let program: Declared[] = run.kinds.map((kind) => declared(run, kind, "changed", kind.first));
  const replaceable = run.kinds.filter((kind) => kind.replaced && !run.lacks(kind, kind.replaced));
  program.push(...replaceable.map((kind) => declared(run, kind, "replaced", kind.first)));
  const project = await jsProject(run.environment, "", {
    inline: async () => {
      for (const one of program) declare(adapter, one);
    },
  });
  if (adapter === "plugin") addPlugin(project);
  const engine = async (fact: string, code: number, args: string[], command = project.pulumi) => {
    await run.service.rest();
    const { code: found, text } = await command(...args);
    await run.service.rest();
    const problem = found === code ? [] : [`exit code ${found}: ${lastLines(text)}`];
    run.settle(`${adapter}: ${fact}`, "engine", problem, []);
  };
  try {
    await engine("up creates every kind of object", 0, up);
    await engine("a refresh right after finds no drift", 0, driftCheck);
    program = program.map((one) => changedOf(run, one));
    await engine("up changes in place, and replaces", 0, up);
    await engine("a refresh finds no drift after it", 0, driftCheck);
    await changeElsewhere(run, program);
    // The exit code of `--expect-no-changes` where there are some.
    await engine("a change outside of Pulumi is drift", 7, driftCheck);
    for (const kind of run.kinds) {
      const one = declared(run, kind, "adopted", kind.first);
      const body = encode(kind.resource.inputs, one.args);
      const created = await run.service.send(kind.routes.create, { body });
      program.push(one);
      project.write(programText(program));
      const id = isObject(created.body) ? String(created.body.id) : "";
      const fact = `${kind.name} can be imported`;
      if (adapter === "plugin") await engine(fact, 0, importArguments(one, id));
      else await engine(fact, 0, adoptArguments(one, id), ownCommand(project));
      // Both protect what they import.
      await project.pulumi("state", "unprotect", "--all", "--yes");
    }
    await engine("destroy deletes what up created and what was imported", 0, ["destroy", ...now]);
  } finally {
    project.remove();
  }
}

const now = ["--yes", "--skip-preview"];
const up = ["up", ...now];
const driftCheck = ["refresh", "--preview-only", "--expect-no-changes"];

/** For the import command of the package, which previews the program of the folder. */
const programText = (program: Declared[]) =>
  [
    'const sdk = require("pulumi-auth0-native");',
    ...program.map(({ name, kind, args }) => {
      const values = [name, args].map((value) => JSON.stringify(value));
      return `new sdk.${kind.name}(${values.join(", ")});`;
    }),
  ].join("\n");

const importArguments = ({ kind, name }: Declared, id: string) => [
  ...["import", pluginTypeToken(kind.name), name, id],
  ...[...now, "--generate-code=false", "--protect=false"],
];

const adoptArguments = ({ name }: Declared, id: string) => [
  ...["import", "--stack", "test", "--id", id, "--as", name, "--run"],
];

/** The command of the package, which imports for the dynamic provider. */
const ownCommand =
  ({ folder, env }: Project) =>
  (...args: string[]) =>
    runCommand(process.execPath, [join(root, "cli.js"), ...args], folder, env);

const declared = (run: Run, kind: ListedKind, name: string, program: Props): Declared => ({
  name: `${kind.name} ${name}`,
  kind,
  args: run.own(kind, program),
});

/** A resource of the plugin, as an SDK in JavaScript registers it. */
class Served extends pulumi.CustomResource {}

function declare(adapter: AdapterName, { name, kind, args }: Declared): void {
  const classes = sdk as unknown as Record<string, new (name: string, args: Props) => unknown>;
  const Dynamic = classes[kind.name];
  if (adapter === "dynamic" && Dynamic) new Dynamic(name, args);
  else new Served(pluginTypeToken(kind.name), name, args);
}

/** With the natural key of the object, unless it is what replaces it. */
function changedOf(run: Run, { name, kind, args }: Declared): Declared {
  const isReplaced = name.endsWith(" replaced");
  const program = run.own(kind, (isReplaced && kind.replaced) || kind.changed);
  const key = isReplaced ? {} : only(args, Object.keys(kind.unique("")));
  return { name, kind, args: { ...program, ...key } };
}

/** What the dashboard would do: the first object gets back what the update changed. */
async function changeElsewhere(run: Run, [first]: Declared[]): Promise<void> {
  if (first === undefined) return;
  const { kind, args } = first;
  const [key = ""] = Object.keys(kind.unique(""));
  const live = await run.service.list(kind);
  const { id } = live.find((object) => object[wireName(key)] === args[key]) ?? {};
  const before = only(run.own(kind, kind.first), Object.keys(changeOf(kind)));
  const body = encode(kind.resource.inputs, before);
  const changed = await run.service.send(kind.routes.update, { id: String(id), body });
  if (!isSuccess(changed)) throw new Error(`nothing was changed: status ${changed.status}`);
}

const lastLines = (text: string) => text.trim().split("\n").slice(-5).join(" / ");
