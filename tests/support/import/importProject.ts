import { readFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { startTenant, type Tenant, type TenantOptions } from "../../../emulator/src";
import { jsProject, type Project } from "../engine/jsProject";
import { type CommandResult, mustRun, root, run } from "../project";

/** A tenant, a project that uses it, and the command as users run it. */
export interface ImportProject {
  tenant: Tenant;
  project: Project;
  /** Runs `auth0-native import` in the project's folder. */
  import(...args: string[]): Promise<CommandResult>;
  /** The same with `--json -`; rejects where standard output is anything but a report. */
  report(...args: string[]): Promise<CommandResult & { report: ImportReport }>;
  /** Runs the Pulumi CLI; rejects unless it succeeds. */
  pulumi(...args: string[]): Promise<string>;
  /** Runs `pulumi import` as the README of the folder says, and nothing else. */
  pulumiImport(out?: string): Promise<string>;
  /** Sets secrets in the stack's configuration. */
  configure(secrets: Record<string, string>): Promise<void>;
  /** Makes the generated program the one that this process runs for the engine. */
  useProgram(out?: string): void;
  /** A file of the project. */
  read(file: string): string;
  remove(): Promise<void>;
}

export interface ImportReport {
  files: string[];
  objects: {
    kind: string;
    id: string;
    name: string;
    secrets: { property: string; configKey: string; foundIn: string | null }[];
    notes: string[];
    /** In a report of `--list` only. */
    couldBe?: { stack: string; name: string; id: string }[];
  }[];
  skipped: { kind: string; id: string; label: string; reasons: string[] }[];
}

interface Settings {
  tenant?: Tenant | TenantOptions;
  /** Whether a language host runs the program, in TypeScript, instead of this process. */
  typescript?: boolean;
  program?: string;
  env?: Record<string, string>;
}

export async function importProject(settings: Settings = {}): Promise<ImportProject> {
  const { typescript = false, program = "// A program.\n", env = {} } = settings;
  const tenant = isTenant(settings.tenant) ? settings.tenant : await startTenant(settings.tenant);
  const environment = { ...tenant.environment, ...env };
  const project = await jsProject(environment, program, { typescript, inline: !typescript });
  const { folder } = project;
  const read = (file: string) => readFileSync(join(folder, file), "utf8");

  const importCommand = (...args: string[]) =>
    run(process.execPath, [join(root, "cli.js"), "import", ...args], folder, project.env);
  async function pulumi(...args: string[]): Promise<string> {
    const { code, text } = await project.pulumi(...args);
    if (code !== 0) throw new Error(`pulumi ${args.join(" ")} ended with ${code}:\n${text}`);
    return text;
  }

  return {
    tenant,
    project,
    read,
    pulumi,
    import: importCommand,
    async report(...args) {
      const ended = await importCommand(...args, "--json", "-");
      if (!ended.stdout.startsWith("{")) throw new Error(`no report:\n${ended.text}`);
      return { ...ended, report: JSON.parse(ended.stdout) };
    },
    async pulumiImport(out = "imported") {
      const [line] = /^ *pulumi import .*$/m.exec(read(join(out, "README.md"))) ?? [];
      if (line === undefined) throw new Error("the README names no import");
      return (await mustRun("sh", ["-c", line], folder, project.env)).text;
    },
    async configure(secrets) {
      const args = Object.entries(secrets).flatMap(([key, value]) => [
        "--secret",
        `${key}=${value}`,
      ]);
      if (args.length > 0) await pulumi("config", "set-all", ...args);
    },
    useProgram(out = "imported") {
      const { outputText } = ts.transpileModule(read(join(out, "index.ts")), {
        compilerOptions: { module: ts.ModuleKind.CommonJS, target: ts.ScriptTarget.ES2022 },
      });
      project.write(`const exports = {};\n${outputText}`);
    },
    async remove() {
      project.remove();
      if (!isTenant(settings.tenant)) await tenant.close();
    },
  };
}

const isTenant = (value: Tenant | TenantOptions | undefined): value is Tenant =>
  value !== undefined && "requests" in value;
