const { PolicyPack } = require("@pulumi/policy");

/** Checks the resources of one kind, with the dynamic provider and with the plugin. */
const forEach = (kind, validate) => (args, reportViolation) => {
  const types = [`pulumi-nodejs:dynamic/auth0-native:${kind}`, `auth0-native:index:${kind}`];
  if (types.includes(args.type)) validate(args, reportViolation);
};

new PolicyPack("auth0-native", {
  enforcementLevel: "mandatory",
  policies: [
    {
      name: "allowed-webhook-hosts",
      description: "Send user events only to known hosts.",
      configSchema: {
        properties: { hosts: { type: "array", items: { type: "string" } } },
        required: ["hosts"],
      },
      validateResource: forEach("EventStream", ({ props, getConfig }, reportViolation) => {
        const { type, configuration } = props.destination;
        if (type !== "webhook") return;
        const { hosts } = getConfig();
        const { hostname } = new URL(configuration.webhookEndpoint);
        if (hosts.includes(hostname)) return;
        reportViolation(`${hostname} isn't an allowed host (${hosts.join(", ")}).`);
      }),
    },
    {
      name: "no-default-limit-0",
      description: "A limit of 0 for default blocks every client that has no policy of its own.",
      validateResource: forEach("RateLimitPolicy", ({ props }, reportViolation) => {
        const { action, limit } = props.configuration;
        if (props.consumerSelector !== "default" || limit !== 0 || action === "log") return;
        reportViolation(`The action is ${action}. To try out a limit, use the action log.`);
      }),
    },
    {
      name: "protected-streams",
      description: "Deleting a stream also deletes its undelivered events.",
      validateResource: forEach("EventStream", ({ opts }, reportViolation) => {
        if (!opts.protect) reportViolation("Set the resource option protect to true.");
      }),
    },
  ],
});
