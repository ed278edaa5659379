import { join } from "node:path";
import { startTenant, type Tenant } from "../../../emulator/src";
import { passphrase } from "../engine/environment";
import { mustRun, removeTemporaryFolders, root, temporaryFolder } from "../project";
import type { Ci } from "./ci";
import { startForge, token } from "./forge";
import { GithubActions } from "./githubActions";
import { GitlabCi } from "./gitlabCi";
import { newInstallation } from "./installation";
import type { EnvironmentSettings, Place } from "./place";
import { defaultBranch, newRepository } from "./repository";
import { createStacks, type Declared, program, projectFiles } from "./teamProject";
import type { Kind } from "./withForge";

/** A team with a program in a repository on a forge, and a tenant for each of its stacks. */
export interface Team {
  ci: Ci;
  place: Place;
  tenants: Record<string, Tenant>;
  /** Overrides what the team has set, by `<stack> <job>`. */
  secrets: Record<string, Record<string, string>>;
  /** Lets `ci init` write the pipelines for these stacks, and commits them. */
  writePipelines(stacks: string[]): Promise<void>;
  /** Commits the program on a branch, which starts at the default branch. */
  change(branch: string, declared: Declared): Promise<string>;
  /** Merges the pull request with this last commit; the next one has no comment yet. */
  merge(head: string): Promise<string>;
  /** The requests of each tenant since the last call, without their ids, in alphabetical order. */
  requests(): Record<string, string[]>;
  /** All that jobs printed and wrote to the forge since the last call. */
  printed(): string;
  close(): Promise<void>;
}

export async function newTeam(kind: Kind, stacks: string[]): Promise<Team> {
  const [forge, repository, installation] = await Promise.all([
    startForge(),
    newRepository(),
    newInstallation(),
  ]);
  const tenants: Team["tenants"] = {};
  for (const stack of stacks) {
    tenants[stack] = await startTenant({ clientSecret: `canary-${stack}-secret` });
  }
  const state = temporaryFolder();
  const secrets: Team["secrets"] = {};
  let printed = "";
  const place: Place = {
    ...{ forge, repository, installation },
    variables: { PULUMI_BACKEND_URL: `file://${state}` },
    settingsOf: (environment) => environmentSettings(kind, environment, { tenants, secrets }),
    printed: (text) => {
      // With what the job wrote, since a later one replaces it.
      printed += text + JSON.stringify([forge.comments, forge.issues]);
    },
  };
  const programOf = (goal: Declared) => ({
    "index.js": installation.recordProgram + program(goal),
  });
  const writePipelines = async (names: string[]) => {
    const { PATH } = installation.environment();
    const options = ["--stacks", names.join(), "--force"];
    const command = [join(root, "cli.js"), "ci", "init", kind.toLowerCase(), ...options];
    await mustRun(process.execPath, command, repository.folder, { PATH });
    await repository.commit(defaultBranch, {});
  };
  await repository.commit(defaultBranch, {
    ...projectFiles,
    ...(await createStacks(tenants, state, installation)),
  });
  await writePipelines(stacks);
  return {
    ...{ place, tenants, secrets, writePipelines },
    ci: kind === "GitHub" ? new GithubActions(place) : new GitlabCi(place),
    change: (branch, goal) => repository.commit(branch, programOf(goal), defaultBranch),
    async merge(head) {
      const commit = await repository.merge(head);
      forge.merged.set(commit, head);
      forge.comments = [];
      return commit;
    },
    requests: () => mapValues(tenants, requestsOf),
    printed() {
      const text = printed;
      printed = "";
      return text;
    },
    async close() {
      for (const tenant of Object.values(tenants)) await tenant.close();
      await forge.close();
      removeTemporaryFolders();
    },
  };
}

/** Named as `ci init` tells: `staging-apply` on GitHub, `staging/apply` on GitLab. */
function environmentSettings(
  kind: Kind,
  environment: string,
  { tenants, secrets }: Pick<Team, "tenants" | "secrets">,
): EnvironmentSettings {
  if (kind === "GitLab" && environment === "reports") {
    return { secrets: { GITLAB_TOKEN: token }, variables: {} };
  }
  const [, stack = "", separator, job] =
    /^(.+)([-/])(preview|apply|drift)$/.exec(environment) ?? [];
  const tenant = tenants[stack];
  if (!tenant || separator !== (kind === "GitHub" ? "-" : "/")) {
    throw new Error(`the team has set nothing for ${environment}`);
  }
  const { AUTH0_CLIENT_ID = "", AUTH0_CLIENT_SECRET = "" } = tenant.environment;
  return {
    variables: { AUTH0_DOMAIN: tenant.url },
    secrets: {
      ...{ AUTH0_CLIENT_ID, PULUMI_CONFIG_PASSPHRASE: passphrase },
      // A preview sends no request, so any secret will do.
      AUTH0_CLIENT_SECRET: job === "preview" ? "canary-preview-secret" : AUTH0_CLIENT_SECRET,
      ...secrets[`${stack} ${job}`],
    },
  };
}

function requestsOf(tenant: Tenant): string[] {
  const requests = tenant.apiRequests().map((one) => one.replace(/^(\w+) \/([\w-]+).*$/, "$1 $2"));
  tenant.clearRequests();
  return requests.sort();
}

const mapValues = <From, To>(object: Record<string, From>, map: (value: From) => To) =>
  Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value)]));
