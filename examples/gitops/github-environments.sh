#!/usr/bin/env bash
# Creates the GitHub environments of stacks, with reviewers, variables, and secrets. Run it in your repository:
#
#   REVIEWERS="octocat acme/platform" bash github-environments.sh ../secrets staging production
#
# REVIEWERS are the users and teams who approve what apply does. Set it to "" if your plan has no reviewers.
# ../secrets/all.env has lines such as PULUMI_ACCESS_TOKEN=<token> for all environments. Files such as
# ../secrets/staging-apply.env have the lines of one environment. Write values without quotes.
# If your program is in a folder, set PREFIX to the project's name and a hyphen, such as tenants-.
# Needs gh (https://cli.github.com), after `gh auth login`.
set -euo pipefail

fail() {
  echo "Nothing was set up. $1" >&2
  exit 1
}

[ $# -ge 2 ] || fail "Pass the folder of the files, and the names of the stacks."
[ -n "${REVIEWERS+set}" ] || fail "Set REVIEWERS, because GitHub removes the reviewers that it doesn't list."
folder=$1
! git -C "$folder" rev-parse --git-dir > /dev/null 2>&1 || fail "Move $folder out of the git repository."
files=("$folder/all.env")
for stack in "${@:2}"; do
  for job in preview apply drift; do files+=("$folder/${PREFIX-}$stack-$job.env"); done
done
for file in "${files[@]}"; do [ -f "$file" ] || fail "$file is missing."; done
# The message has no text of the line, which may be a secret.
wrong=$(awk '!/^([A-Z_][A-Z0-9_]*=.|#|$)/ { print FILENAME ", line " FNR; exit }' "${files[@]}")
[ -z "$wrong" ] || fail "Write NAME=value in $wrong."

branch=$(gh api "repos/{owner}/{repo}" --jq .default_branch)
reviewers=""
for name in $REVIEWERS; do
  case $name in
    */*) type=Team path=orgs/${name%%/*}/teams/${name#*/} ;;
    *) type=User path=users/$name ;;
  esac
  id=$(gh api "$path" --jq .id)
  reviewers+="${reviewers:+,}{\"type\":\"$type\",\"id\":$id}"
done

for file in "${files[@]:1}"; do
  environment=$(basename "$file" .env)
  path=repos/{owner}/{repo}/environments/$environment
  limit='{"protected_branches":false,"custom_branch_policies":true}' required=""
  case $environment in *-preview) limit=null ;; *-apply) required=$reviewers ;; esac
  echo "{\"reviewers\":[$required],\"deployment_branch_policy\":$limit}" | gh api --silent -X PUT "$path" --input -
  if [ "$limit" != null ]; then
    allowed=$(gh api "$path/deployment-branch-policies?per_page=100" --jq ".branch_policies[].name")
    grep -qxF "$branch" <<< "$allowed" ||
      echo "{\"name\":\"$branch\"}" | gh api --silent -X POST "$path/deployment-branch-policies" --input -
  fi
  # A later line overrides an earlier one. On standard input, no list of processes shows a value.
  awk '/^[A-Z_]/' "$folder/all.env" "$file" | while IFS= read -r line; do
    name=${line%%=*}
    case $name in AUTH0_DOMAIN | PULUMI_BACKEND_URL) kind=variable ;; *) kind=secret ;; esac
    printf %s "${line#*=}" | gh "$kind" set "$name" --env "$environment"
  done
  echo "$environment is set up."
done
