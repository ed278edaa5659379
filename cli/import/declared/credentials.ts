import { isOfStack } from "../../../provider/config/pluginConfiguration";
import { containsUnknown } from "../../../provider/schema/unknown";
import { isObject, mapProps, type Props } from "../../../provider/shared/json";
import { isSecretMark } from "../../../provider/stateStrings";
import {
  domainOf,
  readWithProviders,
  type StackProvider,
} from "../../shared/providerConfiguration";
import type { ImportTarget } from "../openTarget";
import type { Found, LeftOut } from "./pairs";
import type { DeclaredResource } from "./previewProgram";

type Usable = Pick<Found, "leftOut"> & { resources: DeclaredResource[] };

/**
 * Resources whose Providers have credentials. A preview hides the secrets that a program passes to a
 * Provider, so they come from the state, or else from the stack's own credentials for the same tenant.
 */
export async function withCredentials(
  resources: DeclaredResource[],
  target: ImportTarget,
): Promise<Usable> {
  const hiding = resources.flatMap(({ provider }) =>
    hidesSecrets(provider) ? [provider.urn] : [],
  );
  const inState = hiding.length > 0 ? await readWithProviders(target.stack, hiding) : [];
  const inputsInState = new Map(inState.map(({ urn, inputs }) => [urn, inputs]));
  const usable: Usable = { resources: [], leftOut: [] };
  for (const resource of resources) {
    const { provider } = resource;
    const inputs = inputsInState.get(provider.urn) ?? {};
    // Credentials of another tenant or application would go to this one.
    const isSame = ["domain", "clientId"].every(
      (key) => isHidden(provider.inputs[key]) || provider.inputs[key] === inputs[key],
    );
    const known = isSame ? inputs : {};
    const found = await withSecrets(provider, known, target);
    if (typeof found !== "string") usable.resources.push({ ...resource, provider: found });
    else usable.leftOut.push({ resource, reason: found } satisfies LeftOut);
  }
  return usable;
}

const isHidden = (value: unknown): boolean => isObject(value) && isSecretMark(value);

const hidesSecrets = ({ inputs, urn }: StackProvider): boolean =>
  !isOfStack(inputs, urn) && Object.values(inputs).some(isHidden);

/** The provider with its secrets, or one of the same tenant. A text says why there is none. */
async function withSecrets(
  provider: StackProvider,
  known: Props,
  { configuration }: ImportTarget,
): Promise<StackProvider | string> {
  const { inputs, urn, isPlugin } = provider;
  if (!isOfStack(inputs, urn) && containsUnknown(inputs)) {
    return "its Provider's settings aren't known yet. Create or update what they depend on first";
  }
  if (!hidesSecrets(provider)) return provider;
  const filled = mapProps(inputs, (value, key) => (isHidden(value) ? known[key] : value));
  const isFilled = Object.keys(inputs).every(
    (key) => !isHidden(inputs[key]) || typeof known[key] === "string",
  );
  if (isFilled) return { ...provider, inputs: filled };
  const own: StackProvider = { urn: "", inputs: {}, isPlugin };
  const [tenant, ownTenant] = await Promise.all(
    [{ ...provider, inputs: filled }, own].map((one) =>
      domainOf(one, async () => configuration, process.env),
    ),
  );
  if (tenant === ownTenant) return own;
  return (
    `the preview hides its Provider's secrets. Set AUTH0_DOMAIN to ${tenant ?? "its tenant"} and set ` +
    "its credentials in AUTH0_* variables, or set environmentPrefix on the Provider"
  );
}
