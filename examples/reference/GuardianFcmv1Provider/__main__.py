import pulumi
import pulumi_auth0_native as auth0

config = pulumi.Config()

auth0.GuardianFcmv1Provider(
    "push",
    server_credentials=config.require_secret("firebaseCredentials"),
)
