import { smallPlan } from "./crowd";
import { deployCliVersion } from "./deployCli";
import { peer } from "./peer";

/** What stands above each table. */
export const captions = {
  limits: `A limit that is exceeded is marked; \`make bench\` fails only where a value takes half as much again
as its limit, since a busy machine moves medians by some percent; bytes, which no machine moves, may not
exceed theirs at all. A ratio whose rounds differ by more
than a quarter says how busy the machine was, and is not judged.`,
  engine: `Ours is this package; the floor is a provider that grants whatever it is asked, with the same
inputs, outputs and secrets and no request: what remains is Pulumi's own work. Medians of rounds in
which the two run one after the other; the ratio is the median of the rounds' own, and their
spread is the highest divided by the lowest.`,
  cost: `CPU is user and system time: of the provider process, and of the tenant that it asks, which runs on
the same processors. Peak is the most resident memory of the provider process.`,
  state: `The CLI writes the whole state after every step. Compressed: ours, with
\`PULUMI_DIY_BACKEND_ZSTD=true\`, in the same rounds; the ratio is the median of the rounds' own.`,
  latency: "Ours, where every answer comes 100 ms late, as it may over the internet.",
  deployments: `auth0-deploy-cli ${deployCliVersion}, with the same objects and nothing else included, over https. It limits
itself to 8 requests a second, and spends the first 20 seconds or so on checking its input against
the schemas of all its kinds. Its second import, with nothing changed, writes everything again.`,
  crowd: `A tenant of ${smallPlan.perSecond} requests a second with bursts of ${smallPlan.burst}, and a full burst before each command. The shortest
possible time is what such a tenant needs for the granted requests alone.`,
  peer: `Not of this run: ${peer.product}, measured on ${peer.date} beside pulumi-auth0-native ${peer.ours},
${peer.conditions}. Times are medians of three rounds; where there are two, the
lowest and the highest.`,
  drift: `\`auth0-native drift\` of one stack, nothing changed, where every answer comes 100 ms late. One by one: the
same where the application may not list, and so every object takes a request, as with every peer; the
refused lists count as requests.`,
  load: "Within fresh processes, after `@pulumi/pulumi` itself is loaded.",
};
