import { join } from "node:path";
import { encode, wireName } from "../../../provider/schema/codec";
import type { Props } from "../../../provider/shared/json";
import { jsProject, type Project } from "../../support/engine/jsProject";
import { readState } from "../../support/engine/stateFile";
import { declare } from "../../support/values/everything";
import { changeOf, type ListedKind, only } from "../../support/values/kinds";
import { differencesOf, type Run } from "../run";
import { idOf, isLimited, isSuccess } from "../service";

/** A stack with every kind of object, by the real engine. The plugin sends the same requests as the dynamic provider. */

interface Declared {
  /** The resource's name in the program. */
  name: string;
  kind: ListedKind;
  args: Props;
}

const now = ["--yes", "--skip-preview"];
const up = ["up", ...now];
const driftCheck = ["refresh", "--preview-only", "--expect-no-changes"];

export async function engineFacts(run: Run): Promise<void> {
  const kinds = await changeableKinds(run);
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
      for (const { kind, name, args } of program) declare(kind, name, args);
    },
  });
  const engine = async (fact: string, code: number, args: string[]) => {
    const { code: found, text } = await project.pulumi(...args);
    await run.service.rest();
    const lines = text.trim().split("\n");
    const errors = lines.filter((line) => line.includes("error: "));
    const shown = (errors.length > 0 ? errors : lines).slice(-5).join(" / ");
    const problem = found === code ? [] : [`exit code ${found}: ${shown}`];
    run.settle(fact, "engine", problem);
    stopIfForeign(run, project);
    return found === code;
  };
  try {
    await run.service.rest();
    const isUp = await engine("up creates every kind of object", 0, up);
    if (!isUp) return run.leave("what follows", "engine", "up failed");
    await engine("a refresh right after finds no drift", 0, driftCheck);
    program = program.map((one) => changedOf(run, one));
    await engine("up changes in place, and replaces", 0, up);
    await engine("a refresh finds no drift after it", 0, driftCheck);
    await changeElsewhere(run, program);
    // `--expect-no-changes` has this exit code if there are changes.
    await engine("a change outside of Pulumi is drift", 7, driftCheck);
    await engine("destroy deletes what up created", 0, ["destroy", ...now]);
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
async function changeableKinds(run: Run): Promise<ListedKind[]> {
  const kinds: ListedKind[] = [];
  for (const kind of run.kinds) {
    if (!run.hasCreated(kind)) {
      run.leave(kind.name, "engine", "the tenant took none before");
      continue;
    }
    const scopes = kind.definition.update?.scopes ?? [];
    const isLacking = await run.service.lacks(scopes);
    if (!isLacking) kinds.push(kind);
    else run.leave(kind.name, "engine", `it needs ${scopes.join(" or ")}`);
  }
  return kinds;
}

const declared = (run: Run, kind: ListedKind, name: string): Declared => ({
  name: `${kind.name} ${name}`,
  kind,
  args: run.own(kind, kind.first),
});

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
