package main

import (
	"github.com/pulumi-auth0-native/pulumi-auth0-native/sdk/go/auth0native"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi"
	"github.com/pulumi/pulumi/sdk/v3/go/pulumi/config"
)

func main() {
	pulumi.Run(func(ctx *pulumi.Context) error {
		_, err := auth0native.NewGuardianFcmv1Provider(ctx, "push", &auth0native.GuardianFcmv1ProviderArgs{
			ServerCredentials: config.New(ctx, "").RequireSecret("firebaseCredentials"),
		})
		return err
	})
}
