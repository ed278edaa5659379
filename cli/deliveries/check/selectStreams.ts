import { diagnosticFromError } from "../../shared/diagnostic";
import { inParallel } from "../../shared/parallel";
import { parseTarget, type Target } from "../../shared/pulumi";
import { unlessAborted } from "../../shared/stop";
import { openSource, type StreamSource, type TenantStream } from "../streams";
import { type StreamPlace, type StreamReport, uncheckedReport } from "./report";

interface Selection {
  streams: string[];
  stack?: string[] | undefined;
  cwd: string;
  parallel: number;
}

/** A stream to check, or the report of what could not be opened. */
export type Selected = { stream: TenantStream } | { report: StreamReport };

/** The streams of a selection, in the order of the stacks and the arguments. */
export async function selectStreams(
  selection: Selection,
  requested: AbortSignal,
): Promise<Selected[]> {
  const { stack, cwd, parallel } = selection;
  // Without a stack, the command checks the tenant of the environment.
  const targets = stack?.map((argument) => parseTarget(argument, cwd)) ?? [undefined];
  const selected = await inParallel(targets, parallel, (target) =>
    streamsOf(target, selection, requested),
  );
  return withoutEmpty(selected.flat());
}

async function streamsOf(
  target: Target | undefined,
  { streams, cwd }: Selection,
  requested: AbortSignal,
): Promise<Selected[]> {
  const place = target && { stack: target.name, folder: target.folder };
  const unchecked = (one: StreamPlace, error: unknown): Selected => {
    const message = requested.aborted ? notChecked(requested) : diagnosticFromError(error).message;
    return { report: uncheckedReport({ ...one, ...place }, message) };
  };
  const opened = (name: string, open: () => Promise<TenantStream>): Promise<Selected> =>
    unlessAborted(requested, open()).then(
      (stream) => ({ stream }),
      (error: unknown) => unchecked({ name }, error),
    );
  try {
    requested.throwIfAborted();
    const opening = openSource(target ? { stack: target.name, cwd: target.folder } : { cwd });
    const source = await unlessAborted(requested, opening);
    if (streams.length > 0) {
      return await Promise.all(streams.map((name) => opened(name, () => source.find(name))));
    }
    const listed = await unlessAborted(requested, source.all());
    if (listed.length === 0) {
      return [unchecked({ name: "no stream", missing: "none" }, noStreamIn(source))];
    }
    return await Promise.all(listed.map(({ label, open }) => opened(label, open)));
  } catch (error) {
    return streams.length > 0
      ? streams.map((name) => unchecked({ name }, error))
      : [unchecked({ name: "all streams", missing: "unlisted" }, error)];
  }
}

const notChecked = ({ reason }: AbortSignal): string => `not checked: ${reason.message}`;

const noStreamIn = ({ label, stack }: StreamSource): Error => {
  const advice = stack
    ? "Pass the stack whose program declares the streams."
    : "Check that AUTH0_DOMAIN is the right tenant.";
  return new Error(`${label} has no event streams, so nothing was checked. ${advice}`);
};

/** A stack without streams is a failure only if no stack has any. */
function withoutEmpty(selected: Selected[]): Selected[] {
  const others = selected.filter((one) => "stream" in one || one.report.missing !== "none");
  return others.length > 0 ? others : selected;
}
