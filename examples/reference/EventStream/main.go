package main

import (
	"github.com/pulumi-auth0-native/pulumi-auth0-native/sdk/go/auth0native"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		_, err := auth0native.NewEventStream(ctx, "crm", &auth0native.EventStreamArgs{
			Name: pulumi.String("crm"),
			Subscriptions: auth0native.EventStreamSubscriptionArray{
				auth0native.EventStreamSubscriptionArgs{
					EventType: auth0native.EventKind_User_created,
				},
				auth0native.EventStreamSubscriptionArgs{
					EventType: auth0native.EventKind_User_deleted,
				},
			},
			Destination: auth0native.WebhookDestinationArgs{
				Type: pulumi.String("webhook"),
				Configuration: auth0native.WebhookConfigurationArgs{
					WebhookEndpoint: pulumi.String("https://crm.example.com/hooks/auth0"),
					WebhookAuthorization: auth0native.BearerAuthorizationArgs{
						Method: pulumi.String("bearer"),
						Token:  config.New(ctx, "").RequireSecret("hookToken"),
					},
				},
			},
		})
		return err
	})
}
