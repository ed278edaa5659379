import { cpSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { uncommented } from "../../../tools/demo/template";
import { type CommandResult, mustRun, root, run, temporaryFolder } from "../project";
import { baseEnvironment, pulumiFolder } from "./environment";
import { keyService } from "./keyService";
import { secretSettings, startStack } from "./newStack";
import { readState } from "./stateFile";

export const hookToken = "plain-hook-token-5f1d";
export const firebaseCredentials = JSON.stringify({
  type: "service_account",
  project_id: "quickstart",
  private_key_id: "3f6b",
  private_key: "-----BEGIN PRIVATE KEY-----\nplain-firebase-key-77ab\n-----END PRIVATE KEY-----\n",
  client_email: "push@quickstart.iam.gserviceaccount.com",
  client_id: "1066",
});

const templates = join(root, "templates");

/**
 * The program of the templates in TypeScript and JavaScript with its push credentials, and with outputs that read
 * deliveries and name the Node and the kind of module.
 */
export const programNamingNode = `${uncommented(readFileSync(join(templates, "typescript", "index.ts"), "utf8"))}
export const failedDeliveries = auth0.getDeliveriesOutput({ eventStreamId: stream.id }).deliveries;
export const runBy = \`\${process.version} \${typeof module}\`;
`;

/** A copy of a template that depends on these versions. */
export function pinnedTemplate(
  language: "typescript" | "javascript",
  dependencies: Record<string, string>,
  devDependencies: Record<string, string> = {},
): string {
  const folder = temporaryFolder();
  cpSync(join(templates, language), folder, { recursive: true });
  const file = join(folder, "package.json");
  const manifest = JSON.parse(readFileSync(file, "utf8"));
  Object.assign(manifest.dependencies, dependencies);
  manifest.devDependencies = { ...manifest.devDependencies, ...devDependencies };
  writeFileSync(file, JSON.stringify(manifest));
  return folder;
}

/** A template's project named `test`, without installed dependencies. */
export async function newProject(template: string): Promise<string> {
  const project = join(temporaryFolder(), "test");
  mkdirSync(project);
  const env = { ...process.env, ...baseEnvironment(temporaryFolder(), await pulumiFolder()) };
  await mustRun("pulumi", ["new", template, "--generate-only", "--yes"], project, env);
  return project;
}

export interface QuickstartStack {
  /** The backend's folder. */
  home: string;
  pulumi(...args: string[]): Promise<CommandResult>;
}

/** A stack with the program's two secrets, which the CLI runs with these variables, by this Node. */
export async function quickstartStack(
  project: string,
  settings: Record<string, string>,
  node = dirname(process.execPath),
): Promise<QuickstartStack> {
  const home = temporaryFolder();
  const { HOME, TMPDIR } = process.env;
  const base = baseEnvironment(home, await pulumiFolder());
  const environment = {
    ...(HOME && { HOME }),
    ...(TMPDIR && { TMPDIR }),
    ...base,
    ...(await keyService()),
    PATH: `${node}:${base.PATH}`,
    ...settings,
  };
  const common = ["--non-interactive", "--color", "never"];
  startStack(project, home, secretSettings({ hookToken, firebaseCredentials }));
  return { home, pulumi: (...args) => run("pulumi", [...args, ...common], project, environment) };
}

/** The program's outputs in the last update. */
export const stackOutputsIn = ({ home }: QuickstartStack): Record<string, unknown> => {
  const { resources } = readState(join(home, "state"));
  return resources.find(({ type }) => type === "pulumi:pulumi:Stack")?.outputs ?? {};
};
