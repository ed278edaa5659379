import { readFileSync } from "node:fs";
import { join, posix } from "node:path";
import { npxCommand, packageName } from "../../../provider/shared/command";
import type { Packages } from "./packages";
import { applications } from "./permissions";
import { environmentValues, type Place } from "./place";
import { type ForgeName, gitlabSetup, type Settings, settingsFile } from "./settings";
import { waveValues } from "./waves";

export interface PipelineInput {
  settings: Settings & { stacks: string[] };
  place: Pick<Place, "folder" | "project">;
  packages: Pick<Packages, "folder" | "lockFile" | "install" | "modules">;
  /** Whether Pulumi runs the program with Node; other programs have packages beside those of npm. */
  nodejs: boolean;
}

export interface PipelineFile {
  path: string;
  text: string;
}

/** The versions of Node.js and the Pulumi CLI, unless the settings have others. */
const nodeVersion = 24;
const pulumiVersion = "3.274.1";

/** The repository's own file, which includes those of programs that are not at its root. */
export const gitlabRoot = ".gitlab-ci.yml";

/** The files that `ci init` writes, by their templates. */
function templatesOf(
  forge: ForgeName,
  place: PipelineInput["place"],
): [template: string, path: string][] {
  if (forge === "github") {
    return ["preview", "apply", "drift"].map((name) => [
      `github-${name}.yml`,
      `.github/workflows/${prefixOf(place)}${name}.yml`,
    ]);
  }
  return [["gitlab.yml", place.folder === "" ? gitlabRoot : `.gitlab/${place.project}.yml`]];
}

/** What names begin with where other programs may have their own: only the program at the root is alone. */
const prefixOf = ({ folder, project }: PipelineInput["place"]) =>
  folder === "" ? "" : `${project}-`;

/** Of each written file, which says so that it may be written again. */
export const headerOf = (forge: ForgeName, { folder }: PipelineInput["place"]): string =>
  `Written by \`${npxCommand} ci init ${forge}\` from ${dirOf(folder)}${settingsFile}. Change that file, not this one.`;

const dirOf = (folder: string) => (folder === "" ? "" : `${folder}/`);

export function pipelineFiles(forge: ForgeName, plan: PipelineInput): PipelineFile[] {
  const shared = valuesOf(forge, plan);
  const ofForge = forge === "github" ? githubValues(plan) : gitlabValues(plan);
  return templatesOf(forge, plan.place).map(([template, path]) => {
    const text = readTemplate(template);
    const watched = watchedBy(plan, path);
    const filtered = watched.slice(0, 1).map(() => "");
    const filled = fill(inWaves(text, forge, plan), { ...shared, ...ofForge, watched, filtered });
    return { path, text: forge === "github" && plan.settings.setup ? afterSetup(filled) : filled };
  });
}

// The build copies the folder to the bundled command line.
const readTemplate = (name: string) => readFileSync(join(__dirname, "templates", name), "utf8");

/** The files by whose changes a pipeline runs; none if it runs at every change. */
function watchedBy({ settings, place, packages }: PipelineInput, path: string): string[] {
  // On GitLab, `**` at the end matches like `*`.
  const watched = (settings.watch ?? []).map((entry) => entry.replace(/(?<=\/)$|\*\*$/, "**/*"));
  if (place.folder === "" && watched.length === 0) return [];
  const program = place.folder === "" ? [] : [`${place.folder}/**/*`];
  return [...new Set([...program, packages.lockFile, path, ...watched])];
}

/** In a template, a line with a name in `%` stands for one line for each of the name's values. */
type Values = Record<string, string[]>;

function fill(template: string, values: Values): string {
  let lines = template.split("\n");
  for (const [name, ofName] of Object.entries(values)) {
    const place = `%${name}%`;
    lines = lines.flatMap((line) =>
      line.includes(place) ? ofName.map((value) => line.replaceAll(place, value)) : line,
    );
  }
  return lines.join("\n");
}

/** A template with its part between two lines of `%eachWave%` once for each wave. */
function inWaves(template: string, forge: ForgeName, plan: PipelineInput): string {
  const [before = "", ofWave, after = ""] = template.split("%eachWave%\n");
  if (ofWave === undefined) return template;
  const { waves = [plan.settings.stacks] } = plan.settings;
  const parts = waves.map((_, index) => fill(ofWave, waveValues(forge, waves, index)));
  return before + parts.join("\n") + after;
}

/** What the setup exports is not replaced by a secret or a variable that nobody has set. */
const afterSetup = (workflow: string): string =>
  workflow.replace(/\$\{\{ ((?:secrets|vars)\.(\w+)) \}\}/g, "$${{ $1 || env.$2 }}");

