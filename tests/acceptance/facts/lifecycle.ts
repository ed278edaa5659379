import { Session } from "../../../provider/lifecycle/session";
import { encode } from "../../../provider/schema/codec";
import { engine, type State } from "../../support/engine/engine";
import { changeOf, type ListedKind, only } from "../../support/values/kinds";
import { design, differencesOf, type Run } from "../run";
import { isSuccess } from "../service";

/** The provider's own operations: what it has written, it reads back without drift. */
export async function lifecycleFacts(run: Run): Promise<void> {
  for (const kind of run.kinds) {
    const scopes = kind.definition.update?.scopes ?? [];
    if (!run.hasCreated(kind)) run.leave(kind.name, design, "the tenant took none before");
    else if (await run.service.lacks(scopes))
      run.leave(kind.name, design, `it needs ${scopes.join(" or ")}`);
    else await kindFacts(run, kind);
  }
}

async function kindFacts(run: Run, kind: ListedKind): Promise<void> {
  const { service } = run;
  const objects = engine(kind.resource, new Session(service.api));
  const driftFact = async (fact: string, state: State, isExpected: boolean) => {
    const drift = await objects.drift(state);
    const isSame = drift.length > 0 === isExpected;
    run.settle(`${kind.name}: ${fact}`, design, isSame ? [] : [`drift of [${drift.join(", ")}]`]);
  };
  const first = run.own(kind, kind.first);
  const created = await objects.create(first);
  await driftFact("there is no drift right after a create", created, false);
  const key = only(first, Object.keys(kind.unique("")));
  const updated = await objects.update(created, { ...run.own(kind, kind.changed), ...key });
  await driftFact("there is no drift right after an update", updated, false);
  // Undoes the update, as somebody could do in the dashboard.
  const body = encode(kind.resource.inputs, only(first, Object.keys(changeOf(kind))));
  const changed = await service.send(kind.routes.update, { id: created.id, body });
  if (!isSuccess(changed)) throw new Error(`nothing was changed: ${differencesOf(changed, 200)}`);
  await driftFact("a change outside of Pulumi is drift", updated, true);
  await objects.destroy(updated);
}
