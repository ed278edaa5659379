// Every version that the written pipelines pin. An update changes what `ci init` writes.

export const pulumiVersion = "3.259.0";
export const nodeVersion = "24";
export const githubRunner = "ubuntu-24.04";

const pin = (action: string, commit: string, version: string) => `${action}@${commit} # ${version}`;

/** Actions of GitHub, each with the commit of its version: tags can be moved. */
export const actions = {
  checkout: pin("actions/checkout", "3d3c42e5aac5ba805825da76410c181273ba90b1", "v7.0.1"),
  setupNode: pin("actions/setup-node", "820762786026740c76f36085b0efc47a31fe5020", "v7.0.0"),
  pulumi: pin("pulumi/actions", "8e5e406f4007fca908480587cb9893c07090f58d", "v7.0.0"),
  upload: pin("actions/upload-artifact", "043fb46d1a93c77aae656e7c1c64a875d1fc6a0a", "v7.0.1"),
  download: pin("actions/download-artifact", "3e5f45b2cfb9172054b4087a40e8e0b5a5461e7c", "v8.0.1"),
};

/** GitLab's images; the one for other languages has Node as well. */
export const gitlabImage = {
  nodejs: `pulumi/pulumi-nodejs-${nodeVersion}:${pulumiVersion}`,
  other: `pulumi/pulumi:${pulumiVersion}`,
};
