// Lists the deliveries of a stream with the library and prints each as a line of JSON: with deliveryPages,
// or with getDeliveries, which holds all of them.
const { deliveryPages, getDeliveries } = require("pulumi-auth0-native");

async function* pagesOf(how, args) {
  if (how === "deliveryPages") yield* deliveryPages(args);
  else yield await getDeliveries(args);
}

async function main(how, eventStreamId, maxItems, from) {
  const args = { eventStreamId, take: 100, maxItems: Number(maxItems), ...(from && { from }) };
  for await (const { deliveries } of pagesOf(how, args)) {
    for (const delivery of deliveries) process.stdout.write(`${JSON.stringify(delivery)}\n`);
  }
}

main(...process.argv.slice(2)).catch((error) => {
  console.error(error.message);
  process.exitCode = 1;
});
