import { completedAttempts } from "../../../provider/functions/attempts";
import { withEventIf } from "../../../provider/functions/deliveries";
import type { Delivery } from "../../../provider/functions/deliveryPage";
import { assertStreamExists, readDelivery } from "../../../provider/functions/oneDelivery";
import { deliveriesCommand } from "../../shared/shellCommands";
import { type StopSignals, unlessAborted } from "../../shared/stop";
import { countOf, displayName } from "../../shared/text";
import { attemptLines } from "../attemptLines";
import { eventLines } from "../list/table";
import { type CommandContext, jsonLine, realContext, shortText, textOf } from "../output";
import { openSource, type StackOption } from "../streams/openSource";
import type { TenantStream } from "../streams/source";

export interface ShowOptions extends StackOption {
  json?: boolean;
  includeEvent?: boolean;
}

/** Returns the exit code. */
export async function showCommand(
  argument: string,
  deliveryId: string,
  options: ShowOptions,
  { requested }: StopSignals,
  { output }: Pick<CommandContext, "output"> = realContext(),
): Promise<number> {
  const read = async () => {
    const stream = await (await openSource(options)).find(argument);
    return { stream, found: await readListed(stream, deliveryId) };
  };
  const { stream, found } = await unlessAborted(requested, read());
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
