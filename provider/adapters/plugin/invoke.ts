import { type InvokeRequest, InvokeResponse } from "@pulumi/pulumi/proto/provider_pb";
import { collectDeliveries, deliveriesFunction } from "../../functions/deliveries";
import { functionSchema } from "../../schema/packageSchema";
import { containsUnknown, sentinels } from "../../schema/unknown";
import { mapProps, type Props } from "../../shared/json";
import { pluginTypeToken } from "../../stateContract";
import type { ConfiguredProvider } from "./configuredProvider";
import { grpcError } from "./errors";
import { receive, secretValue, send } from "./values";

const { inputs, outputs } = functionSchema(deliveriesFunction.name);
const [unknownValue] = sentinels;

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
  const page = await provider.run(
    { urn: "", schema: inputs, bags: [args] },
    (session): Promise<Props> | Props =>
      containsUnknown(args.props)
        ? (mapProps(outputs.properties, () => unknownValue) as Props)
        : collectDeliveries(session.api, args.props),
  );
  // The content of an event is personal data.
  const isSecret = args.props.includeEvent === true;
  const { deliveries = [], ...rest } = page;
  const result = { ...rest, deliveries: isSecret ? secretValue(deliveries) : deliveries };
  return new InvokeResponse().setReturn(send(outputs, result, []));
}
