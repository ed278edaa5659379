import contract from "../contract/event-streams.json";
import samples from "./sampleObjects.json";

export const eventTypes: string[] = contract.schemas.EventStreamEventTypeEnum.enum;

/**
 * What an event is about, by the event's type. All made up: the properties are those that the published schemas
 * of the events require, and a name or an email address where that helps a reader.
 */
export const sampleObjects: Record<string, object> = samples;

/** The data of an event whose content does not matter. */
export const sampleData = (type: string) => ({ object: sampleObjects[type] });
