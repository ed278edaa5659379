import { type InvokeRequest, InvokeResponse } from "@pulumi/pulumi/proto/provider_pb";
import { joinPages } from "../../deliveries/joinPages";
import { deliveriesFunction, listDeliveries } from "../../deliveries/listDeliveries";
import type { Session } from "../../lifecycle/session";
import { lookUp } from "../../lookups/lookUp";
import { type LookupFunction, lookups } from "../../lookups/lookups";
import { functionSchema, type ObjectSchema } from "../../schema/packageSchema";
import { containsUnknown, unknownValue } from "../../schema/unknown";
import { mapProps, type Props } from "../../shared/json";
import { pluginTypeToken, secretValue } from "../../stateStrings";
import type { ConfiguredProvider } from "./configuredProvider";
import { grpcError } from "./errors";
import { receive, send } from "./values";

interface ServedFunction {
  inputs: ObjectSchema;
  outputs: ObjectSchema;
  call(session: Session, args: Props): Promise<Props>;
}

const functions: Record<string, ServedFunction> = Object.fromEntries([
  [pluginTypeToken(deliveriesFunction.name), deliveries()],
  ...Object.values(lookups).map((each) => [pluginTypeToken(each.name), served(each)]),
]);

export async function invoke(
  provider: ConfiguredProvider,
  request: InvokeRequest,
): Promise<InvokeResponse> {
  const served = functions[request.getTok()];
  if (!served) {
    const tokens = Object.keys(functions).join(", ");
    throw grpcError(`The plugin has no function ${request.getTok()}, only ${tokens}.`);
  }
  const { inputs, outputs } = served;
  const args = receive(request.getArgs());
  const result = await provider.run({ urn: "", schema: inputs, bags: [args] }, (session) =>
    containsUnknown(args.props)
      ? mapProps(outputs.properties, () => unknownValue)
      : served.call(session, args.props),
  );
  return new InvokeResponse().setReturn(send(outputs, result, []));
}

function deliveries(): ServedFunction {
  return {
    ...functionSchema(deliveriesFunction.name),
    async call({ api }, args) {
      const { deliveries, ...rest } = await joinPages(
        listDeliveries(api, args),
        args.maxItems as number | undefined,
      );
      // The content of an event is personal data.
      const isSecret = args.includeEvent === true;
      return { ...rest, deliveries: isSecret ? secretValue(deliveries) : deliveries };
    },
  };
}

function served(lookup: LookupFunction): ServedFunction {
  const { inputs, outputs } = lookup;
  return { inputs, outputs, call: ({ api }, args) => lookUp(api, lookup, args) };
}
