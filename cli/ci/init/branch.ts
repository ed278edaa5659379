/** GitHub's filter is a pattern (documentation, "Filter pattern cheat sheet"); this one fits only the name. */
export const branchFilter = (branch: string): string => branch.replace(/[*+?!\\[]/g, "\\$&");

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
