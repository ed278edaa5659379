import { completedAttempts } from "../../../provider/functions/attempts";
import { withEventIf } from "../../../provider/functions/deliveries";
import type { Delivery } from "../../../provider/functions/deliveryPage";
import { assertStreamExists, readDelivery } from "../../../provider/functions/oneDelivery";
import { deliveriesCommand } from "../../shared/shellCommands";
import { type StopSignals, unlessAborted } from "../../shared/stop";
import { countOf, displayName } from "../../shared/text";
import { eventLines } from "../list/listing";
import {
  attemptLines,
  type CommandContext,
  jsonLine,
  realContext,
  shortText,
  textOf,
} from "../output";
import { findStream, type StackOption, type TenantStream } from "../streams";

export interface ShowOptions extends StackOption {
  json?: boolean;
  includeEvent?: boolean;
}

export async function showCommand(
  argument: string,
  deliveryId: string,
  options: ShowOptions,
  { requested }: StopSignals,
  { output }: Pick<CommandContext, "output"> = realContext(),
): Promise<number> {
  const stream = await findStream(argument, options, requested);
  const found = await unlessAborted(requested, readListed(stream, deliveryId));
  const delivery = withEventIf(options.includeEvent === true, found);
  await output.print(options.json ? jsonLine(delivery) : textOf(linesOf(stream, delivery)));
  if (delivery.status === "failed") {
    const again = deliveriesCommand("redeliver", { ...stream, name: argument }, [delivery.id]);
    output.note(`To send it again: ${again}`);
  }
  return 0;
}

/** Throws if the service does not have the delivery. */
async function readListed({ api, id, label }: TenantStream, deliveryId: string): Promise<Delivery> {
  const delivery = await readDelivery(api, id, deliveryId);
  if (delivery !== undefined) return delivery;
  await assertStreamExists(api, id);
  throw new Error(
    `${displayName(label)} has no delivery ${displayName(deliveryId)}: it was delivered, since the service keeps only what is not, or the id is not of this stream`,
  );
}

function linesOf({ label }: TenantStream, delivery: Delivery): string[] {
  const { id, eventType, status } = delivery;
  const attempts = completedAttempts(delivery);
  const [shownId, shownType, shownStatus] = [id, eventType, status].map((text) => shortText(text));
  return [
    `${shownId} of ${shownType} to ${displayName(label)} is ${shownStatus}, with ${countOf(attempts.length, "attempt")}${attempts.length > 0 ? ":" : "."}`,
    ...attemptLines(attempts),
    ...eventLines(delivery),
  ];
}