function valuesOf(forge: ForgeName, { settings, place }: PipelineInput): Values {
  const { preview, apply, drift } = applications();
  const { refresh = true } = settings;
  const planKind = refresh ? "drift" : "preview";
  const inFolder = place.folder === "" ? [] : [""];
  return {
    header: [headerOf(forge, place)],
    stacks: settings.stacks,
    prefix: [prefixOf(place)],
    inFolder,
    folder: [place.folder],
    dir: [dirOf(place.folder)],
    projectOption: [place.folder === "" ? "" : ` --project ${place.project}`],
    node: [String(settings.node ?? nodeVersion)],
    pulumi: [settings.pulumi ?? pulumiVersion],
    ...environmentValues(forge, "preview", settings, place),
    ...environmentValues(forge, "apply", settings, place),
    ...environmentValues(forge, "drift", settings, place),
    ...environmentValues(forge, planKind, settings, place, "plan"),
    planKind: [planKind],
    refreshOption: [refresh ? " --refresh" : ""],
    repairOption: [refresh ? " --repair" : ""],
    previewSecrets: comment(`${credentials} of ${preview}`),
    applySecrets: comment(`${credentials} of ${apply}`),
    driftSecrets: comment(`${credentials} of ${drift}`),
    driftOptions: [settings.unmanaged ? " --unmanaged" : ""],
  };
}

const credentials = "AUTH0_CLIENT_ID and AUTH0_CLIENT_SECRET";

function githubValues({ settings, place, packages, nodejs }: PipelineInput): Values {
  const {
    branch = "main",
    runner,
    schedule = "17 5 * * 1-5",
    setup,
    secrets = [],
    permissions = [],
  } = settings;
  const isElsewhere = packages.folder !== place.folder;
  const withSecrets = secrets.map((name) => `    ${name}: \${{ secrets.${name} }}`);
  const env = secrets.length > 0 ? ["  env:", ...withSecrets] : [];
  const install = [
    `- run: ${packages.install}`,
    ...(isElsewhere ? [`  working-directory: ${packages.folder || "."}`] : []),
    ...env,
  ];
  const access = ["contents: read", ...(setup ? ["id-token: write"] : []), ...permissions];
  return {
    branch: [branch],
    runner: [runner ? JSON.stringify(runner) : "ubuntu-24.04"],
    schedule: [schedule],
    setup: setup ? [`- uses: ${setup}`, ...env] : [],
    access: [...new Map(access.map((line) => [line.split(":")[0], line])).values()],
    secrets,
    nodeCache: isNpm(packages)
      ? ["cache: npm", `cache-dependency-path: ${packages.lockFile}`]
      : ["package-manager-cache: false"],
    installAll: nodejs ? install : [...install, `- run: ${installOthers}`, ...env],
    command: [posix.join(place.folder, packages.modules, packageName, commandFolder)],
  };
}

/** The command line as files that need only Node, in the package. */
const commandFolder = "bin/cli";

/** Only npm's cache needs no further step. Its packages are compared with the lock file. */
const isNpm = ({ lockFile }: PipelineInput["packages"]) =>
  posix.basename(lockFile) === "package-lock.json";

// Not the plugins: Pulumi would look for this package's plugin on GitHub. npx puts it on PATH.
const installOthers = "pulumi install --no-plugins";

const gitlabStages = "preview, comment, plan, apply, drift, report, issue";

function gitlabValues({ settings, place, packages, nodejs }: PipelineInput): Values {
  const { runner, setup, node = nodeVersion } = settings;
  const into = (folder: string) => (folder === "" ? [] : [`cd ${folder}`]);
  const fromThere =
    packages.folder === "" ? place.folder : place.folder.slice(packages.folder.length + 1);
  const install = [
    ...(setup ? [`!reference [${setup}, before_script]`] : []),
    ...into(packages.folder),
    packages.install,
    ...into(fromThere),
  ];
  const installAll = [...install, installOthers].map((command) => `  - ${command}`);
  return {
    top: [
      ...(setup ? [`include: ${gitlabSetup}`] : []),
      // Those of an included file would replace GitLab's own for the other programs.
      ...(place.folder === "" ? [`stages: [${gitlabStages}]`] : []),
      "",
    ],
    extendsSetup: setup ? [`extends: ${setup}`] : [],
    tags: runner ? [`tags: ${JSON.stringify(runner)}`] : [],
    install,
    cache: isNpm(packages)
      ? ["cache:", `  key: { files: [${packages.lockFile}] }`, "  paths: [.npm]"]
      : [],
    npmCache: isNpm(packages) ? ['npm_config_cache: "$CI_PROJECT_DIR/.npm"'] : [],
    ofProgram: place.folder === "" ? [""] : [` && $DRIFT_PROJECT == "${place.project}"`],
    withoutInstall: place.folder === "" ? ["[]"] : [`[cd ${place.folder}]`],
    command: [posix.join(packages.modules, packageName, commandFolder)],
    image: [nodejs ? `pulumi-nodejs-${node}` : "pulumi"],
    beforeScript: nodejs ? [] : ["before_script:", ...installAll],
  };
}

/** What the repository's own file has to contain, for a program that is not at its root. */
export const gitlabInclusion = (path: string): string =>
  `stages: [build, test, deploy, ${gitlabStages}]\n\ninclude:\n  - local: ${path}\n`;

/** The lines of a comment, at most 100 characters long. */
const comment = (text: string): string[] => text.match(/\S.{0,99}(?= |$)/g) ?? [];
