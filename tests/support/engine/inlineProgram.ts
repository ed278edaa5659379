import type { UntypedServiceImplementation } from "@grpc/grpc-js";

/** A server that runs a program for the CLI, in place of the language host for Node.js. */
export interface InlineProgram {
  /** Arguments of a command that runs the program, or that would start the language host. */
  arguments: string[];
  stop(): void;
}

/** Pulumi's type declarations omit this. */
type ServerModule = {
  LanguageServer?: new (program: () => Promise<unknown>) => UntypedServiceImplementation;
};

/**
 * Serves a program that runs in this process, as the inline programs of Pulumi's Automation API do, and
 * reads this process's environment.
 */
export async function serveProgram(program: () => Promise<unknown>): Promise<InlineProgram> {
  const grpc = await import("@grpc/grpc-js");
  const { LanguageServer } = (await import("@pulumi/pulumi/automation/server.js")) as ServerModule;
  if (!LanguageServer) throw new Error("this version of Pulumi serves inline programs otherwise");
  const { LanguageRuntimeService } = await import("@pulumi/pulumi/proto/language_grpc_pb.js");
  const server = new grpc.Server();
  server.addService(LanguageRuntimeService, new LanguageServer(program));
  const port = await new Promise<number>((resolve, reject) => {
    const credentials = grpc.ServerCredentials.createInsecure();
    server.bindAsync("127.0.0.1:0", credentials, (error, bound) =>
      error ? reject(error) : resolve(bound),
    );
  });
  return {
    arguments: [`--client=127.0.0.1:${port}`, "--exec-kind=auto.inline"],
    stop: () => server.forceShutdown(),
  };
}
