import { type ListRequest, ListResponse } from "@pulumi/pulumi/proto/provider_pb";
import type { ListedObject } from "../../lifecycle/read/listObjects";
import { listSchema } from "../../schema/packageSchema";
import { containsUnknown } from "../../schema/unknown";
import type { ConfiguredProvider } from "./configuredProvider";
import { grpcError } from "./errors";
import { servedResource } from "./resourceCalls";
import { receive } from "./values";

/**
 * Lists the objects of a resource, as their pages arrive. Pulumi's CLI sets no page size, and prints a first
 * page without a word about others, so a response is never cut into pages.
 */
export async function* list(
  provider: ConfiguredProvider,
  request: ListRequest,
): AsyncGenerator<ListResponse> {
  const { resource } = servedResource(request.getToken());
  const schema = listSchema(resource.name);
  if (!schema) throw grpcError(`Auth0 can't list ${resource.name} objects`);
  const filters = receive(request.getQuery());
  if (containsUnknown(filters.props)) {
    yield new ListResponse().setComputed(new ListResponse.Computed());
    return;
  }

  let pages: AsyncGenerator<ListedObject[]> | undefined;
  const nextPage = () =>
    provider.run({ urn: "", schema, bags: [filters] }, async (session) => {
      pages ??= resource.list(session, filters.props);
      const { value = [] as ListedObject[], done } = await pages.next();
      return { objects: value, done };
    });
  // 0 means no limit.
  let left = request.getLimit();
  for (let page = await nextPage(); !page.done; page = await nextPage()) {
    for (const { id, label } of page.objects) {
      yield new ListResponse().setResult(new ListResponse.Result().setId(id).setName(label));
      left--;
      if (left === 0) return;
    }
  }
}
