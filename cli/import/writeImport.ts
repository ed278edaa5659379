import { join, posix, relative, resolve, sep } from "node:path";
import { addsFolder, type Entry, findEntry } from "./entry";
import type { ImportPlan } from "./plan";
import { importFile } from "./render/importFile";
import { readme } from "./render/readme";
import { typescriptProgram } from "./render/typescriptProgram";
import { nextSteps, type Placement } from "./steps";
import { type OutputFile, writeFolder } from "./writeFolder";

/** Where the files of an import go. */
export interface Destination {
  /** The folder of the Pulumi program, as the user names it. */
  cwd: string;
  /** The folder of the generated files, from the program's folder. */
  out: string;
  /** The program's file, if Pulumi.yaml names it. */
  main: string | undefined;
  /** Whether to overwrite files that differ. */
  force: boolean;
  /** Whether the state has the objects. */
  imported: boolean;
}

/** What is on disk after an import. */
export interface WrittenImport {
  /** The paths of the files, from the working directory. */
  files: string[];
  /** The one for `pulumi import`, from the program's folder. It may hold secrets. */
  importFile: string;
  /** What to do next. */
  readme: string;
}

/** Writes the files of an import, and a program where there is none. */
export async function writeImport(
  plan: ImportPlan,
  destination: Destination,
): Promise<WrittenImport> {
  const { cwd, main, force, imported } = destination;
  const folder = resolve(cwd, destination.out);
  const out = relative(resolve(cwd), folder).split(sep).join(posix.sep);
  const entry = await findEntry(cwd, { main }, out);
  const startsProgram = (entry.text ?? "").trim() === "";
  const { file, statement: line } = entry;
  const hasResources = startsProgram || addsFolder(entry, out);
  const placement: Placement = {
    cwd,
    out,
    imported,
    ...(hasResources ? {} : { missingLine: { file, line } }),
  };
  const text = readme(plan, nextSteps(plan, placement));

  const files = outputFiles(plan, text).filter(
    // Once the state has the objects, nothing needs the file, which may hold secrets.
    ({ secret }) => !secret || !imported,
  );
  await writeFolder(folder, files, force);
  if (startsProgram) await writeFolder(cwd, [programFile(entry)], true);
  const written = files.map(({ name }) => join(cwd, out, name));
  return {
    files: startsProgram ? [...written, join(cwd, file)] : written,
    importFile: `${out}/import.json`,
    readme: text,
  };
}

const programFile = ({ file, statement }: Entry): OutputFile => ({
  name: file,
  text: `${statement}\n`,
});

const outputFiles = (plan: ImportPlan, text: string): OutputFile[] => [
  { name: "index.ts", text: typescriptProgram(plan) },
  { name: "import.json", text: importFile(plan), secret: true },
  { name: ".gitignore", text: "# It may hold secrets.\nimport.json\n" },
  { name: "README.md", text },
];
