import { dropPlaceholders } from "../schema/placeholder";
import { unknownValue } from "../schema/unknown";
import { mapProps, type Props } from "../shared/json";
import type { ResourceContext } from "./context";

/** The outputs of an object that does not exist yet: what the service adds is unknown. */
export function previewCreate({ outputs, session }: ResourceContext, news: Props): Props {
  const added = mapProps(outputs.properties, () => unknownValue);
  return { ...news, ...added, tenant: session.api.domain };
}

/** The outputs after an update: all are known, except those that every update changes. */
export function previewUpdate(
  { definition, outputs, session }: ResourceContext,
  olds: Props,
  news: Props,
): Props {
  const { outputsOfEveryUpdate = [] } = definition;
  const added = mapProps(outputs.properties, (_, key) =>
    outputsOfEveryUpdate.includes(key) ? unknownValue : olds[key],
  );
  return { ...(dropPlaceholders(news) as Props), ...added, tenant: session.api.domain };
}
