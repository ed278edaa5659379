package main

import (
	"github.com/pulumi-auth0-native/pulumi-auth0-native/sdk/go/auth0native"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		// Reads EU_AUTH0_DOMAIN, EU_AUTH0_CLIENT_ID and EU_AUTH0_CLIENT_SECRET.
		eu, err := auth0native.NewProvider(ctx, "eu", &auth0native.ProviderArgs{
			EnvironmentPrefix: pulumi.String("EU_"),
		})
		if err != nil {
			return err
		}
		_, err = auth0native.NewRateLimitPolicy(ctx, "eu-default", &auth0native.RateLimitPolicyArgs{
			Resource:         auth0native.RateLimitResource_Oauth_authentication_api,
			Consumer:         auth0native.RateLimitConsumerClient,
			ConsumerSelector: pulumi.String("default"),
			Configuration: auth0native.LogConfigurationArgs{
				Action: pulumi.String("log"),
				Limit:  pulumi.Int(1000),
			},
		}, pulumi.Provider(eu))
		return err
	})
}
