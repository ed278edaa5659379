import pulumi
import pulumi_auth0_native as auth0

policies = auth0.get_rate_limit_policies_output(consumer="client")

pulumi.export(
    "selectors",
    policies.rate_limit_policies.apply(lambda all: [policy.consumer_selector for policy in all]),
)
