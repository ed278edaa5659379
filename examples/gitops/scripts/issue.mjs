// node scripts/issue.mjs <stack> <report.json> <report.md>
// Keeps the one issue of a stack: opened when it drifts or cannot be checked, closed when it is clean.
import { createHash } from "node:crypto";
import { forge } from "./forge.mjs";
import { main } from "./main.mjs";
import { code } from "./markdown.mjs";
import { readReport, readText } from "./report.mjs";

const name = "auth0-native drift ";
const label = "drift-check";
/** GitHub takes 65,536 characters. */
const room = 64_000;
/** So that the marker leaves room for the report; with more, what is new among them is not told. */
const mostDrifts = 500;

await main(async (stack, jsonFile, markdownFile) => {
  const report = readReport(jsonFile, stack);
  const markdown = readText(markdownFile);
  const on = forge();
  const open = (await on.issues(label)).filter(({ body }) => markerIn(body)?.stack === stack);
  if (report.result === "clean") return close(on, open, stack);
  const [found] = open;
  const known = found ? markerIn(found.body) : undefined;
  const title = titleOf(report, stack);
  const drifts = report.resources.flatMap(driftsOf);
  // What a failed check did not come to is not known to be repaired.
  const stillKnown = report.result === "failed" ? (known?.drifts ?? []) : [];
  const marker = {
    stack,
    content: hash(JSON.stringify([report.result, report.problems, report.resources])),
    drifts: [...new Set([...stillKnown, ...drifts.map(({ key }) => key)])].slice(0, mostDrifts),
  };
  const mark = `<!-- ${name}${JSON.stringify(marker)} -->`;
  const body = `${mark}\n${shortened(markdown, room - mark.length)}\n\n[Run](${on.run})`;
  if (!found) {
    await on.addIssue({ title, body, label });
    console.log(`An issue is opened: ${title}.`);
    return;
  }
  if (known.content === marker.content) {
    console.log(`The issue is left: ${title}, and nothing is new.`);
    return;
  }
  await on.editIssue(found, { title, body });
  // An edit tells nobody.
  const all = known.drifts.length < mostDrifts;
  const fresh = drifts.filter(({ key }) => all && !known.drifts.includes(key));
  const news = [
    ...(title === found.title ? [] : [`${titleOf(report, code(stack))}.`]),
    ...(fresh.length > 0 ? [`New since the last check: ${told(fresh)}.`] : []),
  ];
  if (news.length > 0) await on.commentIssue(found, `${news.join(" ")} [Run](${on.run})`);
  console.log(`The issue is updated: ${title}.`);
});

async function close(on, open, stack) {
  for (const issue of open) {
    await on.commentIssue(issue, `${code(stack)} is as declared again. [Run](${on.run})`);
    await on.closeIssue(issue);
  }
  console.log(open.length > 0 ? `No drift: the issue is closed.` : "No drift, no issue.");
}

function titleOf({ result }, stack) {
  return result === "failed" ? `Drift check of ${stack} failed` : `Drift in ${stack}`;
}

function markerIn(body) {
  const [, json] = new RegExp(`^<!-- ${name}(.*) -->`).exec(body ?? "") ?? [];
  try {
    return json && JSON.parse(json);
  } catch {
    return undefined;
  }
}

/** Each property of a resource that differs, or the resource itself. */
function driftsOf({ urn, type, name, result, properties }) {
  if (result === "unverifiable") return [];
  const title = `${type} ${name}`;
  if (result === "gone" || properties.length === 0) {
    return [{ key: hash(`${urn} ${result}`), told: `${title} (${result})` }];
  }
  return properties.map(({ path }) => ({ key: hash(`${urn} ${path}`), told: `${title}: ${path}` }));
}

function told(drifts) {
  const names = [...new Set(drifts.map((drift) => code(drift.told)))];
  return (
    names.slice(0, 20).join(", ") + (names.length > 20 ? ` and ${names.length - 20} more` : "")
  );
}

function hash(text) {
  return createHash("sha256").update(text).digest("hex").slice(0, 8);
}

/** Whole blocks of it: in half a block, a name could leave its code. */
function shortened(markdown, room) {
  if (markdown.length <= room) return markdown;
  const whole = markdown.slice(0, Math.max(0, markdown.lastIndexOf("\n\n", room)));
  return `${whole}\n\nThe whole report is an artifact of the run.`;
}
