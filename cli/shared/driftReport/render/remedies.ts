import { npxCommand } from "../../../../provider/shared/command";
import { type NextStep, stackOptions } from "../../shellCommands";
import { escapeInvisible } from "../../text";
import { hasDrifted, type StackReport } from "../report";

/** What puts unmanaged objects into a program. */
export const importStep = ({ name, folder }: StackReport): NextStep => ({
  title: "Import",
  effect:
    "Writes a program and an import file for these objects; for those in the tenant of a Provider, set AUTH0_DOMAIN to it first. Or delete them in the tenant.",
  command: escapeInvisible(`${npxCommand} import ${stackOptions({ name, folder })}`),
});

/** The two ways to end drift: change the tenant, or change the state. */
export function remedies({ name, folder, resources }: StackReport): NextStep[] {
  const stack = stackOptions({ name, folder });
  const hasNotes = resources.some((one) => hasDrifted(one) && one.note !== undefined);
  const readNotes = hasNotes ? " Read the notes of its objects first." : "";
  return [
    {
      title: "Repair",
      effect: `Changes the tenant to match the program, and creates again what is gone.${readNotes}`,
      command: escapeInvisible(`pulumi up --refresh ${stack}`),
    },
    {
      title: "Accept",
      effect:
        "Stores the tenant's values in the state. Change the program to match, or the next pulumi up reverts them.",
      command: escapeInvisible(`pulumi refresh ${stack}`),
    },
  ];
}
