import { guardianFcmv1Provider } from "../../../provider/resources";
import { resourceSchema } from "../../../provider/schema/packageSchema";
import { validator } from "../../../provider/schema/validate";
import { isObject, type Json, type Props } from "../../../provider/shared/json";
import { type Spelling, textAt, valueAt } from "./officialAttributes";
import { officialGuardian } from "./officialResources";
import type { IgnoredResource, OfficialPushCredentials, OfficialState } from "./officialState";

/** A guardian resource of a state. */
interface GuardianResource {
  address: string;
  attributes: Props;
}

type Found = Pick<OfficialState, "pushCredentials" | "ignored">;

/** The FCM v1 credentials of the guardian resources, and why others are not taken over. */
export function findPushCredentials(guardians: GuardianResource[], spelling: Spelling): Found {
  const found = guardians.flatMap((guardian) => credentialsOf(guardian, spelling) ?? []);
  const legacy = guardians
    .filter(({ address }) => found.every((credentials) => credentials.address !== address))
    .flatMap((guardian) => legacyKeyOf(guardian, spelling) ?? []);
  const [pushCredentials] = found;
  if (found.length > 1) {
    const reason =
      "the state has FCM v1 credentials in several guardian resources, and does not say which tenant each belongs to: set serverCredentials yourself";
    return { ignored: [...found.map(({ address }) => ({ address, reason })), ...legacy] };
  }
  return { ...(pushCredentials && { pushCredentials }), ignored: legacy };
}

function credentialsOf(
  { address, attributes }: GuardianResource,
  spelling: Spelling,
): OfficialPushCredentials | undefined {
  const block = spelling(officialGuardian.block);
  const serviceAccount = textsIn(valueAt(attributes, block), block).find(({ text }) =>
    isServiceAccount(text),
  );
  if (serviceAccount === undefined) return undefined;
  return {
    kind: officialGuardian.kind,
    id: fixedId,
    address,
    attribute: serviceAccount.path,
    secret: { path: [officialGuardian.input], value: serviceAccount.text },
  };
}

/** The id of our resource, of which a tenant has one. */
const fixedId = guardianFcmv1Provider.fixedId ?? "";

function legacyKeyOf(
  { address, attributes }: GuardianResource,
  spelling: Spelling,
): IgnoredResource | undefined {
  const attribute = spelling(officialGuardian.legacyKey);
  if (textAt(attributes, attribute) === undefined) return undefined;
  const reason = `${attribute} is the server key of FCM's legacy API and not FCM v1 credentials: the resource stays with the old tool, and ${officialGuardian.kind} needs the JSON of a service account`;
  return { address, reason };
}

/** Every text in a value, with its path; a list of blocks adds nothing to the path. */
function textsIn(value: Json | undefined, path: string): { path: string; text: string }[] {
  if (typeof value === "string") return [{ path, text: value }];
  if (Array.isArray(value)) return value.flatMap((item) => textsIn(item, path));
  if (!isObject(value)) return [];
  return Object.entries(value).flatMap(([key, item]) => textsIn(item, `${path}.${key}`));
}

const validateCredentials = validator(resourceSchema(officialGuardian.kind).inputs);

/** The rules of schema.json let a text pass that is not JSON at all, since it may be unknown yet. */
const isServiceAccount = (text: string): boolean =>
  /^\s*\{/.test(text) && validateCredentials({ [officialGuardian.input]: text }).length === 0;
