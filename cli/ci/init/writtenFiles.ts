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

/** A pipeline that this command wrote. */
export type WrittenFile = ExistingFile & { settings: WrittenSettings };

/** The files of a forge that this command wrote. */
export const writtenFiles = (files: ExistingFile[], forge: ForgeName): WrittenFile[] =>
  files.filter((file): file is WrittenFile => file.forge === forge && file.settings !== undefined);

/** The forges for which this command has written files. */
export const writtenForges = (files: ExistingFile[]): ForgeName[] =>
  forges.filter((forge) => writtenFiles(files, forge).length > 0);
