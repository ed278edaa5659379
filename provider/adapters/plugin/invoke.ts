import { type InvokeRequest, InvokeResponse } from "@pulumi/pulumi/proto/provider_pb";
import { deliveriesFunction, listDeliveries } from "../../functions/deliveries";
import { joinPages } from "../../functions/joinPages";
import type { Session } from "../../lifecycle/session";
import { functionSchema } from "../../schema/packageSchema";
import { containsUnknown, unknownValue } from "../../schema/unknown";
import { mapProps, type Props } from "../../shared/json";
import { pluginTypeToken } from "../../stateContract";
import type { ConfiguredProvider } from "./configuredProvider";
import { grpcError } from "./errors";
import { receive, secretValue, send } from "./values";

const { inputs, outputs } = functionSchema(deliveriesFunction.name);

/** Serves the function of the package: getDeliveries. */
export async function invoke(
  provider: ConfiguredProvider,
  request: InvokeRequest,
): Promise<InvokeResponse> {
  const token = pluginTypeToken(deliveriesFunction.name);
  if (request.getTok() !== token) {
    throw grpcError(`the plugin has no function ${request.getTok()}, only ${token}`);
  }
  const args = receive(request.getArgs());
  const page = await provider.run({ urn: "", schema: inputs, bags: [args] }, (session) =>
    getDeliveries(session, args.props),
  );
  // The content of an event is personal data.
  const isSecret = args.props.includeEvent === true;
  const { deliveries = [], ...rest } = page;
  const result = { ...rest, deliveries: isSecret ? secretValue(deliveries) : deliveries };
  return new InvokeResponse().setReturn(send(outputs, result, []));
}

async function getDeliveries({ api }: Session, args: Props): Promise<Props> {
  if (containsUnknown(args)) return mapProps(outputs.properties, () => unknownValue);
  return joinPages(listDeliveries(api, args), args.maxItems as number | undefined);
}
