import { quote } from "./yaml";

/** GitHub's filter is a pattern (documentation, "Filter pattern cheat sheet"); this one fits only the name. */
export const branchFilter = (branch: string): string => branch.replace(/[*+?!\\[]/g, "\\$&");

/** A condition of GitLab for the pipelines of one source on a branch. */
export function gitlabCondition(source: string, branch: string): string {
  // GitLab's expressions have no escapes within quotation marks.
  const text = branch.includes('"') ? `'${branch}'` : `"${branch}"`;
  const condition = `$CI_PIPELINE_SOURCE == "${source}" && $CI_COMMIT_BRANCH == ${text}`;
  return /^[\w./+-]+$/.test(branch) ? condition : quote(condition);
}

/**
 * Throws if a text cannot be the name of a branch, by the rules of `git check-ref-format`. GitLab's
 * expressions cannot contain both kinds of quotation marks.
 */
export function assertBranchName(name: string): void {
  const isBranch =
    name !== "" &&
    name !== "@" &&
    // biome-ignore lint/suspicious/noControlCharactersInRegex: git refuses them
    !/[\u0000-\u0020\u007f~^:?*[\\\p{Cs}]|^[-/]|\/\/|\/$|\.\.|@\{|(^|\/)\.|\.$|\.lock(\/|$)/u.test(
      name,
    );
  if (isBranch && !/'.*"|".*'/.test(name)) return;
  throw new Error(
    `${JSON.stringify(name)} cannot be the branch of the pipelines: git or GitLab does not allow such a name`,
  );
}
