import { existsSync } from "node:fs";
import { join } from "node:path";
import type { ImportPlan } from "./importPlan";
import { continueNote } from "./nextSteps";
import { entryToStart, type Phase, type Placement } from "./placement";
import { importFile, importFileName } from "./render/importFile";
import { typescriptProgram } from "./render/typescriptProgram";
import { type OutputFile, writeFiles } from "./writeFiles";

/** Returns the paths of the files, from the working directory. */
export async function writeImport(
  plan: ImportPlan,
  placement: Placement,
  phase: Phase,
  force = false,
): Promise<string[]> {
  const { out, stack } = placement;
  const { folder } = stack;
  const files = plan.objects.length === 0 ? [] : filesOf(plan, placement, phase);
  // A new program would lack the objects that the state already has.
  const isUnfinished = existsSync(join(folder, out, importFileName));
  const advice = isUnfinished ? unfinishedAdvice : undefined;
  await writeFiles(folder, files, force && !isUnfinished, advice).catch((error: unknown) => {
    if (isUnfinished) console.error(continueNote(placement));
    throw error;
  });
  return files.map(({ name }) => join(folder, name));
}

const unfinishedAdvice = `${importFileName} belongs to an unfinished import. To complete it, run the command above.\nIf that import was for a different stack, pass that stack with --stack to see its command.\nTo start a separate import, pass a different folder with --out.`;

function filesOf(plan: ImportPlan, placement: Placement, phase: Phase): OutputFile[] {
  const { out, isPlugin, entry } = placement;
  const program = entry && { name: entry.loaded, text: typescriptProgram(plan, entry.syntax) };
  const toImport = { name: importFileName, text: importFile(plan.objects, isPlugin), secret: true };
  const started = entryToStart(placement, phase);
  const generated = [
    ...(program ? [program] : []),
    // Once the state has the objects, nothing needs this file, which may have secrets.
    ...(phase === "planned" ? [toImport] : []),
    ignoreFile,
  ];
  return [
    ...generated.map((file) => ({ ...file, name: `${out}/${file.name}` })),
    ...(started ? [{ name: started.file, text: `${started.statement}\n` }] : []),
  ];
}

const ignoreFile = { name: ".gitignore", text: `# It may contain secrets.\n${importFileName}\n` };
