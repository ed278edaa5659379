import { join } from "node:path";
import { afterEach, expect, test } from "@jest/globals";
import fc from "fast-check";
import type { Tenant } from "../../emulator/src";
import { resourceSchema } from "../../provider/schema/packageSchema";
import type { Json, Props } from "../../provider/shared/json";
import { driftCommand } from "../support/drift/command";
import { readAll } from "../support/engine/stack";
import { type ImportProject, importProject } from "../support/import/importProject";
import { exitAndOutput, filesIn } from "../support/project";
import { sampled } from "../support/sample";
import { idOf, streamIdOf } from "../support/tenant/many";
import { type Listed, store } from "../support/tenant/randomTenants";
import { inputsOf } from "../support/values/arbitrary";
import { hostile } from "../support/values/hostileText";
import { leaksIn } from "../support/values/leaks";

const opened: ImportProject[] = [];
afterEach(async () => {
  await Promise.all(opened.splice(0).map((it) => it.remove()));
});

interface RandomObject {
  kind: Listed;
  inputs: Props;
  /** Whether the configuration has its secret before the import. */
  configured: boolean;
}

const objectsOf = (kind: Listed): fc.Arbitrary<RandomObject> =>
  fc
    .record({
      inputs: inputsOf(resourceSchema(kind).inputs),
      name: fc.option(hostile, { nil: undefined }),
      configured: fc.boolean(),
    })
    .map(({ inputs, name, configured }) => ({
      kind,
      // Only a stream has a name.
      inputs: kind === "EventStream" && name !== undefined ? { ...inputs, name } : inputs,
      configured,
    }));

const tenants = fc.array(fc.oneof(objectsOf("EventStream"), objectsOf("RateLimitPolicy")), {
  minLength: 16,
  maxLength: 30,
  size: "max",
});

const secretNames = ["token", "password", "headerValue"];

/** The inputs with a canary in place of each secret. */
const withCanaries = (inputs: Props, index: number): Props =>
  JSON.parse(JSON.stringify(inputs), (key, value: Json) =>
    secretNames.includes(key) ? `canary-secret-${index}` : value,
  );

function fill(tenant: Tenant, objects: RandomObject[]): void {
  for (const [index, { kind, inputs }] of objects.entries()) {
    const id = idFor(kind, index);
    const stored = withCanaries(inputs, index);
    store(tenant, { kind, id, inputs: stored, stored, ours: false });
  }
}

/** The secret of each stream that has one, by the stream's id. */
function secretsIn({ streams }: Tenant): Map<string, string> {
  const secrets = new Map<string, string>();
  for (const { id, destination } of streams.values()) {
    const { password, token, header_value } = destination.configuration.webhook_authorization ?? {};
    const secret = password ?? token ?? header_value;
    if (secret !== undefined) secrets.set(id, secret);
  }
  return secrets;
}

const idFor = (kind: Listed, index: number) =>
  kind === "EventStream" ? streamIdOf(index) : idOf(index);

/** What the files of a project show, apart from the import file and the installed packages. */
function visibleFiles({ project, read }: ImportProject): string {
  const files = filesIn(project.folder, ["node_modules", "home", "state"]);
  return files
    .filter((file) => !file.endsWith("import.json"))
    .map(read)
    .join("\n");
}

const seeds = sampled([1, 2], "random tenants");

test.each(seeds)(
  "a random tenant, seed %i, is imported and needs the missing secrets only",
  async (seed) => {
    const [objects = []] = fc.sample(tenants, { seed, numRuns: 1 });
    const it = await importProject();
    opened.push(it);
    const { tenant } = it;
    fill(tenant, objects);
    const secrets = secretsIn(tenant);

    const first = await it.report();
    const cannotBeNamed = objects.flatMap(({ kind, inputs: { name } }, index) =>
      name === "" || /\p{Surrogate}/u.test(`${name}`) ? idFor(kind, index) : [],
    );
    expect(first.report.skipped.map(({ id }) => id).sort()).toEqual(cannotBeNamed.sort());
    expect(first.report.objects).toHaveLength(objects.length - cannotBeNamed.length);

    const known: Record<string, string> = {};
    const unknown: Record<string, string> = {};
    const patched: string[] = [];
    for (const {
      id,
      secrets: [secret],
    } of first.report.objects) {
      if (!secret) continue;
      const isKnown = objects[Number(id.slice(4))]?.configured;
      (isKnown ? known : unknown)[`test:${secret.configKey}`] = secrets.get(id) ?? "";
      if (!isKnown) patched.push(`PATCH /event-streams/${id}`);
    }
    await it.configure(known);
    const second = await it.report("--force");
    let output = first.text + second.text + visibleFiles(it);
    output += await it.pulumiImport();
    await it.configure(unknown);
    it.useProgram();
    const writes = () => tenant.apiRequests().filter((request) => !request.startsWith("GET"));
    const preview = await it.pulumi("preview");
    expect(preview).toContain(patched.length > 0 ? `~ ${patched.length} to update` : "unchanged");
    expect(preview).not.toMatch(/to (create|delete|replace)/);
    tenant.clearRequests();
    output += await it.pulumi("up", "--yes", "--skip-preview");
    expect(writes().sort()).toEqual(patched.sort());
    expect(secretsIn(tenant)).toEqual(secrets);

    await it.pulumi("preview", "--expect-no-changes");
    expect(exitAndOutput(await driftCommand(it.project, "test"))).toMatch(/^exit code 0\n/);
    output += visibleFiles(it) + readAll(join(it.project.folder, "state"));
    expect(leaksIn(output)).toEqual([]);
  },
);
