import { idForm } from "../api/operation";

/** The command line that adopts an object by its id. It depends on how the adapter serves the resource. */
export type AdoptCommand = (id: string) => string;

/** The command for the object with one of these ids, in backticks. Among several, the user chooses. */
export function commandToAdopt(ids: string[], adoptCommand: AdoptCommand): string {
  const [id = "", ...others] = ids;
  // An id of another form could be more than one word of a shell's command.
  const isCertain = others.length === 0 && idForm.test(id);
  return `\`${adoptCommand(isCertain ? id : "<id>")}\``;
}
