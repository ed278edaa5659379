import { readFile } from "node:fs/promises";
import { join } from "node:path";
import type { EngineEvent, StepEventMetadata } from "@pulumi/pulumi/automation";
import type { ListedResource } from "../../../provider/resources/definition";
import type { Props } from "../../../provider/shared/json";
import { parseUrn, providerUrn } from "../../../provider/shared/urn";
import { runWithEvents } from "../../shared/engineEvents";
import { withTemporaryFolder } from "../../shared/files";
import { logLine } from "../../shared/log";
import { providerOf, type StackProvider } from "../../shared/providerConfiguration";
import type { Target } from "../../shared/pulumi";
import { resourceOf } from "../../shared/state";
import type { StopSignals } from "../../shared/stop";
import type { ImportFrame } from "./frame";

/** A resource that a preview would create: the program declares it, and the state lacks its object. */
export interface DeclaredResource {
  definition: ListedResource;
  /** The ID of the object in the state that it would replace. */
  replaces?: string;
  urn: string;
  name: string;
  /** The inputs that the preview knows. A secret or unknown value has the engine's mark. */
  inputs: Props;
  provider: StackProvider;
  isProtected: boolean;
}

interface DeclaredProgram {
  resources: DeclaredResource[];
  frame: ImportFrame;
}

/** Previews a stack's program, which changes nothing. */
export const previewProgram = ({ folder, name }: Target, stop: StopSignals) =>
  withTemporaryFolder(async (temporary): Promise<DeclaredProgram> => {
    const file = join(temporary, "frame.json");
    const steps: StepEventMetadata[] = [];
    const lines: string[] = [];
    const onEvent = ({ resourcePreEvent }: EngineEvent) => {
      if (resourcePreEvent) steps.push(resourcePreEvent.metadata);
    };
    const args = ["preview", "--stack", name, "--import-file", file];
    const run = { onEvent, onLine: (line: string) => void lines.push(line), stop };
    if ((await runWithEvents(args, folder, run)) !== 0) {
      stop.requested.throwIfAborted();
      console.error(lines.map(logLine).join("\n"));
      throw new Error(
        "The preview of the program failed for the reasons above. Nothing was imported. Correct the program, and run this command again.",
      );
    }
    return { resources: declaredIn(steps), frame: JSON.parse(await readFile(file, "utf8")) };
  });

function declaredIn(steps: StepEventMetadata[]): DeclaredResource[] {
  const states = steps.flatMap(({ new: state }) => (state ? [state] : []));
  const providers = states.filter(({ type }) => type.startsWith("pulumi:providers:"));
  const inputsByUrn = new Map(providers.map(({ urn, inputs }) => [urn, inputs ?? {}]));
  return steps.flatMap(({ op, urn, type, old, new: state }): DeclaredResource[] => {
    const { definition } = resourceOf(type) ?? {};
    // A resource with a fixed id needs no import, because its create overwrites what the tenant has.
    if (!creating.includes(op) || !state || !definition || definition.fixedId !== undefined)
      return [];
    const ofProvider = { type, provider: providerUrn(state.provider) };
    const own = { urn: ofProvider.provider, inputs: inputsByUrn.get(ofProvider.provider) ?? {} };
    return [
      {
        definition,
        urn,
        name: parseUrn(urn).name,
        inputs: state.inputs ?? {},
        provider: providerOf(ofProvider, [own]),
        isProtected: state.protect === true,
        ...(op === "create-replacement" && old && { replaces: old.id }),
      },
    ];
  });
}

const creating: string[] = ["create", "create-replacement"];
