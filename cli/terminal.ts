import { type DriftReport, drifted, type ResourceReport, type StackReport } from "./report";

/** The report as text for a terminal. */
export function terminal(report: DriftReport): string {
  const told = report.stacks.filter(
    ({ problems, resources }) => problems.length + resources.length,
  );
  return `${[verdict(report), ...told.map(stackText)].join("\n\n")}\n`;
}

function stackText({ folder, name, result, problems, resources }: StackReport): string {
  const words = { clean: "no drift", drift: "drift", failed: "could not be checked" };
  return [
    `${folder}:${name}: ${words[result]}`,
    ...problems.map(({ message }) => `  ✗ ${message}`),
    ...resources.map(resourceText),
  ].join("\n");
}

function resourceText(resource: ResourceReport): string {
  const { type, name, id, tenant, result, updatedAt, properties, note } = resource;
  const where = [id, tenant && `in ${tenant}`, updatedAt && `last written ${updatedAt}`];
  const text = (value: unknown) => (value === undefined ? "not set" : JSON.stringify(value));
  return [
    `  ${drifted(resource) ? "~" : "?"} ${type} "${name}" is ${result} (${where.filter(Boolean).join(", ")})`,
    ...properties.map(
      ({ path, expected, live }) => `      ${path}: expected ${text(expected)}, live ${text(live)}`,
    ),
    ...(note ? [`      ${note}`] : []),
  ].join("\n");
}

function verdict({ summary }: DriftReport): string {
  const { clean, drift, failed, checked } = summary;
  const all = clean + drift + failed;
  const parts = [
    ...(drift > 0 ? [`${drift} of ${all} stacks drifted`] : []),
    ...(failed > 0 ? [`${failed} of ${all} could not be checked`] : []),
  ];
  return `${parts.join(", ") || `No drift in ${all} stacks`} (${checked} objects compared).`;
}
