import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startTenant, type Tenant } from "../../../emulator/src";
import { jsProject, type Project } from "../engine/jsProject";
import { keySettings } from "../engine/keyService";
import { writeEmptyStack, writeStackSettings } from "../engine/newStack";
import { mustRun } from "../project";
import { collectionOf } from "../tenant/objects";
import { listedKinds } from "../values/kinds";

export interface Member {
  stack: string;
  tenant: Tenant;
}

export interface Fleet {
  project: Project;
  members: Member[];
  remove(): Promise<void>;
}

const first = "tenant-01";

/**
 * Stacks of one program, each with its own tenant. The first is created by `pulumi up`; the others are copies
 * of its state, configuration and objects, because 20 updates would take minutes.
 */
export async function fleet(
  size: number,
  program: string,
  encryption: Record<string, string> = keySettings,
): Promise<Fleet> {
  const project = await jsProject({}, program, { inline: true });
  // The objects are old, because one 404 does not prove that a new object is deleted.
  const origin = await startTenant({ clockSkewMs: 120_000 });
  const pulumi = (...args: string[]) =>
    mustRun("pulumi", [...args, "--stack", first], project.folder, project.env);
  writeEmptyStack(join(project.folder, "state"), first);
  writeStackSettings(project.folder, {}, encryption, first);
  const { AUTH0_DOMAIN, AUTH0_CLIENT_ID, AUTH0_CLIENT_SECRET } = origin.environment;
  await pulumi(
    ...["config", "set-all", "--plaintext", `auth0:domain=${AUTH0_DOMAIN}`],
    ...["--plaintext", `auth0:clientId=${AUTH0_CLIENT_ID}`],
    ...["--secret", `auth0:clientSecret=${AUTH0_CLIENT_SECRET}`],
  );
  await pulumi("up", "--yes", "--skip-preview", "--non-interactive", ...project.programArguments);

  const members = [{ stack: first, tenant: origin }];
  const files = [
    (stack: string) => join(project.folder, `Pulumi.${stack}.yaml`),
    (stack: string) => join(project.folder, "state/.pulumi/stacks/test", `${stack}.json`),
  ];
  while (members.length < size) {
    const stack = `tenant-${String(members.length + 1).padStart(2, "0")}`;
    const tenant = await copyOf(origin);
    for (const file of files) {
      const text = readFileSync(file(first), "utf8");
      writeFileSync(
        file(stack),
        text.replaceAll(first, stack).replaceAll(origin.domain, tenant.domain),
      );
    }
    members.push({ stack, tenant });
  }
  return {
    project,
    members,
    async remove() {
      project.remove();
      await Promise.all(members.map(({ tenant }) => tenant.close()));
    },
  };
}

async function copyOf(origin: Tenant): Promise<Tenant> {
  const tenant = await startTenant();
  for (const kind of listedKinds)
    for (const [id, object] of structuredClone(collectionOf(origin, kind)))
      collectionOf(tenant, kind).set(id, object);
  return tenant;
}
