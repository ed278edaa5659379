import type { ForgeCli } from "./forgeCli";
import type { Environment } from "./values";

/** Sets up environments of the repository that `gh` finds in the current folder. */
export async function githubSetup(
  cli: ForgeCli,
  reviewers: string[],
  branch: string,
  variables: string[],
): Promise<(environment: Environment) => Promise<void>> {
  const found: object[] = [];
  for (const name of reviewers) found.push(await reviewerOf(cli, name));
  return async ({ name, kinds, values }) => {
    const path = `repos/{owner}/{repo}/environments/${encodeURIComponent(name)}`;
    // Previews run on every branch.
    const isLimited = !kinds.includes("preview");
    const rules = {
      reviewers: kinds.includes("apply") ? found : [],
      deployment_branch_policy: isLimited
        ? { protected_branches: false, custom_branch_policies: true }
        : null,
    };
    await cli.write(JSON.stringify(rules), "api", "--silent", "-X", "PUT", path, "--input", "-");
    if (isLimited) await allowBranch(cli, `${path}/deployment-branch-policies`, branch);
    for (const [key, value] of Object.entries(values)) {
      const command = variables.includes(key) ? "variable" : "secret";
      await cli.write(value, command, "set", key, "--env", name);
    }
  };
}

/** Teams are named with their organization. */
async function reviewerOf(cli: ForgeCli, name: string): Promise<object> {
  const [owner, team] = name.split("/");
  const path = team === undefined ? `users/${name}` : `orgs/${owner}/teams/${team}`;
  const reviewer = await cli.read("api", path);
  return { type: team === undefined ? "User" : "Team", id: reviewer?.id };
}

/** GitHub doesn't accept a branch a second time. */
async function allowBranch(cli: ForgeCli, path: string, branch: string): Promise<void> {
  const allowed = await cli.read("api", `${path}?per_page=100`);
  const policies: { name: string }[] = allowed?.branch_policies ?? [];
  if (policies.some(({ name }) => name === branch)) return;
  const body = JSON.stringify({ name: branch });
  await cli.write(body, "api", "--silent", "-X", "POST", path, "--input", "-");
}
