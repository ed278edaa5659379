import { Server, ServerCredentials } from "@grpc/grpc-js";
import { ResourceProviderService } from "@pulumi/pulumi/proto/provider_grpc_pb";
import { exitWithEngine } from "../exitWithEngine";
import { engineAddressIn } from "../runDeclarations";
import { pluginService } from "./service";

/** The engine sends whole states, which may be larger than the 4 MB that gRPC allows by default. */
const options = { "grpc.max_receive_message_length": -1, "grpc.max_send_message_length": -1 };

const server = new Server(options);
server.addService(ResourceProviderService, pluginService(engineAddressIn(process.argv)));
server.bindAsync("127.0.0.1:0", ServerCredentials.createInsecure(), (error, port) => {
  if (error) throw error;
  // The engine reads the port from the first line of standard output, and nothing else.
  process.stdout.write(`${port}\n`);
});

exitWithEngine();
// A terminal or a supervisor may send these to all processes of an update. The engine first has to get the
// results of the calls under way, or it would not know what they have created.
for (const signal of ["SIGINT", "SIGTERM"] as const) {
  process.on(signal, () => server.tryShutdown(() => process.exit(0)));
}
