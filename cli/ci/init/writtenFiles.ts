import { pipelinePaths } from "./pipelines";
import type { ForgeName } from "./plan";
import { readRepositoryFile } from "./repositoryFiles";
import { settingsOf, type WrittenSettings } from "./settings";

/** A pipeline that a repository has already. */
export interface ExistingFile {
  forge: ForgeName;
  path: string;
  text: string;
  /** Undefined if this command did not write it. */
  settings: WrittenSettings | undefined;
}

/** The files of a repository at the places of pipelines. */
export async function existingFiles(root: string): Promise<ExistingFile[]> {
  const files: ExistingFile[] = [];
  for (const forge of forges) {
    for (const path of pipelinePaths[forge]) {
      const text = await readRepositoryFile(root, path);
      if (text !== undefined) files.push({ forge, path, text, settings: settingsOf(text) });
    }
  }
  return files;
}

const forges: ForgeName[] = ["github", "gitlab"];

/** The forges for which this command has written files. */
export const writtenForges = (files: ExistingFile[]): ForgeName[] =>
  forges.filter((forge) => settingsFor(files, forge) !== undefined);

/** The settings with which the files of a forge were written. */
export const settingsFor = (files: ExistingFile[], forge: ForgeName): WrittenSettings | undefined =>
  files.find((file) => file.forge === forge && file.settings !== undefined)?.settings;
