import { DiffResponse, PropertyDiff as ProtoDiff } from "@pulumi/pulumi/proto/provider_pb";
import type { ObjectDiff } from "../../lifecycle/diff";
import { type Path, topLevelKeys } from "../../schema/diff";

const { Kind } = ProtoDiff;

/** By kind: without and with a replacement. */
const kinds = {
  add: [Kind.ADD, Kind.ADD_REPLACE],
  delete: [Kind.DELETE, Kind.DELETE_REPLACE],
  update: [Kind.UPDATE, Kind.UPDATE_REPLACE],
} as const;

export function diffResponse({ differences, deleteBeforeReplace }: ObjectDiff): DiffResponse {
  const response = new DiffResponse();
  const { DIFF_NONE, DIFF_SOME } = DiffResponse.DiffChanges;
  response.setChanges(differences.length === 0 ? DIFF_NONE : DIFF_SOME);
  response.setHasdetaileddiff(true);
  response.setDeletebeforereplace(deleteBeforeReplace);
  response.setDiffsList(topLevelKeys(differences));
  response.setReplacesList(topLevelKeys(differences.filter(({ replaces }) => replaces)));
  for (const { path, kind, replaces } of differences) {
    const detail = new ProtoDiff();
    detail.setKind(kinds[kind][replaces ? 1 : 0]);
    detail.setInputdiff(true);
    response.getDetaileddiffMap().set(enginePath(path), detail);
  }
  return response;
}

/** A path as the engine writes it: `destination.configuration`, `subscriptions[0]`, `a["b.c"]`. */
function enginePath(path: Path): string {
  return path.reduce<string>((text, key) => {
    if (typeof key === "number") return `${text}[${key}]`;
    if (!/^[A-Za-z_$][\w$]*$/.test(key)) return `${text}[${JSON.stringify(key)}]`;
    return text === "" ? key : `${text}.${key}`;
  }, "");
}
