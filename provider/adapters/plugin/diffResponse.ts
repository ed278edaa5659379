import { DiffResponse, PropertyDiff as ProtoDiff } from "@pulumi/pulumi/proto/provider_pb";
import type { ObjectDiff } from "../../lifecycle/diff";
import { topLevelKeys } from "../../schema/diff";
import { pathText } from "../../schema/path";

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
  const details = response.getDetaileddiffMap();
  for (const { path, kind, replaces } of differences) {
    const detail = new ProtoDiff();
    // Items of a set may be deleted and added at one index, and a path can have one kind only.
    const isRepeated = details.has(pathText(path));
    detail.setKind(kinds[isRepeated ? "update" : kind][replaces ? 1 : 0]);
    detail.setInputdiff(true);
    details.set(pathText(path), detail);
  }
  return response;
}
