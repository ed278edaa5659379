import { join } from "node:path";
import { afterAll, beforeAll, beforeEach } from "@jest/globals";
import { removeTemporaryFolders, temporaryFolder } from "../project";
import { writeFileIn } from "./files";
import { type Forge, startForge, token } from "./forge";

export type Kind = keyof Forge["environments"];

/** The forge of a test. */
export const kinds: Kind[] = ["GitHub", "GitLab"];

export interface ForgeTest {
  /** Both interfaces over one memory, which is empty at the start of each test. */
  forge: Forge;
  /** The folder, which each test creates anew. */
  folder: string;
  path(file: string): string;
  write(file: string, text: string): void;
  /** The environment of a step that has the forge's token. */
  environment(kind: Kind): Record<string, string>;
}

/** Call this at the top of a test file. */
export function withForge(): ForgeTest {
  const started: ForgeTest = {
    forge: undefined as unknown as Forge,
    folder: "",
    path: (file) => join(started.folder, file),
    write: (file, text) => writeFileIn(started.folder, file, text),
    environment(kind) {
      const common = started.forge.environments[kind];
      if (kind === "GitLab") {
        return { ...common, GITLAB_TOKEN: token, CI_MERGE_REQUEST_IID: "7", CI_COMMIT_SHA: "b2" };
      }
      const event = { pull_request: { number: 7, head: { sha: "b2" } } };
      started.write("event.json", JSON.stringify(event));
      return {
        ...common,
        GITHUB_TOKEN: token,
        GITHUB_SHA: "a1",
        GITHUB_EVENT_PATH: started.path("event.json"),
        GITHUB_OUTPUT: started.path("output"),
      };
    },
  };
  beforeAll(async () => {
    started.forge = await startForge();
  });
  beforeEach(() => {
    started.folder = temporaryFolder();
    started.forge.reset();
  });
  afterAll(async () => {
    removeTemporaryFolders();
    await started.forge.close();
  });
  return started;
}
