#!/bin/sh
# Runs a check, and sends what it finds to people. Needs curl and jq 1.6 or newer.
#
#   sh alert.sh slack npx --no-install pulumi-auth0-native drift --all
#
# The first word is slack, teams, pagerduty or webhook. The other words are `drift` or `deliveries check` with options;
# the script adds --json. ALERT_URL is the address of the webhook. For pagerduty, PAGERDUTY_ROUTING_KEY is the
# integration's key, and PAGERDUTY_URL another address, such as that of the EU.
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

jq --arg to "$to" --arg check "$*" --argjson code "$code" '
  def object: "\(.kind) \(.name)";
  def findings:
    (.problems[]?),
    (.stacks[]?
      | .name as $stack
      | (.problems[] | "\($stack): could not be checked: \(.message)"),
        (.resources[] | select(.result != "unverifiable")
          | "\($stack): \(object) \(.result) \([.properties[].path] | join(", "))"),
        (.shared[]? | .owners[] as $owner
          | "\($stack): \(object) also managed by \($owner.name) in the stack \($owner.stack)"),
        (.unmanaged[]? | "\($stack): \(object) unmanaged")),
    (.streams[]? | select(.result != "clean")
      | "\(.stack // .tenant): \(.name): \(.error // "\(.failed) failed deliveries, \(.status)")");

  [findings] as $all
  # Messages have a limit of length: the output of the job has all.
  | ($all[:20] + (if $all[20] then ["and \($all | length - 20) more"] else [] end)) as $lines
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
