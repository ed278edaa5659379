import type { ApiError } from "../../api/apiError";
import { idForm } from "../../api/operation";

/**
 * A create that failed because of objects in the tenant, one of which the user may adopt instead. How
 * depends on the adapter, which adds it to the message.
 */
export class Adoptable extends Error {
  constructor(
    private readonly error: ApiError,
    private readonly ids: string[],
    /** What to do if the object may not be adopted. */
    private readonly alternatives = "",
  ) {
    super(error.message);
  }

  /** The message with how to adopt the object. Among several, the user chooses. */
  messageWith(adoption: (id: string) => string): string {
    const [id = "", ...others] = this.ids;
    // An id of another form could be more than one word of a shell's command.
    const isCertain = others.length === 0 && idForm.test(id);
    const lines = [adoption(isCertain ? id : "<id>"), this.alternatives].filter(Boolean);
    return this.error.add(lines.join("\n")).message;
  }
}

/** More ids would hide the rest of the message. */
const maxNamedIds = 10;

/** Something other than Auth0 may have sent an id: one of another form is quoted and cut. */
const maxQuotedIdLength = 60;

/** Ids of objects in the tenant, for a message. */
export function idsText(ids: string[]): string {
  const names = ids
    .slice(0, maxNamedIds)
    .map((id) => (idForm.test(id) ? id : JSON.stringify(id.slice(0, maxQuotedIdLength))));
  return names.join(", ");
}
