import * as resources from "../../../emulator/src/resources";
import { resourceType } from "../../../provider/lifecycle/context";
import { splitResponse } from "../../../provider/lifecycle/stateFromResponse";
import { type Json, mapProps, type Props } from "../../../provider/shared/json";
import { missingIn } from "../../acceptance/run";
import { listedKinds } from "../values/kinds";
import type { RecordedExchange } from "./recording";
import { type Comparison, differences, responsesTo } from "./responses";
import { inAnyOrder, shapeOf } from "./shape";

/** The differences of a recording from the emulator and schema.json, each with the file to change. */
export async function problemsOf(exchanges: RecordedExchange[]): Promise<string[]> {
  const ofEmulator = (await responsesTo(exchanges)).flatMap((comparison) => {
    const { request, recorded, returned } = comparison;
    const [expected, found] = [recorded, returned].map(
      ({ status, body }) =>
        ({ status, body: distinct(inAnyOrder(shapeOf(body, differences))) }) as Props,
    );
    const [first] = isComparable(comparison) ? missingIn(found, expected ?? {}, "") : [];
    return first === undefined ? [] : [`${emulatorFile(request)}: ${request}: ${first}`];
  });
  return [...ofEmulator, ...new Set(exchanges.flatMap(undeclared))];
}

/**
 * Excludes lists of other objects with the pages after them, and rejections of early requests or of objects
 * beyond the tenant's maximum, because the emulator accepts these.
 */
const isComparable = ({ request, recorded, returned }: Comparison) =>
  !(recorded.status === 200 && recorded.body === "") &&
  !request.includes("from=checkpoint") &&
  !(recorded.status === 409 && returned.status < 300);

/** A shape whose lists have each item once, because the number of items depends on the tenant. */
function distinct(shape: unknown): unknown {
  if (typeof shape !== "object" || shape === null) return shape;
  if (!Array.isArray(shape)) return mapProps(shape as Props, (item) => distinct(item) as Json);
  return [...new Set(shape.map((item) => JSON.stringify(distinct(item))))].sort();
}

function emulatorFile(request: string): string {
  const [, path = ""] = request.split(" ");
  const [name] = Object.entries(resources).find(([, { contract }]) =>
    contract.operations.some((one) => path.startsWith(one.path.split("/{")[0] ?? "")),
  ) ?? [""];
  return `emulator/src/resources/${name}.ts`;
}

/** Fields that schema.json does not declare. */
function undeclared({ request, response }: RecordedExchange): string[] {
  const kind = listedKinds.find(
    ({ routes }) => `${request.method} ${request.path}` === routes.create,
  );
  if (kind === undefined || response.status >= 300) return [];
  const { undeclared } = splitResponse(resourceType(kind.definition), response.body);
  return undeclared.map((path) => `schema.json: ${kind.name} has no property ${path}`);
}
