import type { FastifyReply } from "fastify";

/** Resolves after so long; never where the client leaves before, and nothing goes on then. */
export function delay(reply: FastifyReply, milliseconds: number): Promise<void> {
  return new Promise((resolve) => {
    const leave = () => {
      clearTimeout(timer);
      reply.hijack();
    };
    const timer = setTimeout(() => {
      reply.raw.off("close", leave);
      resolve();
    }, milliseconds);
    reply.raw.once("close", leave);
  });
}
