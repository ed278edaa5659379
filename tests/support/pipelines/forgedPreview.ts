import type { Kind } from "./withForge";

const rules = `
  rules:
    - if: $CI_PIPELINE_SOURCE == "merge_request_event"
`;

/** The pipeline's file of a fork that keeps a plan of its own, under the names of the written one. */
export const forgedPreview: Record<Kind, Record<string, string>> = {
  GitHub: {
    ".github/workflows/preview.yml": `
on:
  pull_request:
jobs:
  preview:
    name: preview (staging)
    steps:
      - run: mkdir plan && echo '{}' > plan/plan.json
      - uses: actions/upload-artifact@v7
        with:
          name: plan-staging-\${{ github.event.pull_request.head.sha }}
          path: plan/plan.json
`,
  },
  GitLab: {
    ".gitlab-ci.yml": `
stages: [preview]
default:
  image:
    name: node
  before_script: []
preview:
  stage: preview
  parallel:
    matrix:
      - STACK: [staging]
${rules}
  script:
    - mkdir plan && echo '{}' > "plan/staging-$CI_COMMIT_SHA.json"
  artifacts:
    paths: [plan]
`,
  },
};
