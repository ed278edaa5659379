import pulumi
import pulumi_auth0_native as auth0

policies = auth0.get_rate_limit_policies_output(consumer="client")

pulumi.export("clientPolicies", policies.rate_limit_policies)
