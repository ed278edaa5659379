import pulumi
import pulumi_auth0_native as auth0

shop = auth0.get_rate_limit_policy_output(
    resource="oauth_authentication_api",
    consumer="client",
    consumer_selector="client_id:shop",
)

pulumi.export("policyId", shop.id)
