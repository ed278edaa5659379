package main

import (
	"example.com/pulumi-auth0-native/sdk/go/auth0native"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		_, err := auth0native.NewEventStream(ctx, "wrong", &auth0native.EventStreamArgs{
			Name: pulumi.String(""),
			// The compiler accepts any input for a union.
			Destination: pulumi.Map{
				"type": pulumi.String("webhook"),
				"configuration": pulumi.Map{
					"webhookEndpoint": pulumi.String("http://example.com/hook"),
					"retries":         pulumi.Int(3),
					"webhookAuthorization": auth0native.BearerAuthorizationArgs{
						Method: pulumi.String("bearer"),
						Token:  pulumi.String(config.New(ctx, "").Require("token")),
					},
				},
			},
		})
		return err
	})
}
