import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { startTenant, type Tenant } from "../../emulator/src";
import { type Receiver, startReceiver } from "../../emulator/src/cli/receiver";
import { selfSigned } from "../certificate";
import { expectThat, heading, perform, pushCredentials, type Stage, stage } from "./stage";
import { copyTemplate, uncommented } from "./template";

/**
 * Runs the template in TypeScript from preview to destroy, with a receiver that fails for a while. It uses
 * the real Pulumi CLI and an emulated tenant. Every step checks its result, so a demo that ends without an
 * error has worked. The arguments are options of `pulumi stack init`.
 */

const template = join(__dirname, "..", "..", "templates", "typescript");
const hookToken = "made-up-token";
const tls = selfSigned();

async function show(tenant: Tenant): Promise<void> {
  const receiver = await startReceiver({
    port: 0,
    tls,
    token: hookToken,
    fail: undefined,
    // The demo leaves out the time.
    print: (line) => console.log(`   the receiver: ${line.replace(/^\S+ +/, "")}`),
  });
  try {
    const quickstart = await stage("quickstart", tenant, (folder) => fill(folder, receiver));
    await create(tenant, quickstart);
    await failAndRecover(tenant, quickstart, receiver);
    await destroy(tenant, quickstart);
  } finally {
    await receiver.close();
  }
}

/** Writes the template's program with push credentials, and with the receiver as the stream's endpoint. */
function fill(folder: string, { url }: Receiver): void {
  copyTemplate(template, folder, "quickstart");
  const program = join(folder, "index.ts");
  const text = uncommented(readFileSync(program, "utf8")).replace("https://crm.example.com", url);
  writeFileSync(program, text);
}

async function create(tenant: Tenant, { pulumi }: Stage): Promise<void> {
  console.log(
    `This demo runs templates/typescript/index.ts on an emulated tenant at ${tenant.url}.`,
  );
  await pulumi(["stack init demo", ...process.argv.slice(2)].join(" "), { quiet: true });
  const secrets = `--secret hookToken=${hookToken} --secret firebaseCredentials=${pushCredentials}`;
  await pulumi(`config set-all ${secrets}`, { quiet: true });

  heading("Preview what Pulumi would create");
  await pulumi("preview");
  expectThat(tenant.requests.length === 0, "the preview sent a request");

  heading("Create each object with one request");
  await pulumi("up --yes --skip-preview");
  const writes = tenant.apiRequests().filter((request) => !request.startsWith("GET"));
  for (const request of writes) console.log(`   the tenant saw ${request}`);
  expectThat(writes.length === 3, "there weren't three write requests");
}

async function failAndRecover(
  tenant: Tenant,
  { pulumi, auth0Native }: Stage,
  receiver: Receiver,
): Promise<void> {
  const status = () => [...tenant.streams.values()][0]?.status;

  heading("The stream's receiver fails until Auth0 disables the stream");
  receiver.fail(503);
  for (let event = 0; event < failuresInARow; event++) tenant.raise("user.created");
  await tenant.deliveriesDone();
  console.log(`   the tenant: the stream crm is ${status()}`);
  expectThat(status() === "disabled", "the stream isn't disabled");

  heading("A drift check by Pulumi finds the change, and ends with exit code 7");
  const drift = await pulumi("refresh --preview-only --expect-no-changes --diff", { code: 7 });
  expectThat(/status/.test(drift), "the drift check didn't show the property status");

  heading("The drift command says what to do, and writes a page about any number of stacks");
  await auth0Native("drift --html drift.html", { code: 2 });

  heading("Find out why the deliveries failed");
  const listed = await auth0Native("deliveries list --stack demo crm");
  expectThat(/503/.test(listed), "the list didn't show the receiver's status");

  heading("Repair the receiver, and redeliver the events that it missed");
  receiver.fail(undefined);
  await auth0Native("deliveries redeliver --stack demo crm --yes");
  await tenant.deliveriesDone();

  heading("Enable the stream");
  await pulumi("up --yes --skip-preview --refresh");
  expectThat(status() === "enabled", "the stream is still disabled");

  heading("Check that no stream is failing");
  await auth0Native("deliveries check --stack demo");
}

async function destroy(tenant: Tenant, { folder, pulumi }: Stage): Promise<void> {
  heading("Destroy the stack");
  await pulumi("destroy --yes --skip-preview");
  const { size } = tenant.streams;
  console.log(`\n   The tenant is empty: ${size} streams and ${tenant.policies.size} policies.`);
  expectThat(size + tenant.policies.size === 0, "the tenant isn't empty");
  console.log(`   Open the drift page of step 5: ${join(folder, "drift.html")}`);
}

/** Auth0 disables a stream after 500, with retries that are seconds apart. */
const failuresInARow = 2;

const delivery = {
  retryDelaysMs: [10, 20, 40],
  // Deliveries should fail because of the receiver, never because the machine is busy.
  timeoutMs: 300_000,
  disableAfterConsecutive: failuresInARow,
  ca: tls.cert,
};

void perform(() => startTenant({ delivery }), show);
