// Every secret of the schema, as plain text and marked as a secret at each level.
package main

import (
	"encoding/json"
	"fmt"

	"example.com/pulumi-auth0-native/sdk/go/auth0native"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		streams := map[string]*auth0native.EventStreamArgs{
			// Plain text: only the plugin knows that it is secret.
			"password": {
				Destination: webhook(configuration(auth0native.BasicAuthorizationArgs{
					Method:   pulumi.String("basic"),
					Username: pulumi.String("tenant"),
					Password: pulumi.String("canary-plain-password"),
				})),
			},
			"token": {Destination: webhook(configuration(bearer("canary-plain-token")))},
			"header": {
				Destination: webhook(configuration(auth0native.CustomHeaderAuthorizationArgs{
					Method:      pulumi.String("custom_header"),
					HeaderKey:   pulumi.String("X-Key"),
					HeaderValue: pulumi.String("canary-plain-header"),
				})),
			},

			// Marked by the program.
			"markedToken": {
				Destination: webhook(configuration(auth0native.BearerAuthorizationArgs{
					Method: pulumi.String("bearer"),
					Token:  pulumi.ToSecret(pulumi.String("canary-marked-token")).(pulumi.StringOutput),
				})),
			},
			"markedAuthorization": {
				Destination: webhook(configuration(pulumi.ToSecret(bearer("canary-marked-authorization")))),
			},
			"markedConfiguration": {
				Destination: webhook(pulumi.ToSecret(configuration(bearer("canary-marked-configuration"))).(auth0native.WebhookConfigurationOutput)),
			},
			"markedDestination": {
				Destination: pulumi.ToSecret(webhook(configuration(bearer("canary-marked-destination")))),
			},
			// No secret of the schema.
			"markedName": {
				Name: pulumi.ToSecret(pulumi.String("canary-marked-name")).(pulumi.StringOutput),
				Destination: auth0native.ActionDestinationArgs{
					Type:          pulumi.String("action"),
					Configuration: auth0native.ActionConfigurationArgs{ActionId: pulumi.String("action")},
				},
			},
		}
		for name, args := range streams {
			if _, err := auth0native.NewEventStream(ctx, name, args); err != nil {
				return err
			}
		}

		_, err := auth0native.NewGuardianFcmv1Provider(ctx, "push", &auth0native.GuardianFcmv1ProviderArgs{
			ServerCredentials: credentials("canary-plain-firebase"),
		})
		if err != nil {
			return err
		}
		explicit, err := auth0native.NewProvider(ctx, "explicit", &auth0native.ProviderArgs{
			Domain:       pulumi.String(config.New(ctx, "").Require("domain")),
			ClientId:     pulumi.String("emulator-client"),
			ClientSecret: pulumi.String("canary-client-secret"),
		})
		if err != nil {
			return err
		}
		_, err = auth0native.NewGuardianFcmv1Provider(ctx, "markedPush", &auth0native.GuardianFcmv1ProviderArgs{
			ServerCredentials: pulumi.ToSecret(credentials("canary-marked-firebase")).(pulumi.StringOutput),
		}, pulumi.Provider(explicit))
		return err
	})
}

func webhook(configuration auth0native.WebhookConfigurationInput) auth0native.WebhookDestinationArgs {
	return auth0native.WebhookDestinationArgs{Type: pulumi.String("webhook"), Configuration: configuration}
}

func configuration(authorization pulumi.Input) auth0native.WebhookConfigurationArgs {
	return auth0native.WebhookConfigurationArgs{
		WebhookEndpoint:      pulumi.String("https://example.com/hook"),
		WebhookAuthorization: authorization,
	}
}

func bearer(token string) auth0native.BearerAuthorizationArgs {
	return auth0native.BearerAuthorizationArgs{Method: pulumi.String("bearer"), Token: pulumi.String(token)}
}

func credentials(canary string) pulumi.String {
	text, err := json.Marshal(map[string]string{
		"type":         "service_account",
		"project_id":   "push",
		"private_key":  fmt.Sprintf("-----BEGIN PRIVATE KEY-----\n%s\n-----END PRIVATE KEY-----\n", canary),
		"client_email": "push@push.iam.gserviceaccount.com",
	})
	if err != nil {
		panic(err)
	}
	return pulumi.String(text)
}
