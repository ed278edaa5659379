import {
  type Entry,
  namesText,
  type Row,
  type Table,
  type Text,
  text,
  type View,
} from "../../reports/view";
import { countOf, formatNumber } from "../../shared/text";
import {
  isMissing,
  type Loss,
  type MissingReport,
  type PreviewReport,
  type Repair,
} from "./report";

export type Report = PreviewReport | MissingReport;

/** What a view has beside the previews. `complete` and `end` are Markdown. */
interface Frame {
  what: "Preview" | "Plan";
  /** Set if other programs of the repository also have comments. */
  project?: string | undefined;
  complete: string;
  end: string;
}

/** Previews or plans for people: first all stacks, then deleted and replaced objects, then the CLI's outputs. */
export function previewView(reports: Report[], { what, project, complete, end }: Frame): View {
  const ordered = [...reports].sort((a, b) => urgency(a) - urgency(b));
  const previews = ordered.flatMap((report) => (isMissing(report) ? [] : [report]));
  const repairs = previews.flatMap(({ stack, repairs = [] }) =>
    repairs.map((one) => ({ stack, ...one })),
  );
  const losses = previews.flatMap(({ stack, losses }) => losses.map((one) => ({ stack, ...one })));
  const [only, ...others] = ordered;
  const stacks =
    only && others.length === 0 ? text`${only.stack}` : countOf(ordered.length, "stack");
  return {
    status: only ? statusOf(only) : "clean",
    title: [...(project ? [...text`${project}`, ": "] : []), `${what} of `, ...stacks],
    notes: [],
    overview: {
      columns: ["Stack", what, "Tenants"],
      numbers: [],
      rows: ordered.map(overviewRow),
    },
    sections: [
      {
        id: "failed",
        title: "Failed",
        entries: ordered.filter((one) => statusOf(one) === "failed").map(failedEntry),
      },
      {
        id: "drift",
        title: `${countOf(repairs.length, "repair")} of changes made in the tenant`,
        entries: repairs.length > 0 ? [repairsEntry(repairs)] : [],
      },
      {
        id: "gone",
        title: `${countOf(losses.length, "object")} deleted or replaced`,
        entries: losses.length > 0 ? [lossesEntry(losses)] : [],
      },
      {
        id: "changes",
        title: "Output",
        entries: previews
          .filter(({ result, output }) => result !== "unchanged" && output.trim() !== "")
          .map(({ stack, output }) => ({ status: "changes", title: text`${stack}`, output })),
      },
    ],
    complete,
    end,
  };
}

const statusOf = (report: Report) => {
  if (isMissing(report) || report.result === "failed") return "failed";
  return report.result === "changes" ? "changes" : "clean";
};

/** Failed previews come first, and those without changes last. */
const urgency = (report: Report): number =>
  ["failed", "changes", "clean"].indexOf(statusOf(report));

/** A row has all tenants, because the reader may look for one. */
function overviewRow(report: Report): Row {
  const tenants = isMissing(report) ? [] : report.tenants;
  return {
    title: text`${report.stack}`,
    found: [{ status: statusOf(report), text: findingText(report) }],
    cells: [namesText(tenants)],
  };
}

function findingText(report: Report): string {
  if (isMissing(report)) return "no report";
  if (report.result === "failed") return "failed";
  const { same = 0, ...counts } = report.counts;
  const unchanged = same > 0 ? [`${formatNumber(same)} unchanged`] : [];
  const changes = report.result === "unchanged" ? ["no changes"] : changesIn(counts);
  return [...repairsAndChanges(report), ...changes, ...unchanged].join(", ");
}

function repairsAndChanges({ repairs = [], changes = 0 }: PreviewReport): string[] {
  if (repairs.length === 0) return [];
  const ofMerge = changes > 0 ? [`${countOf(changes, "change")} (this merge)`] : [];
  return [`${countOf(repairs.length, "repair")} (the tenant was changed)`, ...ofMerge];
}

/** Deletions and replacements come first, including `delete-replaced`, `import-replacement`, and others. */
function changesIn(counts: PreviewReport["counts"]): string[] {
  const isLoss = (op: string) => /delete|replace/.test(op);
  const ops = Object.keys(counts);
  if (ops.length === 0) return ["only the state changes"];
  return [...ops.filter(isLoss), ...ops.filter((op) => !isLoss(op))].map(
    (op) => `${formatNumber(counts[op] ?? 0)} to ${op}`,
  );
}

const failedEntry = (report: Report): Entry => ({
  status: "failed",
  title: text`${report.stack}`,
  messages: isMissing(report) ? [{ message: report.reason }] : report.problems,
});

const lossesEntry = (losses: (Loss & { stack: string })[]): Entry => ({
  status: "gone",
  table: {
    columns: ["Stack", "Object", "What happens", "What is lost"],
    rows: losses.map((loss) => {
      const { stack, kind, name, id, lost } = loss;
      const object = text`${kind} ${name}`;
      return [
        text`${stack}`,
        id ? [...object, " ", ...text`ID ${id}`] : object,
        whatHappens(loss),
        lost?.trim() ? text`${lost}` : "–",
      ];
    }),
  },
});

/** A row for each property. The notes are messages, because they contain a name from the program. */
const repairsEntry = (repairs: (Repair & { stack: string })[]): Entry => ({
  status: "drift",
  table: {
    columns: ["Stack", "Object", "Property", "In the tenant", "In the program"],
    rows: repairs.flatMap(({ stack, kind, name, isMissing, properties }): Table["rows"] => {
      const start = [text`${stack}`, text`${kind} ${name}`] as const;
      if (isMissing) return [[...start, "–", "missing", "recreated"]];
      return properties.map(({ path, live, program }) => [
        ...start,
        text`${path}`,
        { value: live },
        { value: program },
      ]);
    }),
  },
  messages: repairs.flatMap(({ name, note }) => (note ? [{ message: `${name}: ${note}` }] : [])),
});

const maxPaths = 5;

function whatHappens({ replacedFor: paths }: Loss): Text {
  if (paths === undefined) return "deleted, because the program no longer declares it";
  if (paths.length === 0) return "replaced";
  return ["replaced, because ", ...namesText(paths, maxPaths), " can't be changed in place"];
}
