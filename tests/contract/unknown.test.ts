import { describe, expect, test } from "@jest/globals";
import type { Json, Props } from "../../provider/shared/json";
import type { Kind } from "../support/engine/adapter";
import { forEachAdapter } from "../support/engine/adapters";
import { shareBoth } from "../support/engine/providerProcess";
import {
  bridge,
  configured,
  everyPolicy,
  everyStream,
  hook,
  jsonCopy,
  policy,
  push,
  sentinels,
  stream,
  to,
  unknown,
} from "../support/values/inputs";
import { eventbridge } from "../support/values/samples";

const everyInput: [Kind, string, Props][] = [
  ...everyStream.map(([name, value]): [Kind, string, Props] => ["EventStream", name, value]),
  ...everyPolicy.map(([name, value]): [Kind, string, Props] => ["RateLimitPolicy", name, value]),
  ["GuardianFcmv1Provider", "push", push()],
];
const tags = ["type", "method", "action"];

type Path = (string | number)[];

/** As messages name it. */
const nameOf = (path: Path) =>
  path
    .map((key) => (typeof key === "number" ? `[${key}]` : `.${key}`))
    .join("")
    .replace(/^\./, "");

function pathsOf(value: Json, path: Path = []): Path[] {
  if (typeof value !== "object" || value === null) return [path];
  const nested = Object.entries(value).flatMap(([key, item]) =>
    pathsOf(item, [...path, Array.isArray(value) ? Number(key) : key]),
  );
  return path.length === 0 ? nested : [path, ...nested];
}

// biome-ignore lint/suspicious/noExplicitAny: any JSON, by a path that exists in it
const at = (value: any, path: Path) => path.reduce((node, key) => node?.[key], value);

function put(value: Props, path: Path, item: unknown): Props {
  at(value, path.slice(0, -1))[path.at(-1) ?? ""] = item;
  return value;
}

forEachAdapter((adapter) => {
  const both = shareBoth(adapter);
  const { difference } = adapter.differences;

  describe("an unknown value", () => {
    test("passes check as each of its seven values, and known siblings are checked", async () => {
      const { provider } = both;
      for (const [, sentinel] of sentinels) {
        const bags: [Kind, Props][] = [
          ["EventStream", to(sentinel)],
          ["EventStream", hook({ webhookAuthorization: sentinel })],
          ["EventStream", stream({ subscriptions: sentinel, name: `crm-${sentinel}` })],
          ["RateLimitPolicy", configured({ action: "block", limit: sentinel })],
          ["RateLimitPolicy", policy({ consumerSelector: sentinel })],
          ["GuardianFcmv1Provider", push(sentinel)],
        ];
        for (const [kind, props] of bags) {
          const { inputs, failures } = await provider.check(kind, {}, props);
          expect(failures).toEqual([]);
          expect(inputs).toEqual(inputs.status ? { ...props, status: "enabled" } : props);
        }
        const wrong = { ...to(sentinel), status: "off" };
        const { failures } = await provider.check("EventStream", {}, wrong);
        expect(failures.map(({ reason }) => reason)).toEqual([
          "status must be enabled or disabled",
        ]);
      }
    });

    test.each(everyInput)("may stand at every path of %s %s", async (kind, _name, value) => {
      const { server, provider } = both;
      const whereOf = (extra: Path) => (extra.length > 1 ? nameOf(extra.slice(0, -1)) : "it");
      const problemsOf = async (path: Path, item: unknown, extra: Path = ["zz"]) => {
        const news = put(put(jsonCopy(value), path, item), extra, 1);
        const { failures } = await provider.check(kind, {}, news);
        return failures.map(({ reason }) => reason);
      };
      for (const path of pathsOf(value)) {
        // Known siblings are checked: at the top, and beside it where no tag is unknown.
        const beside = [...path.slice(0, -1), "zz"];
        const sibling = tags.includes(String(path.at(-1))) ? ["zz"] : beside;
        for (const extra of Array.isArray(at(value, path.slice(0, -1)))
          ? [["zz"]]
          : [["zz"], sibling]) {
          const failures = await problemsOf(path, unknown, extra);
          expect([path, failures]).toEqual([
            path,
            [expect.stringContaining(`${whereOf(extra)} has a property that does not exist`)],
          ]);
        }
        // And once it is known to be wrong, it is told, at its path, before any request.
        const failures = await problemsOf(path, [[]]);
        expect(failures.some((reason) => reason.startsWith(nameOf(path)))).toBe(true);
      }
      expect(server.requests).toEqual([]);
    });

    test("is a change in diff as each of its seven values, and replaces where it may", async () => {
      const { server, provider } = both;
      const tenant = { tenant: server.domain };
      for (const [, sentinel] of sentinels) {
        const streams = { ...stream(), ...tenant };
        const renamed = stream({ name: sentinel });
        expect(await provider.diff("EventStream", "id", streams, renamed)).toMatchObject({
          changes: difference,
          replaces: [],
        });
        const bridges = { ...to(eventbridge()), ...tenant };
        const moved = await provider.diff(
          "EventStream",
          "id",
          jsonCopy(bridges),
          bridge({ awsRegion: sentinel }),
        );
        expect(moved.replaces).toEqual(["destination"]);
        const other = policy({ consumerSelector: sentinel });
        const changed = await provider.diff(
          "RateLimitPolicy",
          "id",
          { ...policy(), ...tenant },
          other,
        );
        expect(changed.replaces).toEqual(["consumerSelector"]);
      }
      expect(server.requests).toEqual([]);
    });
  });
});
