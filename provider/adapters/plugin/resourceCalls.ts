import * as proto from "@pulumi/pulumi/proto/provider_pb";
import { Empty } from "google-protobuf/google/protobuf/empty_pb";
import type { Struct } from "google-protobuf/google/protobuf/struct_pb";
import { lifecycle } from "../../lifecycle/resource";
import * as resources from "../../resources";
import type { ResourceDefinition } from "../../resources/definition";
import { propertyName, renameWireNames } from "../../schema/codec";
import { type ObjectSchema, resourceSchema } from "../../schema/packageSchema";
import type { Path } from "../../schema/path";
import type { Props } from "../../shared/json";
import { parseUrn } from "../../shared/urn";
import { pluginTypeToken, providerKey } from "../../stateStrings";
import { checkInputs, withoutProvider } from "../boundary";
import { type PlaceholderLifecycle, withImportPlaceholders } from "../importPlaceholders";
import type { CallContext, ConfiguredProvider } from "./configuredProvider";
import { diffResponse } from "./diffResponse";
import { grpcError } from "./errors";
import { type Received, receive, send } from "./values";

interface ServedResource {
  resource: PlaceholderLifecycle;
  /** Of inputs and outputs, which share one bag in the state. */
  schema: ObjectSchema;
}

const servedResources = new Map(
  Object.values(resources).map((each) => [pluginTypeToken(each.name), serve(each)]),
);

function serve(definition: ResourceDefinition): ServedResource {
  const { inputs, outputs } = resourceSchema(definition.name);
  const properties = { ...inputs.properties, ...outputs.properties };
  const resource = withImportPlaceholders(lifecycle(definition));
  return { resource, schema: { type: "object", properties } };
}

export function servedResource(type: string): ServedResource {
  const found = servedResources.get(type);
  if (found) return found;
  const types = [...servedResources.keys()].join(", ");
  throw grpcError(`The plugin doesn't serve ${type}, only ${types}.`);
}

/** One call of the engine about an object. */
interface ResourceCall extends CallContext {
  resource: PlaceholderLifecycle;
}

function callOf(urn: string, ...bags: (Struct | undefined)[]): ResourceCall {
  const type = parseUrn(urn).types.at(-1) ?? "";
  return { urn, ...servedResource(type), bags: bags.map(receive) };
}

export async function check(
  provider: ConfiguredProvider,
  request: proto.CheckRequest,
): Promise<proto.CheckResponse> {
  const call = callOf(request.getUrn(), request.getOlds(), request.getNews());
  const [olds, news] = propsOf(call);
  // Before a create the engine sends no olds.
  const exists = Object.keys(olds).length > 0;
  // Python's dictionaries within a union have Auth0's names.
  const given = renameWireNames(call.resource.inputs, news) as Props;
  const { inputs, failures } = await provider.run(call, (session) => {
    const { resource } = call;
    if (resource.isCleared) provider.declarations.add(session.api.domain, resource.name);
    return checkInputs(session, given, (unknownValues) =>
      resource.check(exists ? olds : undefined, given, unknownValues, call),
    );
  });
  provider.owners.check(call.urn);
  const response = new proto.CheckResponse();
  response.setInputs(marked({ ...call, bags: checkedBags(call, given) }, inputs));
  for (const { reason } of failures) {
    response.addFailures(new proto.CheckFailure().setReason(reason));
  }
  return response;
}

/** A property that the program leaves out keeps its old value, and the marks of that value alone. */
function checkedBags({ bags: [olds, news] }: ResourceCall, given: Props): Received[] {
  const isLeftOut = ([key]: Path) => (given[String(key)] ?? null) === null;
  return [
    ...(olds ? [{ ...olds, secretPaths: olds.secretPaths.filter(isLeftOut) }] : []),
    ...(news ? [news] : []),
  ];
}

export async function diff(
  provider: ConfiguredProvider,
  request: proto.DiffRequest,
): Promise<proto.DiffResponse> {
  const call = callOf(request.getUrn(), request.getOlds(), request.getNews());
  const [olds, news] = propsOf(call);
  const found = await provider.run(call, (session) => {
    const diff = call.resource.diff(session, request.getId(), olds, news, {
      urn: call.urn,
      ignoreChanges: request.getIgnorechangesList(),
    });
    provider.owners.diff(request.getId(), call.urn);
    return diff;
  });
  if (found.differences.some(({ replaces }) => replaces)) provider.owners.replace(request.getId());
  return diffResponse(found);
}

