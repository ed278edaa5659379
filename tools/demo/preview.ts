import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { previewComment } from "../../cli/ci/previewReport/comment";
import { startTenant, type Tenant } from "../../emulator/src";
import { expectThat, heading, identityProject, perform, programText, stage } from "./stage";

async function show(tenant: Tenant): Promise<void> {
  const { folder, pulumi, auth0Native } = await stage(
    "preview",
    tenant,
    identityProject("mistakes"),
  );
  const file = (name: string) => join(folder, name);
  const program = (text: string) => writeFileSync(file("index.js"), text);
  await pulumi("stack init production", { quiet: true });

  heading("Preview a program with three mistakes");
  const errors = await pulumi("preview", { code: 1 });
  expectThat(/mean user\.created/.test(errors), "the preview didn't find the wrong event type");
  // A terminal keeps only these lines, because Pulumi overwrites the others.
  writeFileSync(file("errors.txt"), errors.slice(errors.indexOf("Diagnostics:")).trim());

  heading("Preview a change that replaces a stream, as a pipeline does");
  const withAction = programText("action");
  program(withAction);
  await pulumi("up --yes --skip-preview", { quiet: true });
  program(withAction.replace("5f3c1a52", "7b1d9c04").replace("limit: 100", "limit: 250"));
  await auth0Native("ci preview production --json report.json");
  const report = JSON.parse(readFileSync(file("report.json"), "utf8"));
  const run = "https://github.com/acme/auth0-tenants/actions/runs/1";
  const comment = previewComment([report], { run, commit: "3f2a91c", subject: "preview" });
  expectThat(/deleted or replaced/.test(comment), "the comment doesn't show the replacement");
  writeFileSync(file("comment.md"), comment);
  console.log(`\n   Open the comment that a pull request gets: ${file("comment.md")}`);
}

void perform(startTenant, show);
