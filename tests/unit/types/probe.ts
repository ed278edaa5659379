import * as pulumi from "@pulumi/pulumi";
import * as auth0 from "../../../sdk";
const webhookEndpoint = "https://crm.example.com/hook";
const action = { type: "action", configuration: { actionId: "a1b2" } } as const;
const base = { resource: "oauth_authentication_api", consumer: "client", consumerSelector: "default" } as const;
const s: pulumi.Output<string> = pulumi.output("text");
const P = (a: auth0.RateLimitPolicyArgs) => new auth0.RateLimitPolicy("p", a);
const E = (a: auth0.EventStreamArgs) => new auth0.EventStream("p", a);
// 1 limit on allow
P({ ...base, configuration: { action: "allow", limit: 5 } });
// 2 widened variable
const w = { action: "block", limit: 5 };
P({ ...base, configuration: w });
// 3 apply without as const
P({ ...base, configuration: s.apply((x) => ({ action: "block", limit: x.length })) });
// 4 pulumi.output without as const
P({ ...base, configuration: pulumi.output({ action: "block", limit: 3 }) });
// 5 apply with excess
P({ ...base, configuration: s.apply((x) => ({ action: "allow", limit: x.length })) });
// 6 output with excess prop as const
P({ ...base, configuration: pulumi.output({ action: "allow" as const, limit: 3 }) });
// 7 variable with excess, as const
const v = { action: "allow", limit: 5 } as const;
P({ ...base, configuration: v });
// 8 unknown key via spread
const extra = { colour: "red" };
P({ ...base, ...extra, configuration: { action: "allow" } });
// 9 mixing destination
E({ destination: { type: "action", configuration: { awsAccountId: "1", awsRegion: "eu-west-1" } } });
// 10 conditional tag
const mode = process.env.X ? "block" : "log";
P({ ...base, configuration: { action: mode, limit: 5 } });
// 11 conditional tag incl. allow
const mode2 = process.env.X ? "block" : "allow";
P({ ...base, configuration: { action: mode2, limit: 5 } });
// 12 empty subscriptions
E({ destination: action, subscriptions: [] });
// 13 null
E({ destination: action, name: null });
// 14 string event
E({ destination: action, subscriptions: ["user.created"] });
// 15 widened event type by config
E({ destination: action, subscriptions: [{ eventType: s }] });
// 16 map w/o as const
E({ destination: action, subscriptions: ["user.created", "user.deleted"].map((eventType) => ({ eventType })) });
// 17 as const destination readonly arrays
const subs = [{ eventType: "user.created" }] as const;
E({ destination: action, subscriptions: subs });
// 18 boolean status
E({ destination: action, status: true });
// 19 getDeliveries with Output
auth0.getDeliveries({ eventStreamId: s });
// 20 opts wrong provider
auth0.getDeliveries({ eventStreamId: "x" }, { provider: "eu" });
// 21 any provider resource
declare const other: pulumi.ProviderResource;
auth0.getDeliveries({ eventStreamId: "x" }, { provider: other });
// 22 output assigned
const st = E({ destination: action });
st.name = s;
// 23 output destination access
st.destination.configuration;
// 24 provider: unknown key
new auth0.Provider("x", { tenant: "x" });
// 25 region
E({ destination: { type: "eventbridge", configuration: { awsAccountId: "242849305777", awsRegion: "eu-central-9" } } });
// 26 account as number
E({ destination: { type: "eventbridge", configuration: { awsAccountId: 242849305777, awsRegion: "eu-central-1" } } });
// 27 no args
new auth0.EventStream("x");
// 28 fcm object
new auth0.GuardianFcmv1Provider("x", { serverCredentials: { type: "service_account" } });
// 29 GuardianFcmv1Provider.get
auth0.GuardianFcmv1Provider.get("x", "fcmv1");
// 30 status property on wrong place; output property as input
E({ destination: action, tenant: "x" });
// 31 Output in tag for destination
E({ destination: { type: pulumi.output("action" as const), configuration: { actionId: "a" } } });
// 32 whole destination output wrong
E({ destination: s.apply((t) => ({ type: "webhook" as const, configuration: { webhookEndpoint: t } })) });
// 33 password undefined
E({ destination: { type: "webhook", configuration: { webhookEndpoint, webhookAuthorization: { method: "basic", username: "t", password: process.env.P } } } });
// 34 excess at inner level
E({ destination: { type: "webhook", configuration: { webhookEndpoint, webhookAuthorization: { method: "basic", username: "t", password: "p", token: "x" } } } });
// 35 excess at configuration
E({ destination: { type: "webhook", configuration: { webhookEndpoint, actionId: "x", webhookAuthorization: { method: "basic", username: "t", password: "p" } } } });
// 36 limit string
P({ ...base, configuration: { action: "block", limit: "100" } });
// 37 redirect without uri
P({ ...base, configuration: { action: "redirect", limit: 100 } });
// 38 import opts; provider of other
new auth0.EventStream("x", { destination: action }, { import: "est_" });
// 39 name number
E({ destination: action, name: 5 });
// 40 pulumi.output whole args
new auth0.EventStream("x", s.apply(() => ({ destination: action })));
// 41 statuses string
auth0.getDeliveries({ eventStreamId: "x", statuses: "failed" });
// 42 output stringification
const url: string = `https://${st.id}`;
// 43 wrong resource
P({ ...base, resource: "management_api", configuration: { action: "allow" } });
// 44 Date in Output form
auth0.getDeliveriesOutput({ eventStreamId: st.id, dateFrom: pulumi.output(new Date()) });
// 45 apply returning the union by condition
P({ ...base, configuration: s.apply((x) => x ? { action: "allow" } : { action: "block", limit: 3 }) });
// 46 output of a provider args domain
export { url };
// 47 copying an output of one to another
E({ destination: st.destination, subscriptions: st.subscriptions, status: st.status, name: st.name });
P({ ...base, configuration: P({ ...base, configuration: { action: "allow" } }).configuration });
// 48 snake
P({ ...base, consumer_selector: "default", configuration: { action: "allow" } });
// 49 secrets
E({ destination: pulumi.secret({ type: "action", configuration: { actionId: "a" } }) });
// 50 alias type
const d: auth0.EventStreamArgs["destination"] = { type: "action", configuration: { actionId: "x" }, status: "enabled" };
E({ destination: d });
