import type { ForgeCli } from "./forgeCli";
import type { Environment } from "./values";

interface Variable {
  key: string;
  environment_scope: string;
}

/** Sets up environments of the project that `glab` finds in the current folder. */
export async function gitlabSetup(
  cli: ForgeCli,
  reviewers: string[],
  plain: string[],
): Promise<(environment: Environment) => Promise<void>> {
  const deployers: object[] = [];
  for (const name of reviewers) deployers.push(await deployerOf(cli, name));
  const existing = await listed<Variable>(cli, "projects/:id/variables");
  // GitLab's edition without protected environments has no such list.
  const hasReviewers = deployers.length > 0;
  const protectedPath = "projects/:id/protected_environments";
  const kept = hasReviewers ? await listed<{ name: string }>(cli, protectedPath) : [];
  return async ({ name, kinds, values }) => {
    if (hasReviewers && kinds.includes("apply") && !kept.some((one) => one.name === name)) {
      await send(cli, "POST", protectedPath, { name, deploy_access_levels: deployers });
    }
    for (const [key, value] of Object.entries(values)) {
      const isSame = (one: Variable) => one.key === key && one.environment_scope === name;
      const [method, path] = existing.some(isSame)
        ? ["PUT", `/${key}?filter[environment_scope]=${encodeURIComponent(name)}`]
        : ["POST", ""];
      await send(cli, method, `projects/:id/variables${path}`, {
        key,
        value,
        environment_scope: name,
        raw: true,
        masked: !plain.includes(key),
        // Previews and comments run on branches that are not protected.
        protected: !kinds.includes("preview") && !kinds.includes("reports"),
      });
    }
  };
}

const send = (cli: ForgeCli, method: string, path: string, body: object) => {
  const json = ["--header", "Content-Type: application/json", "--input", "-"];
  return cli.write(JSON.stringify(body), "api", "--silent", "--method", method, path, ...json);
};

/** A group has a path with a slash. */
async function deployerOf(cli: ForgeCli, name: string): Promise<object> {
  if (name.includes("/")) {
    const group = await cli.read("api", `groups/${encodeURIComponent(name)}`);
    return { group_id: group?.id };
  }
  const users = await cli.read("api", `users?username=${name}`);
  if (users?.length === 0) throw new Error(`GitLab has no user ${name}. Correct \`reviewers\``);
  return { user_id: users?.[0].id };
}

/** All pages: `glab api --paginate` would print several JSON texts. */
async function listed<T>(cli: ForgeCli, path: string): Promise<T[]> {
  const pageSize = 100;
  const all: T[] = [];
  for (let page = 1; all.length === (page - 1) * pageSize; page++) {
    const items: T[] = (await cli.read("api", `${path}?per_page=${pageSize}&page=${page}`)) ?? [];
    all.push(...items);
  }
  return all;
}