export async function create(
  provider: ConfiguredProvider,
  request: proto.CreateRequest,
): Promise<proto.CreateResponse> {
  const call = callOf(request.getUrn(), request.getProperties());
  const [news] = propsOf(call);
  const { id, outs } = await provider.run(call, async (session, markedSecrets) =>
    request.getPreview()
      ? { id: "", outs: call.resource.previewCreate(session, news) }
      : call.resource.create(session, news, markedSecrets),
  );
  if (!request.getPreview()) provider.owners.create(id, call.urn);
  return new proto.CreateResponse().setId(id).setProperties(marked(call, outs));
}

export async function read(
  provider: ConfiguredProvider,
  request: proto.ReadRequest,
): Promise<proto.ReadResponse> {
  const id = request.getId();
  const call = callOf(request.getUrn(), request.getInputs(), request.getProperties());
  const [inputs, olds] = propsOf(call);
  const live = await provider.run(call, async (session) => ({
    found: isImport(call)
      ? await call.resource.import(session, id)
      : await call.resource.read(session, id, olds, inputs),
  }));
  // Without an id the engine takes the object for gone.
  if (!live.found) return new proto.ReadResponse();

  const [inputBag, outputBag] = call.bags;
  return new proto.ReadResponse()
    .setId(id)
    .setInputs(marked(call, keepProvider(inputBag, live.found.inputs)))
    .setProperties(marked(call, keepProvider(outputBag, live.found.outs)));
}

export async function update(
  provider: ConfiguredProvider,
  request: proto.UpdateRequest,
): Promise<proto.UpdateResponse> {
  const id = request.getId();
  const call = callOf(request.getUrn(), request.getNews(), request.getOlds());
  const [news, olds] = propsOf(call);
  const { outs } = await provider.run(call, async (session, markedSecrets) =>
    request.getPreview()
      ? { outs: call.resource.previewUpdate(session, olds, news) }
      : call.resource.update(session, id, olds, news, markedSecrets),
  );
  const outputBag = call.bags[1];
  // What was secret in the state only is no longer marked by the program.
  const ofProgram = { ...call, bags: call.bags.slice(0, 1) };
  return new proto.UpdateResponse().setProperties(marked(ofProgram, keepProvider(outputBag, outs)));
}

export async function deleteResource(
  provider: ConfiguredProvider,
  request: proto.DeleteRequest,
): Promise<Empty> {
  const call = callOf(request.getUrn(), request.getProperties());
  const [olds] = propsOf(call);
  await provider.run(call, async (session) => {
    if (call.resource.deletesSharedObject) provider.owners.delete(request.getId(), call.urn);
    const isDeclared = () => provider.declarations.has(session.api.domain, call.resource.name);
    await call.resource.delete(session, request.getId(), olds, isDeclared);
    return {};
  });
  return new Empty();
}

const propsOf = ({ bags }: ResourceCall) =>
  bags.map(({ props }) => withoutProvider(props)) as [Props, Props];

/** A read of an object that is in no state: an import, or the static method `get` of a class. */
const isImport = ({ bags }: ResourceCall) =>
  bags.every(({ props }) => Object.keys(props).length === 0);

/** Keeps `__provider` in the state, for a way back to the dynamic resources. */
function keepProvider(bag: Received | undefined, props: Props): Props {
  const provider = bag?.props[providerKey];
  return provider === undefined ? props : { ...props, [providerKey]: provider };
}

/** A result with its secrets marked: those of schema.json, and those that the call's bags mark. */
function marked({ schema, bags }: ResourceCall, props: Props): Struct {
  const paths = bags.flatMap(({ secretPaths }) => secretPaths);
  return send(schema, props, [...paths, ...paths.map(inCamelCase)]);
}

/** In Python's dictionaries, marks are at Auth0's names. */
const inCamelCase = (path: Path): Path => path.map((key) => propertyName(String(key)));
