package main

import (
	"github.com/pulumi-auth0-native/pulumi-auth0-native/sdk/go/auth0native"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		settings := config.New(ctx, "")

		// Your CRM receives an event for every new, changed, and deleted user.
		// Deleting a stream also deletes its undelivered events. In production, add `pulumi.Protect(true)` as the last
		// argument.
		stream, err := auth0native.NewEventStream(ctx, "crm", &auth0native.EventStreamArgs{
			Name: pulumi.String("crm"),
			Subscriptions: auth0native.EventStreamSubscriptionArray{
				auth0native.EventStreamSubscriptionArgs{EventType: auth0native.EventKind_User_created},
				auth0native.EventStreamSubscriptionArgs{EventType: auth0native.EventKind_User_updated},
				auth0native.EventStreamSubscriptionArgs{EventType: auth0native.EventKind_User_deleted},
			},
			Destination: auth0native.WebhookDestinationArgs{
				Type: pulumi.String("webhook"),
				Configuration: auth0native.WebhookConfigurationArgs{
					WebhookEndpoint: pulumi.String("https://crm.example.com/hooks/auth0"),
					WebhookAuthorization: auth0native.BearerAuthorizationArgs{
						Method: pulumi.String("bearer"),
						Token:  settings.RequireSecret("hookToken"),
					},
				},
			},
		})
		if err != nil {
			return err
		}

		// The limit is 100 requests per second for all third-party clients together.
		// `log` only reports requests above the limit. To reject them, use BlockConfigurationArgs with `block`.
		policy, err := auth0native.NewRateLimitPolicy(ctx, "partners", &auth0native.RateLimitPolicyArgs{
			Resource:         auth0native.RateLimitResource_Oauth_authentication_api,
			Consumer:         auth0native.RateLimitConsumerClient,
			ConsumerSelector: pulumi.String("third_party_clients"),
			Configuration: auth0native.LogConfigurationArgs{
				Action: pulumi.String("log"),
				Limit:  pulumi.Int(100),
			},
		})
		if err != nil {
			return err
		}

		// Push notifications are commented out, because they would replace the tenant's Firebase credentials.
		// _, err = auth0native.NewGuardianFcmv1Provider(ctx, "push", &auth0native.GuardianFcmv1ProviderArgs{
		// 	ServerCredentials: settings.RequireSecret("firebaseCredentials"),
		// })
		// if err != nil {
		// 	return err
		// }

		ctx.Export("streamId", stream.ID())
		ctx.Export("policyId", policy.ID())
		return nil
	})
}
