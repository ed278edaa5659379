#!/bin/sh
# Runs a check, and sends what it finds to people. Needs curl and jq 1.6 or newer.
#
#   sh alert.sh slack npx --no-install pulumi-auth0-native drift --all
#
# The first word is slack, teams, pagerduty or webhook. The other words are `drift` or `deliveries check` with options;
# the script adds --json. ALERT_URL is the address of the webhook. For pagerduty, PAGERDUTY_ROUTING_KEY is the
# integration's key, and PAGERDUTY_URL another address, such as that of the EU. RUN_URL is the address of the job's
# output. GitHub's and GitLab's variables have it.
# The exit code is the check's, or another one if the message can't be sent.
set -eu
case ${1-} in
  slack | teams | webhook) url=${ALERT_URL-} key=none ;;
  pagerduty) url=${PAGERDUTY_URL:-https://events.pagerduty.com/v2/enqueue} key=${PAGERDUTY_ROUTING_KEY-} ;;
  *) url="" key="" ;;
esac
if [ -z "$url" ] || [ -z "$key" ]; then
  echo "Nothing was checked. Pass slack, teams or webhook, and set ALERT_URL, or pagerduty and PAGERDUTY_ROUTING_KEY." >&2
  exit 64
fi
github=${GITHUB_RUN_ID:+$GITHUB_SERVER_URL/$GITHUB_REPOSITORY/actions/runs/$GITHUB_RUN_ID}
run=${RUN_URL-${CI_JOB_URL-$github}}
to=$1
shift
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
report=$folder/report.json

code=0
"$@" --json "$report" || code=$?
# Only PagerDuty needs to know that all is well, because it then resolves the incident.
if [ "$code" = 0 ] && [ "$to" != pagerduty ]; then exit 0; fi
# Without a report that jq can read, the findings are in the output only.
jq -e . "$report" > "$folder/read" 2>&1 ||
  echo '{"problems": ["no report can be read: see the output of the check"]}' > "$report"

jq --arg to "$to" --arg check "$*" --arg run "$run" --argjson code "$code" '
  def object: "\(.kind) \(.name)";
  def shown(key): if has(key) then .[key] | tojson | .[:200] else "missing" end;
  def differences: [.properties[] | "\(.path) is \(shown("live")), expected \(shown("expected"))"] | join("; ");
  def folder: if .folder == "." then "" else " --cwd \(.folder | @sh)" end;
  def deliveries: "\(.failed) failed \(if .failed == 1 then "delivery" else "deliveries" end), \(.status)";
  def findings:
    (.problems[]?),
    (.stacks[]?
      | .name as $stack
      | (.problems[] | "\($stack): could not be checked: \(.message)"),
        (.resources[] | select(.result != "unverifiable")
          | "\($stack): \(object) \(if .result == "gone" then "is missing" else differences end)"),
        (.unmanaged[]? | "\($stack): \(object) unmanaged")),
    (.streams[]? | select(.result != "clean")
      | "\(.stack // .tenant): \(.name): \(.error // deliveries)");
  # What a person runs first.
  def next:
    (.stacks[]? | select(any(.resources[]; .result != "unverifiable"))
      | "pulumi preview --refresh --diff --stack \(.name | @sh)\(folder)"),
    (.stacks[]? | select(.unmanaged[0]?)
      | "npx --no-install pulumi-auth0-native import --stack \(.name | @sh)\(folder)"),
    (.streams[]? | select(.result == "failing")
      | "npx --no-install pulumi-auth0-native deliveries list \(.id) --status failed"
        + (if .stack then " --stack \(.stack | @sh)\(folder)" else "" end));

  [findings] as $all
  # Messages have a limit of length: the output of the job has all.
  | ($all[:20] + (if $all[20] then ["and \($all | length - 20) more"] else [] end)
      + ([next][:3] | map("Next: \(.)")) + (if $run == "" then [] else ["Run: \($run)"] end)) as $lines
  | "Auth0: \($all | length) \(if $all[1] then "findings" else "finding" end) of \($check)" as $title
  | {
      slack: {
        text: ([$title] + $lines | join("\n") | gsub("&"; "&amp;") | gsub("<"; "&lt;") | gsub(">"; "&gt;"))
      },
      teams: {
        type: "message",
        attachments: [{
          contentType: "application/vnd.microsoft.card.adaptive",
          content: {
            type: "AdaptiveCard",
            version: "1.4",
            body: ([$title] + $lines | map({ type: "TextBlock", wrap: true, text: . }))
          }
        }]
      },
      pagerduty: {
        routing_key: env.PAGERDUTY_ROUTING_KEY,
        dedup_key: ("\(env.AUTH0_DOMAIN // "") \($check)" | .[:255]),
        event_action: (if $code == 0 then "resolve" else "trigger" end),
        payload: {
          summary: ($title | .[:1024]),
          source: (env.AUTH0_DOMAIN // "pulumi-auth0-native"),
          severity: "error",
          custom_details: { findings: $lines }
        }
      },
      webhook: { title: $title, findings: $lines, report: . }
    }[$to]' "$report" > "$folder/message.json"

# The address is a secret: in a file, no list of processes shows it.
printf 'url = "%s"\n' "$url" > "$folder/curl"
curl --config "$folder/curl" --silent --show-error --fail --retry 3 \
  --header "Content-Type: application/json" --data "@$folder/message.json"
exit "$code"
