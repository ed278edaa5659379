import { existsSync } from "node:fs";
import { join } from "node:path";
import { importFileName } from "./languages";
import { continueNote, nextSteps } from "./nextSteps";
import { entryToStart, type Phase, type Placement } from "./placement";
import type { ImportPlan } from "./plan";
import { importFile } from "./render/importFile";
import { readme } from "./render/readme";
import { typescriptProgram } from "./render/typescriptProgram";
import { type OutputFile, writeFiles } from "./writeFiles";

interface WrittenImport {
  /** The paths of the files, from the working directory. */
  files: string[];
  readme: string;
}

export async function writeImport(
  plan: ImportPlan,
  placement: Placement,
  phase: Phase,
  force = false,
): Promise<WrittenImport> {
  const { out, stack } = placement;
  const { folder } = stack;
  const text = readme(plan, nextSteps(plan, placement, phase));
  const files = plan.objects.length === 0 ? [] : filesOf(plan, placement, phase, text);
  // A new program would lack the objects that the state already has.
  const isUnfinished = existsSync(join(folder, out, importFileName));
  const advice = isUnfinished ? unfinishedAdvice : undefined;
  await writeFiles(folder, files, force && !isUnfinished, advice).catch((error: unknown) => {
    if (isUnfinished) console.error(continueNote(placement));
    throw error;
  });
  return { files: files.map(({ name }) => join(folder, name)), readme: text };
}

const unfinishedAdvice = `${importFileName} belongs to an unfinished import. To complete it, run the command above. If that import was for another stack, run the command in its README.md. For another import, pass another folder with --out`;

function filesOf(
  plan: ImportPlan,
  placement: Placement,
  phase: Phase,
  readme: string,
): OutputFile[] {
  const { out, language, entry } = placement;
  const program = entry && { name: entry.loaded, text: typescriptProgram(plan, entry.syntax) };
  const toImport = { name: importFileName, text: importFile(plan.objects, language), secret: true };
  const started = entryToStart(placement, phase);
  const generated = [
    ...(program ? [program] : []),
    // Once the state has the objects, nothing needs this file, which may have secrets.
    ...(phase.state === "planned" ? [toImport] : []),
    ignoreFile,
    { name: "README.md", text: readme },
  ];
  return [
    ...generated.map((file) => ({ ...file, name: `${out}/${file.name}` })),
    ...(started ? [{ name: started.file, text: `${started.statement}\n` }] : []),
  ];
}

const ignoreFile = { name: ".gitignore", text: `# It may have secrets.\n${importFileName}\n` };
