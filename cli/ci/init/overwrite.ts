import type { Confirm } from "./confirm";
import { difference } from "./difference";
import { pipelineFiles } from "./pipelines";
import type { ForgeName, PipelinePlan } from "./plan";
import { type RepositoryFile, writeRepositoryFiles } from "./repositoryFiles";
import { isUnedited, withSettings } from "./settings";
import type { ExistingFile } from "./writtenFiles";

/** A file that this version would write, and what the repository has in its place. */
export interface NewFile extends RepositoryFile {
  existing: ExistingFile | undefined;
}

/** The files to write for a forge: those that are missing or would change by more than the version. */
export function filesToWrite(
  forge: ForgeName,
  plan: PipelinePlan,
  existing: ExistingFile[],
): NewFile[] {
  return pipelineFiles(forge, plan).flatMap(({ path, text }) => {
    const file = existing.find((each) => each.path === path);
    const isSame = file?.text === withSettings(text, plan, file?.settings?.version);
    return isSame ? [] : [{ path, text: withSettings(text, plan), existing: file }];
  });
}

/** Writes all files, or none if one would be overwritten and nobody agrees; whether it wrote them. */
export async function writeIfConfirmed(
  root: string,
  files: NewFile[],
  confirm: Confirm | undefined,
): Promise<boolean> {
  const changed = files.flatMap(({ path, text, existing }) =>
    existing ? [{ path, text, existing: existing.text, note: noteOf(existing) }] : [],
  );
  if (changed.length > 0) {
    const shown = await difference(changed);
    if (shown === undefined) {
      console.error("git is not installed, so the difference of these files cannot be shown:");
    } else console.log(shown);
    for (const { note } of changed) console.error(note);
    const confirmed =
      shown !== undefined && confirm && (await confirm("Overwrite what the difference shows?"));
    if (!confirmed) {
      console.error(
        confirm
          ? "nothing was written"
          : "nothing was written: run this command on a terminal, or pass --yes to overwrite",
      );
      return false;
    }
  }
  await writeRepositoryFiles(root, files);
  for (const { path } of files) console.log(`written: ${path}`);
  return true;
}

function noteOf({ path, text, settings }: ExistingFile): string {
  if (settings === undefined) return `${path} was not written by this command`;
  return isUnedited(text, settings)
    ? `${path} was written by this command, version ${settings.version}, and not edited since`
    : `${path} was edited since this command wrote it`;
}
