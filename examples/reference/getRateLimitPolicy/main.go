package main

import (
	"github.com/pulumi-auth0-native/pulumi-auth0-native/sdk/go/auth0native"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		shop := auth0native.LookupRateLimitPolicyOutput(ctx, auth0native.LookupRateLimitPolicyOutputArgs{
			Resource:         auth0native.RateLimitResource_Oauth_authentication_api,
			Consumer:         auth0native.RateLimitConsumerClient,
			ConsumerSelector: pulumi.String("client_id:shop"),
		})
		ctx.Export("policyId", shop.Id())
		return nil
	})
}
