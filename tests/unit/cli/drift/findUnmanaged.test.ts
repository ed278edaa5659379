import { expect, jest, test } from "@jest/globals";
import { addUnmanaged } from "../../../../cli/drift/findUnmanaged";
import { type StackReport, stackReport } from "../../../../cli/reports/drift/report";
import { CheckProgress } from "../../../../cli/shared/log";
import { withImportCommand } from "../../../support/import/importCommand";
import { stopSignals } from "../../../support/pipelines/standInPulumi";
import {
  addStream,
  idOf,
  manyObjects,
  manyPolicies,
  streamIdOf,
} from "../../../support/tenant/many";
import { listedKinds } from "../../../support/values/kinds";

const context = withImportCommand();

const checked = (name: string, changes: Partial<StackReport> = {}) =>
  stackReport({
    name,
    folder: context.pulumi.folder,
    problems: [],
    checked: 1,
    resources: [],
    ...changes,
  });

async function withUnmanaged(reports: StackReport[], { requested } = stopSignals()) {
  const folders = [context.pulumi.folder];
  const progress = new CheckProgress(reports.length, "stack", String);
  const note = (message: string) => progress.note(message);
  return addUnmanaged(reports, { folders, parallel: 4, requested, note });
}

async function unmanaged(reports: StackReport[], stop = stopSignals()) {
  return (await withUnmanaged(reports, stop)).map(({ result, problems, unmanaged }) => ({
    result,
    problems: problems.map(({ message }) => message),
    ids: unmanaged?.map(({ id }) => id),
  }));
}

const clean = { result: "clean", problems: [], ids: [] };

test("objects that no stack manages are reported at the first stack of their tenant", async () => {
  manyPolicies(context.tenant, 3);
  addStream(context.tenant, streamIdOf(1), "legacy");
  context.addStack("a", [[0, idOf(0)]]);
  context.addStack("b", [[1, idOf(1)]]);
  context.addStack("unchecked", [[2, idOf(2)]]);
  expect(await unmanaged([checked("a"), checked("b")])).toEqual([
    { result: "drift", problems: [], ids: [streamIdOf(1)] },
    clean,
  ]);
});

test("objects of every kind are reported, from the configured tenant if the state is empty", async () => {
  for (const kind of listedKinds) manyObjects(context.tenant, kind, 1);
  const [report] = await unmanaged([checked("test", { checked: 0 })]);
  expect(report?.ids?.sort()).toEqual(listedKinds.map(({ id }) => id(0)).sort());
});

test("an object that a program only reads is not reported", async () => {
  addStream(context.tenant, streamIdOf(1), "legacy");
  const type = "auth0-native:index:EventStream";
  const urn = `urn:pulumi:test::test::${type}::legacy`;
  const resources = [{ urn, type, id: streamIdOf(1), external: true, inputs: {} }];
  context.pulumi.write("test.json", JSON.stringify({ deployment: { resources } }));
  expect(await unmanaged([checked("test")])).toEqual([clean]);
});

test("an object that an unchecked stack of the project manages, too, has two owners", async () => {
  manyPolicies(context.tenant, 2);
  context.addStack("a", [[0, idOf(0)]]);
  context.addStack("unchecked", [[1, idOf(0)]]);
  const type = "auth0-native:index:RateLimitPolicy";
  const urn = `urn:pulumi:a::test::${type}::policy-0`;
  const managed = [{ urn, id: idOf(0), tenant: context.tenant.domain }];
  const [report] = await withUnmanaged([checked("a", { managed })]);
  expect(report?.unmanaged).toMatchObject([{ id: idOf(1) }]);
  const stack = `${context.pulumi.folder}:unchecked`;
  const other = { stack, name: "policy-1", urn: `urn:pulumi:unchecked::test::${type}::policy-1` };
  expect(report?.shared).toEqual([
    { ...managed[0], kind: "RateLimitPolicy", name: "policy-0", owners: [other] },
  ]);
});

test("an object with a resource's key names that resource", async () => {
  manyPolicies(context.tenant, 1);
  context.addStack("a", [[0, "rlp_other"]]);
  const [report] = await withUnmanaged([checked("a")]);
  expect(report?.unmanaged).toEqual([
    {
      kind: "RateLimitPolicy",
      name: "client_id:c0",
      id: idOf(0),
      tenant: context.tenant.domain,
      createdAt: "2026-11-20T12:00:00.000Z",
      note: expect.stringContaining(
        '"policy-0" in the stack a matches this object, but has the ID rlp_other',
      ),
    },
  ]);
});

test("an object that is named after a secret of the job is reported without it", async () => {
  process.env.CRM_PASSWORD = "canary-of-the-job";
  addStream(context.tenant, streamIdOf(1), "crm canary-of-the-job");
  const [report] = await withUnmanaged([checked("test")]).finally(() => {
    delete process.env.CRM_PASSWORD;
  });
  expect(report?.unmanaged).toMatchObject([{ name: "crm [secret]" }]);
});

test("a kind of object that cannot be listed fails the stack, and does not hide the others", async () => {
  manyPolicies(context.tenant, 1);
  const body = { message: "Insufficient scope, expected any of: read:event_streams" };
  context.tenant.respond = ({ path }) =>
    /event-streams/.test(path) ? { status: 403, body } : undefined;
  expect(await unmanaged([checked("test")])).toEqual([
    {
      result: "failed",
      problems: [
        expect.stringMatching(/^couldn't look for unmanaged objects: GET .*read:event_streams/),
      ],
      ids: [idOf(0)],
    },
  ]);
});

test("a kind outside the tenant's plan has no unmanaged objects, and is named once", async () => {
  addStream(context.tenant, streamIdOf(1), "legacy");
  const body = { errorCode: "insufficient_entitlement" };
  context.tenant.respond = ({ path }) =>
    /policies/.test(path) ? { status: 403, body } : undefined;
  const log = jest.spyOn(console, "error").mockImplementation(() => {});
  expect(await unmanaged([checked("test")])).toEqual([
    { result: "drift", problems: [], ids: [streamIdOf(1)] },
  ]);
  const named = log.mock.calls.flat().filter((line) => /policies/.test(String(line)));
  log.mockRestore();
  expect(named).toEqual([
    expect.stringMatching(/^Skipped a kind of object: GET .*plan doesn't include/),
  ]);
});

test("no object is reported if the state of a stack cannot be read", async () => {
  manyPolicies(context.tenant, 1);
  context.addStack("a", [[0, idOf(0)]]);
  context.addStack("b", []);
  context.pulumi.replacePulumi(`case "$1 $2 $4" in
    "stack ls "*) cat stacks.json;;
    "stack export a") cat a.json;;
    config*) cat config.json;;
    *) echo "error: locked" >&2; exit 1;;
  esac`);
  expect(await unmanaged([checked("a")])).toEqual([
    {
      result: "failed",
      problems: ["couldn't look for unmanaged objects: locked"],
      ids: undefined,
    },
  ]);
});

test("a stack that could not be checked has no further problem", async () => {
  const failed = checked("none", { checked: 0, problems: [{ message: "no stack" }] });
  expect(await unmanaged([failed])).toEqual([
    { result: "failed", problems: ["no stack"], ids: undefined },
  ]);
});

test("a signal fails the stacks whose tenants were not listed", async () => {
  const stop = stopSignals();
  stop.send();
  expect(await unmanaged([checked("test")], stop)).toEqual([
    {
      result: "failed",
      problems: ["couldn't look for unmanaged objects: stopped by SIGTERM"],
      ids: undefined,
    },
  ]);
});
