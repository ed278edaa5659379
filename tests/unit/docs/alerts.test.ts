import { writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, expect, test } from "@jest/globals";
import { findOnPath } from "../../../tools/pulumiBin/onPath";
import { deliveryReports } from "../../support/deliveries/deliveryReports";
import { driftReports } from "../../support/drift/driftReports";
import { blockWith } from "../../support/guides";
import { removeTemporaryFolders, root, run, temporaryFolder } from "../../support/project";

// examples/alerts/alert.sh, and the request of examples/pulumi-deployments/README.md, sent to a server in the place of the services.

const received: { path: string; body: string }[] = [];
let status = 200;
const server = createServer((request, response) => {
  let body = "";
  request.setEncoding("utf8").on("data", (part) => {
    body += part;
  });
  request.on("end", () => {
    received.push({ path: request.url ?? "", body });
    response.writeHead(status).end();
  });
});
let folder: string;
let url: string;

beforeAll(async () => {
  for (const command of ["curl", "jq"]) {
    if (!findOnPath(command, process.env))
      throw new Error(`Install ${command}. The script needs it.`);
  }
  folder = temporaryFolder();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
beforeEach(() => {
  received.length = 0;
  status = 200;
});
afterAll(async () => {
  await new Promise((resolve) => server.close(resolve));
  removeTemporaryFolders();
});

const script = join(root, "examples", "alerts", "alert.sh");

/** Runs the script with a check that writes a report, or none, and ends with an exit code. */
async function alert(to: string, report: object | undefined, code: number, set: object = {}) {
  writeFileSync(join(folder, "report.json"), JSON.stringify(report ?? null));
  const write = report ? `cp report.json "$2"; ` : "";
  writeFileSync(join(folder, "check"), `${write}exit ${code}\n`);
  const own = { PAGERDUTY_ROUTING_KEY: "key", PAGERDUTY_URL: `${url}/enqueue` };
  const env = { ...process.env, GITHUB_RUN_ID: "", ALERT_URL: `${url}/hook`, ...own, ...set };
  const ended = await run("sh", [script, to, "sh", "check"], folder, env);
  const paths = received.map(({ path }) => path);
  return { ...ended, paths, sent: received.map(({ body }) => JSON.parse(body)) };
}

test("Slack gets the findings of a drift check as a text without markup", async () => {
  const github = { GITHUB_SERVER_URL: "https://github.com", GITHUB_REPOSITORY: "acme/tenants" };
  const hostile = JSON.parse(JSON.stringify(driftReports.drift).replaceAll('"crm"', '"<crm>"'));
  const { code, sent } = await alert("slack", hostile, 2, {
    ...github,
    GITHUB_RUN_ID: "42",
  });
  expect(code).toBe(2);
  expect(sent).toEqual([{ text: expect.stringMatching(/^Auth0: 6 findings of sh check\n/) }]);
  expect(sent[0].text).toContain(
    '\nacme/prod: EventStream &lt;crm&gt; status is "disabled", expected "enabled"; subscriptions[] is missing, expected {',
  );
  expect(sent[0].text).toContain("\nacme/staging: EventStream to-aws is missing");
  expect(sent[0].text).toContain("\nacme/labs: EventStream export to the warehouse unmanaged");
  expect(sent[0].text).toMatch(
    /\nNext: pulumi preview --refresh --diff --stack 'acme\/prod' --cwd 'infra\/auth0'\n[\s\S]*\nRun: https:\/\/github\.com\/acme\/tenants\/actions\/runs\/42$/,
  );
  const shared = await alert("slack", driftReports.shared, 2);
  expect(shared.sent[1].text).toContain(
    "\nacme/prod: EventStream crm also managed by crm-copy in the stack infra/apac:acme/apac\n",
  );
});

test("Teams gets a card with the streams that fail, and at most 20 of them", async () => {
  const streams = deliveryReports.many.streams.slice(-23);
  const one = { ...streams[0], failed: 1 };
  const { sent } = await alert("teams", { streams: [one, ...streams, ...streams] }, 2, {
    RUN_URL: "https://ci.example.com/7",
  });
  const [{ content }] = sent[0].attachments;
  expect(content).toMatchObject({ type: "AdaptiveCard" });
  expect(content.body).toHaveLength(26);
  expect(content.body[1].text).toMatch(/: 1 failed delivery, enabled$/);
  expect(content.body[2].text).toMatch(/^acme\/\w+: stream-\d+: \d+ failed deliveries, enabled$/);
  expect(content.body[21].text).toBe("and 19 more");
  expect(content.body[22].text).toMatch(
    /^Next: npx --no-install pulumi-auth0-native deliveries list est_\w+ --status failed --stack 'acme\/\w+'$/,
  );
  expect(content.body[25].text).toBe("Run: https://ci.example.com/7");
});

test("PagerDuty gets one incident for each check, which a clean check resolves", async () => {
  await alert("pagerduty", driftReports.failed, 1);
  const { code, sent, paths } = await alert("pagerduty", driftReports.clean, 0);
  expect([code, paths]).toEqual([0, ["/enqueue", "/enqueue"]]);
  const [opened, resolved] = sent;
  const { findings } = opened.payload.custom_details;
  expect(findings[0]).toMatch(/^acme\/emea: could not be checked: .*403/);
  expect(opened).toMatchObject({ routing_key: "key", event_action: "trigger" });
  expect(opened.payload).toMatchObject({ severity: "error", source: expect.any(String) });
  expect(resolved).toMatchObject({ dedup_key: opened.dedup_key, event_action: "resolve" });
});

test("a webhook gets the whole report", async () => {
  const { sent } = await alert("webhook", deliveryReports.failing, 2);
  expect(sent).toMatchObject([{ title: expect.any(String), report: deliveryReports.failing }]);
});

test("a clean check sends nothing, and a check without a readable report says so", async () => {
  expect(await alert("slack", driftReports.clean, 0)).toMatchObject({ code: 0, sent: [] });
  // jq refuses half a surrogate pair.
  for (const report of [undefined, driftReports.hostile]) {
    const { code, sent } = await alert("slack", report, 1);
    expect(code).toBe(1);
    expect(sent.at(-1).text).toContain("\nno report can be read");
  }
});

test.each([
  ["slack", { ALERT_URL: "" }],
  ["pagerduty", { PAGERDUTY_ROUTING_KEY: "" }],
  ["mail", {}],
])(
  "without what %s needs, nothing is checked, and the exit code is not that of drift",
  async (...row) => {
    const [to, set] = row;
    const ended = await alert(to, driftReports.drift, 2, set);
    expect(ended).toMatchObject({
      code: 64,
      sent: [],
      text: expect.stringMatching(/^Nothing was/),
    });
  },
);

test("a message that is not accepted fails, without the address in the output", async () => {
  status = 404;
  const { code, text } = await alert("slack", driftReports.drift, 2);
  expect(code).toBe(22);
  expect(text).toContain("404");
  expect(text).not.toContain("/hook");
});

test("the request to Pulumi Cloud creates a webhook for drift", async () => {
  const request = blockWith("examples/pulumi-deployments/README.md", "sh", "jq -n").replace(
    "https://api.pulumi.com",
    url,
  );
  const env = { ...process.env, ALERT_URL: "https://hooks.example.com", PULUMI_ACCESS_TOKEN: "t" };
  expect(await run("sh", ["-c", request], folder, env)).toMatchObject({ code: 0 });
  const [{ path = "", body = "" } = {}] = received;
  expect(path).toBe("/api/orgs/acme/hooks");
  // The names of Pulumi Cloud's REST API reference, and of WebhookFilters in @pulumi/pulumiservice 1.3.0.
  expect(JSON.parse(body)).toMatchObject({
    payloadUrl: "https://hooks.example.com",
    filters: ["drift_detected", "drift_detection_failed"],
  });
});
