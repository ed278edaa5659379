import { deployCliVersion } from "./deployCli";
import { peer } from "./peer";
import { smallPlan } from "./smallPlan";

/** The text above each table of results.md. */
export const captions = {
  limits: `\`make bench\` marks every exceeded limit. It fails only when a value is more than 1.5 times its limit,
since other processes on the machine change medians by some percent. The size of the state does not
depend on the machine: exceeding its limit fails. A ratio whose rounds differ by more than a quarter
is too noisy to compare with its limit.`,
  engine: `Ours is this package. The floor is a provider with the same inputs, outputs and secrets that checks
nothing and sends no request: its time is Pulumi's own work. In each round the two run one after the
other. Times are medians of the rounds. The ratio is the median of the ratios of the rounds, and the
spread is the highest of these ratios divided by the lowest.`,
  cost: `CPU is user and system time of the provider process, and of the tenant, which runs on the same
processors. Peak is the peak resident memory of the provider process.`,
  state: `The CLI writes the whole state after every step. Compressed is ours with
\`PULUMI_DIY_BACKEND_ZSTD=true\`, in the same rounds. The ratio is the median of the ratios of the
rounds.`,
  latency: "Ours, with 100 ms of latency for every response, as over the internet.",
  deployments: `auth0-deploy-cli ${deployCliVersion}, with the same objects and no other resource types, over https. It limits
itself to 8 requests per second, and first validates its input against the schemas of all its resource
types, which takes about 20 seconds. A second import without changes writes every object again.`,
  smallPlan: `A tenant of ${smallPlan.perSecond} requests a second with bursts of ${smallPlan.burst}, and a full burst before each command. The shortest
possible time is what the rate limit allows for the requests that were not refused.`,
  peer: `Not measured in this run: ${peer.product}, measured on ${peer.date} together with pulumi-auth0-native ${peer.ours},
${peer.conditions}. Times are medians of three rounds;
two times are the lowest and the highest.`,
  drift: `\`auth0-native drift\` of one stack, without changes, and with 100 ms of latency. One by one is the same
command with an application that may not list objects, so that every object takes a request, as with
the other tools. The refused lists count as requests.`,
  load: "In new processes, after `@pulumi/pulumi` itself is loaded.",
};
