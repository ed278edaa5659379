import type * as pulumi from "@pulumi/pulumi";
import { eventStream } from "../provider/resources";
import { NativeResource } from "./nativeResource";
import type { EventStreamArgs, EventStreamOutputs } from "./types";

export interface EventStream extends EventStreamOutputs {}

/**
 * Forwards tenant events to a webhook, to Amazon EventBridge or to an Action.
 *
 * Another destination type, and any change of an EventBridge or Action destination, replaces the
 * stream, which loses its undelivered failed events; everything else is changed in place, and a
 * request carries only what changed.
 */
export class EventStream extends NativeResource {
  constructor(name: string, args: EventStreamArgs, opts?: pulumi.CustomResourceOptions) {
    super(eventStream, name, args, opts);
  }

  /** Reads a stream that exists, by its id (26 characters), without managing it. */
  static get(
    name: string,
    id: pulumi.Input<pulumi.ID>,
    opts?: pulumi.CustomResourceOptions,
  ): EventStream {
    return new EventStream(name, {} as EventStreamArgs, { ...opts, id });
  }
}
