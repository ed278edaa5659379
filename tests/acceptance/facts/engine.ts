import { join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import { encode, wireName } from "../../../provider/schema/codec";
import type { Props } from "../../../provider/shared/json";
import { pluginTypeToken } from "../../../provider/stateStrings";
import { jsProject, type Project } from "../../support/engine/jsProject";
import { addPlugin } from "../../support/engine/pluginFolder";
import { readState } from "../../support/engine/stateFile";
import { root, run as runCommand } from "../../support/project";
import { declare } from "../../support/values/everything";
import { changeOf, type ListedKind, only } from "../../support/values/kinds";
import { differencesOf, type Run } from "../run";
import { idOf, isLimited, isSuccess } from "../service";

/** A stack with every kind of object, by the real engine: once with the dynamic provider, once with the plugin. */

export const adapterNames = ["dynamic", "plugin"] as const;
export type AdapterName = (typeof adapterNames)[number];

interface Declared {
  /** The resource's name in the program. */
  name: string;
  kind: ListedKind;
  args: Props;
}

const now = ["--yes", "--skip-preview"];
const up = ["up", ...now];
const driftCheck = ["refresh", "--preview-only", "--expect-no-changes"];

export async function engineFacts(run: Run, adapter: AdapterName): Promise<void> {
  const kinds = await changeableKinds(run, adapter);
  if (kinds.length === 0) return;
  let program: Declared[] = kinds.flatMap((kind) => {
    const isReplaceable = kind.replaced && !run.lacks(kind, kind.replaced);
    const names = isReplaceable ? ["changed", "replaced"] : ["changed"];
    return names.map((name) => declared(run, kind, name));
  });
  const last = run.service.exchanges.at(-1);
  // Otherwise, the engine's processes would not get these settings.
  const pace: Record<string, string> =
    last && isLimited(last) ? {} : { AUTH0_REQUESTS_PER_SECOND: "2" };
  const project = await jsProject({ ...pace, ...run.environment }, "", {
    inline: async () => {
      for (const one of program) register(adapter, one);
    },
  });
  if (adapter === "plugin") addPlugin(project);
  const engine = async (fact: string, code: number, args: string[], command = project.pulumi) => {
    const { code: found, text } = await command(...args);
    await run.service.rest();
    const lines = text.trim().split("\n");
    const errors = lines.filter((line) => line.includes("error: "));
    const shown = (errors.length > 0 ? errors : lines).slice(-5).join(" / ");
    const problem = found === code ? [] : [`exit code ${found}: ${shown}`];
    run.settle(`${adapter}: ${fact}`, "engine", problem);
    stopIfForeign(run, project);
    return found === code;
  };
  try {
    await run.service.rest();
    const isUp = await engine("up creates every kind of object", 0, up);
    if (!isUp) return run.leave(`${adapter}: what follows`, "engine", "up failed");
    await engine("a refresh right after finds no drift", 0, driftCheck);
    program = program.map((one) => changedOf(run, one));
    await engine("up changes in place, and replaces", 0, up);
    await engine("a refresh finds no drift after it", 0, driftCheck);
    await changeElsewhere(run, program);
    // `--expect-no-changes` has this exit code if there are changes.
    await engine("a change outside of Pulumi is drift", 7, driftCheck);
    for (const kind of kinds) {
      const one = declared(run, kind, "adopted");
      const fact = `${kind.name} can be imported`;
      const created = await run.create(kind, one.args);
      // The tenant may be full by now.
      if (!isSuccess(created)) {
        run.leave(`${adapter}: ${fact}`, "engine", `${differencesOf(created, 201)}`);
        continue;
      }
      const id = idOf(created);
      program.push(one);
      project.write(programText(program));
      if (adapter === "plugin") await engine(fact, 0, importArguments(one, id));
      else await engine(fact, 0, adoptArguments(one, id), ownCommand(project));
    }
    // Imported objects are protected.
    if (adapter === "dynamic") await project.pulumi("state", "unprotect", "--all", "--yes");
    await engine("destroy deletes what up created and what was imported", 0, ["destroy", ...now]);
  } finally {
    project.remove();
  }
}

/** The run's own client rejects these ids, but the engine's processes don't use it. */
function stopIfForeign({ service }: Run, { folder }: Project): void {
  const { resources = [] } = readState(join(folder, "state"));
  const foreign = resources.find(({ id = "" }) => service.foreign.has(id));
  if (foreign === undefined) return;
  service.stopped = `the state has ${foreign.id}, which the tenant had before the run`;
  throw new Error(service.stopped);
}

/** A stack with other resources would fail as a whole. */
async function changeableKinds(run: Run, adapter: AdapterName): Promise<ListedKind[]> {
  const kinds: ListedKind[] = [];
  for (const kind of run.kinds) {
    if (!run.hasCreated(kind)) {
      run.leave(`${adapter}: ${kind.name}`, "engine", "the tenant took none before");
      continue;
    }
    const scopes = kind.definition.update?.scopes ?? [];
    const isLacking = await run.service.lacks(scopes);
    if (!isLacking) kinds.push(kind);
    else run.leave(`${adapter}: ${kind.name}`, "engine", `it needs ${scopes.join(" or ")}`);
  }
  return kinds;
}

/** The package's import command previews the folder's program, which declares the objects. */
const programText = (program: Declared[]) =>
  [
    'const sdk = require("pulumi-auth0-native");',
    ...program.map(
      ({ name, kind, args }) => `new sdk.${kind.name}("${name}", ${JSON.stringify(args)});`,
    ),
  ].join("\n");

const importArguments = ({ kind, name }: Declared, id: string) => [
  ...["import", pluginTypeToken(kind.name), name, id],
  ...[...now, "--generate-code=false", "--protect=false"],
];

const adoptArguments = ({ name }: Declared, id: string) => [
  ...["import", "--stack", "test", "--id", id, "--as", name, "--run"],
];

/** Runs the package's import command, for the dynamic provider. */
const ownCommand =
  ({ folder, env }: Project) =>
  (...args: string[]) =>
    runCommand(process.execPath, [join(root, "cli.js"), ...args], folder, env);

const declared = (run: Run, kind: ListedKind, name: string): Declared => ({
  name: `${kind.name} ${name}`,
  kind,
  args: run.own(kind, kind.first),
});

/** A resource of the plugin, as an SDK in JavaScript registers it. */
class Served extends pulumi.CustomResource {}

function register(adapter: AdapterName, { name, kind, args }: Declared): void {
  if (adapter === "dynamic") declare(kind, name, args);
  else new Served(pluginTypeToken(kind.name), name, args);
}

/** The program with the object's natural key, unless the key replaces the object. */
function changedOf(run: Run, one: Declared): Declared {
  const { name, kind, args } = one;
  const isReplaced = name.endsWith(" replaced");
  const program = run.own(kind, (isReplaced && kind.replaced) || kind.changed);
  const key = isReplaced ? {} : only(args, Object.keys(kind.unique("")));
  return { ...one, args: { ...program, ...key } };
}

/** Undoes the update of the first object, as somebody could do in the dashboard. */
async function changeElsewhere(run: Run, [first]: Declared[]): Promise<void> {
  if (first === undefined) return;
  const { kind, args } = first;
  const [key = ""] = Object.keys(kind.unique(""));
  const live = await run.service.list(kind);
  const id = idOf({ body: live.find((object) => object[wireName(key)] === args[key]) });
  const before = only(run.own(kind, kind.first), Object.keys(changeOf(kind)));
  const body = encode(kind.resource.inputs, before);
  const changed = await run.service.send(kind.routes.update, { id, body });
  if (!isSuccess(changed)) throw new Error(`nothing was changed: ${differencesOf(changed, 200)}`);
}
