import type { Confirm } from "../../shared/confirm";
import { difference } from "./difference";
import { pipelineFiles } from "./pipelines";
import type { ForgeName, PipelinePlan } from "./plan";
import { deleteRepositoryFile, type RepositoryFile, writeRepositoryFiles } from "./repositoryFiles";
import { isUnedited, withSettings } from "./settings";
import { type ExistingFile, writtenFiles } from "./writtenFiles";

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

/** The written files that the plan no longer has: they would run for the stacks of before. */
export function filesToDelete(
  forge: ForgeName,
  plan: PipelinePlan,
  existing: ExistingFile[],
): ExistingFile[] {
  const paths = pipelineFiles(forge, plan).map(({ path }) => path);
  return writtenFiles(existing, forge).filter(({ path }) => !paths.includes(path));
}

export interface Changes {
  write: NewFile[];
  delete: ExistingFile[];
}

/** Makes all changes, or none if a file would be lost and nobody agrees; whether it made them. */
export async function changeIfConfirmed(
  root: string,
  changes: Changes,
  confirm: Confirm | undefined,
): Promise<boolean> {
  if (!(await isConfirmed(changes, confirm))) return false;
  await writeRepositoryFiles(root, changes.write);
  for (const { path } of changes.write) console.log(`written: ${path}`);
  for (const { path } of changes.delete) {
    await deleteRepositoryFile(root, path);
    console.log(`deleted: ${path}`);
  }
  return true;
}

/** Shows what would be lost, and asks. */
async function isConfirmed(changes: Changes, confirm: Confirm | undefined): Promise<boolean> {
  const overwritten = changes.write.flatMap(({ path, text, existing }) =>
    existing ? [{ path, text, existing: existing.text, note: noteOf(existing) }] : [],
  );
  const deleted = changes.delete.map((file) => ({
    ...{ path: file.path, text: undefined, existing: file.text },
    note: `${noteOf(file)}; it is deleted, since it would run for the stacks of before only`,
  }));
  const changed = [...overwritten, ...deleted];
  if (changed.length === 0) return true;

  const shown = await difference(changed);
  if (shown === undefined) {
    console.error("git is not installed, so the difference of these files cannot be shown:");
  } else console.log(shown);
  for (const { note } of changed) console.error(note);
  const action = deleted.length > 0 ? "Overwrite and delete" : "Overwrite";
  const confirmed =
    shown !== undefined && confirm && (await confirm(`${action} what the difference shows?`));
  if (confirmed) return true;
  console.error(
    confirm
      ? "nothing was written"
      : "nothing was written: run this command on a terminal, or pass --yes to overwrite",
  );
  return false;
}

function noteOf({ path, text, settings }: ExistingFile): string {
  if (settings === undefined) return `${path} was not written by this command`;
  return isUnedited(text, settings)
    ? `${path} was written by this command, version ${settings.version}, and not edited since`
    : `${path} was edited since this command wrote it`;
}
