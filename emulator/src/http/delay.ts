import type { FastifyReply } from "fastify";

/** Resolves after the delay. If the client disconnects first, it never resolves: nothing is sent. */
export function delay(reply: FastifyReply, milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const onClose = () => {
      clearTimeout(timer);
      reply.hijack();
    };
    const timer = setTimeout(() => {
      reply.raw.off("close", onClose);
      resolve();
    }, milliseconds);
    reply.raw.once("close", onClose);
  });
}
