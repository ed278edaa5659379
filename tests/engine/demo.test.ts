import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "@jest/globals";
import { lazyPulumi, pulumiFolder } from "../support/engine/environment";
import { keyService, secretsProvider } from "../support/engine/keyService";
import { root } from "../support/project";

test("the demo runs the whole template, and recovers a stream", async () => {
  // This takes less CPU time. The package's tests check the template's types.
  const env = {
    ...process.env,
    ...lazyPulumi,
    ...(await keyService()),
    PATH: `${await pulumiFolder()}:${process.env.PATH}`,
    PULUMI_NODEJS_TRANSPILE_ONLY: "true",
    GOGC: "off",
    GOMEMLIMIT: "1GiB",
  };
  const tsx = join(root, "node_modules", ".bin", "tsx");
  const args = ["tools/demo/index.ts", "--secrets-provider", secretsProvider];
  const { stdout } = await promisify(execFile)(tsx, args, { env });
  // The demo does not check these texts itself.
  const expectedTexts = [
    "+ 4 to create",
    "the tenant saw POST /event-streams",
    "the receiver: 503  user.created",
    '~ status: "enabled" => "disabled"',
    "exit code 7",
    'status: expected "enabled", live "disabled"',
    "deliveries check --stack demo crm",
    "the receiver: 204  user.created",
    "[diff: ~status]",
    "The tenant is empty: 0 streams and 0 policies.",
    join(".demo", "quickstart", "drift.html"),
  ];
  let from = 0;
  for (const text of expectedTexts) {
    expect(stdout.slice(from)).toContain(text);
    from = stdout.indexOf(text, from) + text.length;
  }
});
