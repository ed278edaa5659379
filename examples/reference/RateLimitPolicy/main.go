package main

import (
	"github.com/pulumi-auth0-native/pulumi-auth0-native/sdk/go/auth0native"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		// Third-party clients share 100 requests per second.
		_, err := auth0native.NewRateLimitPolicy(ctx, "partners", &auth0native.RateLimitPolicyArgs{
			Resource:         auth0native.RateLimitResource_Oauth_authentication_api,
			Consumer:         auth0native.RateLimitConsumerClient,
			ConsumerSelector: pulumi.String("third_party_clients"),
			Configuration: auth0native.BlockConfigurationArgs{
				Action: pulumi.String("block"),
				Limit:  pulumi.Int(100),
			},
		})
		return err
	})
}
