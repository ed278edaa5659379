import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect, test } from "@jest/globals";
import { lazyPulumi, pulumiFolder } from "../support/engine/environment";
import { root } from "../support/project";

test("the demo goes through the whole life of the quickstart, recovers a stream and adopts two objects, in order", async () => {
  // Less CPU time. The tests of the package check the types of the quickstart.
  const env = {
    ...process.env,
    ...lazyPulumi,
    PATH: `${await pulumiFolder()}:${process.env.PATH}`,
    PULUMI_NODEJS_TRANSPILE_ONLY: "true",
    GOGC: "off",
    GOMEMLIMIT: "1GiB",
  };
  const tsx = join(root, "node_modules", ".bin", "tsx");
  const { stdout } = await promisify(execFile)(tsx, ["tools/demo/index.ts"], { env });
  const expectedTexts = [
    "1. Preview",
    "+ 4 to create",
    "2. Up",
    "the tenant saw POST /event-streams",
    "3. The receiver of the stream fails",
    "the receiver: 503  user.created",
    "the tenant: the stream crm is disabled",
    "4. The drift check",
    '~ status: "enabled" => "disabled"',
    "exit code 7",
    "5. The same for people",
    'status: expected "enabled", live "disabled"',
    "deliveries check --stack demo crm",
    "6. Why the deliveries failed",
    "503 Service Unavailable",
    "7. The receiver is repaired",
    "the receiver: 204  user.created",
    "8. Up enables the stream",
    "[diff: ~status]",
    "9. No delivery fails any more",
    "10. Destroy",
    "The tenant is empty: 0 streams, 0 policies.",
    join(".demo", "quickstart", "drift.html"),
    "11. Somebody makes a stream and a policy",
    "12. The import reads them",
    "2 objects that no stack of this project holds",
    "= 2 imported",
    "13. Preview",
    "~ token: [secret] => [secret]",
    "~ 1 to update",
    "14. Up sends it",
    "the tenant saw PATCH /event-streams",
    "15. The drift check",
    "No drift in 1 stack (2 objects compared).",
  ];
  let from = 0;
  for (const text of expectedTexts) {
    expect(stdout.slice(from)).toContain(text);
    from = stdout.indexOf(text, from) + text.length;
  }
});
