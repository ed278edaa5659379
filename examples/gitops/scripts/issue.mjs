// node scripts/issue.mjs <stack> <report.json> <report.md>
// Keeps one issue for each stack: opened when the stack drifts or cannot be checked, closed when it
// has no drift.
import { createHash } from "node:crypto";
import { forge } from "./forge.mjs";
import { main } from "./main.mjs";
import { code } from "./markdown.mjs";
import { readReport, readText } from "./report.mjs";

const markerName = "auth0-native drift ";
const label = "drift-check";

/** GitHub's limit for an issue is 65,536 characters. */
const maxBodyLength = 64_000;

/** So that the marker leaves room for the report. Beyond it, new drift is not announced. */
const maxDrifts = 500;

/** So that a comment stays readable. */
const maxNames = 20;

await main(async (stack, jsonFile, markdownFile) => {
  const report = readReport(jsonFile, stack);
  const markdown = readText(markdownFile);
  const on = forge();
  const issues = await on.issues(label);
  const open = issues.filter(({ body }) => markerIn(body)?.stack === stack);
  if (report.result === "clean") return close(on, open, stack);

  const [issue] = open;
  const earlier = issue ? markerIn(issue.body) : undefined;
  const marker = markerOf(report, stack, earlier);
  const content = { title: titleOf(report, stack), body: bodyOf(marker, markdown, on.run) };
  if (!issue) {
    await on.addIssue({ ...content, label });
    console.log(`An issue is opened: ${content.title}.`);
    return;
  }
  if (earlier.content === marker.content) {
    console.log(`The issue is left: ${content.title}, and nothing is new.`);
    return;
  }
  await on.editIssue(issue, content);
  // Forges do not notify anybody of an edit.
  const news = newsOf(report, stack, issue, earlier);
  if (news.length > 0) await on.commentIssue(issue, `${news.join(" ")} [Run](${on.run})`);
  console.log(`The issue is updated: ${content.title}.`);
});

async function close(on, open, stack) {
  for (const issue of open) {
    await on.commentIssue(issue, `${code(stack)} has no drift any more. [Run](${on.run})`);
    await on.closeIssue(issue);
  }
  console.log(open.length > 0 ? "No drift: the issue is closed." : "No drift, no issue.");
}

function titleOf({ result }, stack) {
  return result === "failed" ? `Drift check of ${stack} failed` : `Drift in ${stack}`;
}

/** What the issue remembers, in a hidden comment: the drift that it has announced. */
function markerOf({ result, problems, resources }, stack, earlier) {
  const keys = resources.flatMap(driftsOf).map(({ key }) => key);
  // A failed check may not have reached the drift of before.
  const kept = result === "failed" ? (earlier?.drifts ?? []) : [];
  return {
    stack,
    content: hash(JSON.stringify([result, problems, resources])),
    drifts: [...new Set([...kept, ...keys])].slice(0, maxDrifts),
  };
}

function markerIn(body) {
  const [, json] = new RegExp(`^<!-- ${markerName}(.*) -->`).exec(body ?? "") ?? [];
  try {
    return json && JSON.parse(json);
  } catch {
    return undefined;
  }
}

function bodyOf(marker, markdown, run) {
  const hidden = `<!-- ${markerName}${JSON.stringify(marker)} -->`;
  return `${hidden}\n${shortened(markdown, maxBodyLength - hidden.length)}\n\n[Run](${run})`;
}

/** What is new since the last check, as sentences. */
function newsOf(report, stack, issue, earlier) {
  // A full list does not say which drift is new.
  const isComplete = earlier.drifts.length < maxDrifts;
  const drifts = report.resources.flatMap(driftsOf);
  const newDrifts = drifts.filter(({ key }) => isComplete && !earlier.drifts.includes(key));
  const titleChanged = titleOf(report, stack) !== issue.title;
  return [
    ...(titleChanged ? [`${titleOf(report, code(stack))}.`] : []),
    ...(newDrifts.length > 0 ? [`New since the last check: ${namesOf(newDrifts)}.`] : []),
  ];
}

/** Each property of a resource that differs, or the resource itself. */
function driftsOf({ urn, type, name, result, properties }) {
  if (result === "unverifiable") return [];
  const resource = `${type} ${name}`;
  if (result === "gone" || properties.length === 0) {
    return [{ key: hash(`${urn} ${result}`), text: `${resource} (${result})` }];
  }
  return properties.map(({ path }) => ({
    key: hash(`${urn} ${path}`),
    text: `${resource}: ${path}`,
  }));
}

function namesOf(drifts) {
  const names = [...new Set(drifts.map(({ text }) => code(text)))];
  const more = names.length > maxNames ? ` and ${names.length - maxNames} more` : "";
  return names.slice(0, maxNames).join(", ") + more;
}

function hash(text) {
  return createHash("sha256").update(text).digest("hex").slice(0, 8);
}

/** Cuts between blocks: in half a block, a name could leave its code. */
function shortened(markdown, maxLength) {
  if (markdown.length <= maxLength) return markdown;
  const whole = markdown.slice(0, Math.max(0, markdown.lastIndexOf("\n\n", maxLength)));
  return `${whole}\n\nThe whole report is an artifact of the run.`;
}
