import { displayName } from "../../shared/text";
import { forgetPulumi } from "./forgetPulumi";
import { forgetTerraform } from "./forgetTerraform";
import type { InstructionBlock } from "./instructions";
import { officialGuardian } from "./officialResources";
import type { OfficialState } from "./officialState";

/**
 * How a person makes the old tool forget the objects that were taken over, without deleting them. The
 * ids are those of the objects, and that of the push credentials if they were taken over.
 */
export function forgetCommands(
  state: OfficialState,
  takenIds: Iterable<string>,
): InstructionBlock[] {
  const ids = new Set(takenIds);
  const taken = state.objects.filter(({ id }) => ids.has(id));
  const forget = state.tool === "Pulumi" ? forgetPulumi : forgetTerraform;
  return [...(taken.length > 0 ? forget(state, taken) : []), ...keepGuardian(state, ids)];
}

function keepGuardian({ pushCredentials }: OfficialState, ids: Set<string>): InstructionBlock[] {
  if (pushCredentials === undefined || !ids.has(pushCredentials.id)) return [];
  const address = displayName(pushCredentials.address);
  const text = `Keep \`${address}\` in the old program: it manages the other factors as well. Remove only \`${pushCredentials.attribute}\` from it, and keep its \`${officialGuardian.block}\` block, without which it would turn push notifications off.`;
  return [{ text }];
}
