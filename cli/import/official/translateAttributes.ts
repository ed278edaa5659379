import { resourceSchema, type Schema } from "../../../provider/schema/packageSchema";
import { propertiesFor } from "../../../provider/schema/traverse";
import { isObject, ownProperty, type Props, withValueAt } from "../../../provider/shared/json";
import { type Spelling, textAt } from "./officialAttributes";
import type { OfficialResource } from "./officialResources";
import type { OfficialObject, OfficialSecret } from "./officialState";

export type Translated = Pick<OfficialObject, "comparedInputs" | "secrets" | "notes">;

/** The attributes of an official resource as inputs of ours, those that `officialResources` lists. */
export function translateAttributes(
  { kind, properties }: OfficialResource,
  attributes: Props,
  spelling: Spelling,
): Translated {
  const schema = resourceSchema(kind).inputs;
  let comparedInputs: Props = {};
  const secrets: OfficialSecret[] = [];
  const notes: string[] = [];
  for (const { attribute, input, caution } of properties) {
    const value = textAt(attributes, spelling(attribute));
    const path = input.split(".");
    // Undefined where the destination or the method is another one: then the value is not in use.
    const property = schemaAt(schema, comparedInputs, path);
    if (value === undefined || property === undefined) continue;
    if (!property.writeOnly) {
      comparedInputs = withValueAt(comparedInputs, path, value);
    } else if (!secrets.some((secret) => secret.path.join(".") === input)) {
      secrets.push({ path, value });
      if (caution) notes.push(`${spelling(attribute.split(".").at(-1) ?? "")} ${caution}`);
    }
  }
  return { comparedInputs, secrets, notes };
}

/** The schema of a property, in the branches that the tags of a value choose. */
function schemaAt(schema: Schema, value: Props, [key = "", ...rest]: string[]): Schema | undefined {
  // A tag chooses its branch, so any branch declares it.
  if (rest.length === 0 && schema.discriminator?.propertyName === key) return {};
  const property = ownProperty(propertiesFor(schema, value), key);
  if (property === undefined || rest.length === 0) return property;
  const child = value[key];
  return schemaAt(property, isObject(child) ? child : {}, rest);
}
