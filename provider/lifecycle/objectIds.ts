import { idForm } from "../api/operation";

/** More ids would hide the rest of the message. */
const maxNamedIds = 10;

/** Something other than the service may have sent an id: one of another form is quoted and cut. */
const maxQuotedIdLength = 60;

/** Ids of objects in the tenant, for a message. */
export function idsText(ids: string[]): string {
  const names = ids
    .slice(0, maxNamedIds)
    .map((id) => (idForm.test(id) ? id : JSON.stringify(id.slice(0, maxQuotedIdLength))));
  return names.join(", ");
}
