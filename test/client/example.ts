// Pays 25 USDC to a phone and waits for the webhook of the settled payout.
import { once } from "node:events"
import { createServer } from "node:http"
import { PayoutClient, verifyWebhook, WebhookVerificationError } from "payout-service-client"

const client = new PayoutClient({
  apiKey: process.env.PAYOUT_API_KEY ?? "",
  baseUrl: process.env.PAYOUT_URL ?? "http://127.0.0.1:8080"
})

const handled = new Set()
const server = createServer(async (request, response) => {
  const body = Buffer.concat(await request.toArray())
  try {
    const event = verifyWebhook(request.headers, body, endpoint.secret)
    response.writeHead(204).end()
    if (handled.has(event.id)) return // a delivery can repeat
    handled.add(event.id)
    if (event.type !== "payout.settled") return console.log(event.type)
    console.log(`${event.type}: ${event.data.target_amount_fiat} ${event.data.target_currency}`)
    await client.webhooks.endpoints.delete(endpoint.id)
    server.close()
  } catch (error) {
    response.writeHead(error instanceof WebhookVerificationError ? error.status : 500).end()
  }
})
const port = Number(process.env.PORT ?? 3000)
await once(server.listen(port, "127.0.0.1"), "listening")
const url = `http://127.0.0.1:${port}/hook`
const endpoint = await client.webhooks.endpoints.create({ url, events: ["payout.*"] })

const quote = await client.quotes.create({ source_amount_usdc: 25, target_currency: "UGX" })
const payout = await client.payouts.create({
  quote_id: quote.quote_id,
  recipient_phone: "+256770000001",
  network: "MTN_UG"
})
console.log(`${payout.payout_id}: ${payout.message}`)
