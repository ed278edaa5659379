import { quote } from "../yaml";

/** A condition that holds for pipelines of one source on one branch. */
export function ifOnBranch(source: string, branch: string): string {
  // GitLab's expressions have no escapes within quotation marks.
  const text = branch.includes('"') ? `'${branch}'` : `"${branch}"`;
  const condition = `$CI_PIPELINE_SOURCE == "${source}" && $CI_COMMIT_BRANCH == ${text}`;
  return /^[\w./+-]+$/.test(branch) ? condition : quote(condition);
}
