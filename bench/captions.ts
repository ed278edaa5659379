import { deployCliVersion } from "./deployCli";
import { smallPlan } from "./smallPlan";

/** The text above each table of results.md. */
export const captions = {
  limits: `\`make bench\` marks every value that exceeds its limit. It fails only if a value is more than 1.5 times
its limit, because other processes on the machine change medians by some percent. The size of the
state does not depend on the machine, so \`make bench\` fails if the size exceeds its limit at all. A
ratio is not compared with its limit if its rounds differ by more than a quarter.`,
  engine: `"Dynamic" is this package served by Pulumi's dynamic provider, "plugin" is the same program with
\`pulumi-auth0-native/plugin\`; "ours" in a limit is the former. "Floor" is a dynamic provider with the same inputs,
outputs and secrets that checks nothing and sends no request, so its time is the time of Pulumi itself;
it is not measured with the latency of the internet. In each round, one runs after the other, in changing order.
Times are medians of the rounds. A ratio is the median of the ratios of the rounds. Its spread is the highest of these
ratios divided by the lowest.`,
  cost: `"CPU" is the user and system time of the provider process or of the tenant of the dynamic provider, which runs on
the same processors. "Peak" is the peak resident memory of the provider process.`,
  state: `The CLI writes the whole state after every step. "Compressed" is this package with
\`PULUMI_DIY_BACKEND_ZSTD=true\`, "without checkpoints" with \`PULUMI_SKIP_CHECKPOINTS=true\`, and \`GOGC=400\` lets
the CLI, a Go program, collect garbage less often. All are measured in the same rounds. The ratio is the median of the
ratios of the rounds.`,
  deployments: `auth0-deploy-cli ${deployCliVersion}, with the same objects and no other resource types, over https. It limits
itself to 8 requests per second. At the start, it validates its input against the schemas of
all its resource types, which takes about 20 seconds. A second import without changes writes every
object again.`,
  smallPlan: `A tenant of ${smallPlan.perSecond} requests per second with bursts of ${smallPlan.burst}. Before each command, the full burst is available. The
shortest possible time is the time in which the rate limit allows the requests that were not refused.
X-RateLimit-Reset is a whole second, so up to one second depends on when in a second the first request comes: every
command starts with a second. "Ours" is the dynamic provider.`,
  peer: (
    conditions: string,
  ) => `pulumi-auth0, the official provider, beside both forms of ours, in the same rounds and with the same objects.
\`make bench\` measures it if \`pulumi-resource-auth0\` is on PATH, and otherwise keeps this section of the last run
that did: ${conditions}
"Better of ours / it" is the ratio of the form that takes less time.`,
  drift: `\`pulumi-auth0-native drift\` of one stack without changes, with a latency of 100 ms. "One by one" is the same
command on a tenant that refuses list requests, so that every object takes a request, as with the
other tools. The refused list requests are counted as well.`,
  fleet: `\`pulumi-auth0-native drift --all\` of stacks with one stream and one policy each, four at a time. The shards run
one after another; their merged report was the same as that of all stacks at once, but for times. "Peak" is
the peak resident memory of the command's own process, and "with Pulumi" that of this process, the engines and
the providers that it starts, taken together. Of the shards, the time is the median and the memory the maximum.`,
  import: `All objects of a tenant, which no stack has: half are streams with every destination and authorization in
turn, half are policies with every action in turn. \`pulumi-auth0-native import\` writes a program and an import
file; the program reads each secret from a configuration key of its own. auth0-deploy-cli ${deployCliVersion} writes a
YAML file, in which all streams with the same authorization method have the same placeholder of a secret.
It reads policies with at most 8 requests per second. Both tools use https.
"Each object" is the time divided by the number of objects. "CPU" and "peak" are the time and the peak
resident memory of the command's own process. "With Pulumi" is the peak of this process and the Pulumi CLIs
that it starts, taken together. Values are medians of the rounds.`,
  deliveries: `All deliveries of a stream, in pages of 100, one run of each way. Each way prints a delivery as a line
of JSON into a file. \`getDeliveries\` holds all deliveries, the others hold one page. Node keeps garbage until its
heap is full, so the peak in a small heap shows what a way needs. A run fails if a delivery is missing, twice or
out of order; so does a listing that is killed after some pages and continued after the last delivery that it
printed. "CPU" and "peak" are the time and the peak resident memory of the process that lists.`,
  load: `Modules in new processes, after \`@pulumi/pulumi\` itself is loaded. The first response of a provider's process is
that of \`GetPluginInfo\`. The first \`Check\` of a stream follows it, after \`Configure\`.`,
};
