import { afterAll, expect, test } from "@jest/globals";
import { prepareReport } from "../../../../cli/import/printReport";
import { removeTemporaryFolders, temporaryFolder } from "../../../support/project";

afterAll(removeTemporaryFolders);

test("a report that cannot be written is refused before the work", async () => {
  const folder = temporaryFolder();
  await expect(prepareReport(folder)).rejects.toThrow(
    `--json "${folder}" cannot be written: it is a folder; name a file in it`,
  );
  await expect(prepareReport("-")).resolves.toBeUndefined();
});
