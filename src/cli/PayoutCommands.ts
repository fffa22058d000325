/** Commands about payouts. */
import { Console, Effect, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import type { Payout } from "../client/main.ts"
import * as Network from "../domain/Network.ts"
import * as Follow from "./Follow.ts"
import * as Output from "./Output.ts"
import * as ServiceClient from "./ServiceClient.ts"

const statuses = [
  ...(["CREATED", "AWAITING_FUNDS", "STABLECOIN_RECEIVED", "PAYOUT_INITIATED"] as const),
  ...(["PAYOUT_CONFIRMED", "SETTLED", "FAILED", "REVERSED"] as const),
  ...(["COMPLIANCE_HOLD", "MANUAL_REVIEW"] as const)
] satisfies ReadonlyArray<Payout["status"]>

const limitDefault = 20

const paid = ({ source_amount_usdc: usdc, target_amount_fiat, target_currency }: Payout) =>
  [`${usdc} USDC`, `${target_amount_fiat} ${target_currency}`] as const

const list = Command.make(
  "list",
  {
    status: Flag.Literals("status", statuses).pipe(Flag.optional),
    batch: Flag.String("batch").pipe(
      Flag.withDescription("Only payouts of this batch: bt_…"),
      Flag.optional
    ),
    search: Flag.String("search").pipe(
      Flag.withDescription("Search in ids, references, recipient and phone"),
      Flag.optional
    ),
    limit: Flag.Int("limit").pipe(Flag.withDefault(limitDefault)),
    json: Output.json,
    url: ServiceClient.url
  },
  Effect.fn(function* ({ batch, json, limit, search, status, url }) {
    const client = yield* ServiceClient.account(url)
    const query = {
      limit,
      status: Option.getOrUndefined(status),
      batch_id: Option.getOrUndefined(batch),
      search: Option.getOrUndefined(search)
    }
    const page = yield* ServiceClient.call((signal) => client.payouts.list(query, { signal }))
    if (json) return yield* Output.printJson(page)
    const rows = page.data.map((payout) => {
      const { created_at, network, payout_id, recipient_phone, status } = payout
      return [created_at, payout_id, status, ...paid(payout), recipient_phone, network]
    })
    const head = ["CREATED", "PAYOUT", "STATUS", "PAYS", "RECIPIENT GETS", "PHONE", "NETWORK"]
    yield* Console.log(Output.coloured(Output.table([head, ...rows]).join("\n")))
    yield* ServiceClient.progress(`${rows.length} of ${page.total} payouts`)
  })
).pipe(Command.withDescription("List the newest payouts"))

/** What a person asks about a payout; `--json` has the rest. */
const lines = (payout: Payout): ReadonlyArray<string> => {
  const [usdc, fiat] = paid(payout)
  const facts = [
    ["Payout", payout.payout_id],
    ["Status", payout.status],
    ["Failure", payout.failure_reason],
    ["Pays", usdc],
    ["Recipient gets", fiat],
    ["Recipient", payout.recipient_name],
    ["Phone", `${payout.recipient_phone}, ${payout.network}`],
    ["Reference", payout.reference],
    ["Batch", payout.batch_id],
    ["Deposit address", payout.deposit_address],
    ["Received", `${payout.amount_received_usdc} USDC`],
    ["Still due", `${payout.amount_due_usdc} USDC`],
    ["Provider's reference", payout.provider_reference],
    ["Refund", payout.refund && `${payout.refund.amount_usdc} USDC, ${payout.refund.status}`]
  ] as const
  return [
    ...Output.table(facts.flatMap(([name, fact]) => (fact ? [[name, fact]] : []))),
    ...payout.timeline.map(({ at, status }) => `${at}  ${status}`)
  ]
}

const get = Command.make(
  "get",
  { id: Argument.String("payout-id"), json: Output.json, url: ServiceClient.url },
  Effect.fn(function* ({ id, json, url }) {
    const client = yield* ServiceClient.account(url)
    const payout = yield* ServiceClient.call((signal) => client.payouts.get(id, { signal }))
    if (json) return yield* Output.printJson(payout)
    yield* Console.log(Output.coloured(lines(payout).join("\n")))
  })
).pipe(Command.withDescription("Show a payout with its timeline"))

const order = {
  amount: Flag.Finite("amount").pipe(Flag.withDescription("Amount to pay, in USDC")),
  currency: Flag.Literals("currency", Network.currencies),
  phone: Flag.String("phone").pipe(
    Flag.withDescription("Phone number of the recipient: +256770000001")
  ),
  network: Flag.String("network").pipe(
    Flag.withDescription("Mobile money network of the recipient: MTN_UG, …")
  ),
  name: Flag.String("name").pipe(Flag.withDescription("Name of the recipient"), Flag.optional),
  reference: Flag.String("reference").pipe(
    Flag.withDescription("Your own reference"),
    Flag.optional
  )
}

const create = Command.make(
  "create",
  { ...order, json: Output.json, url: ServiceClient.url },
  Effect.fn(function* ({ amount, currency, json, name, network, phone, reference, url }) {
    const client = yield* ServiceClient.account(url)
    const ask = { source_amount_usdc: amount, target_currency: currency }
    const quote = yield* ServiceClient.call((signal) => client.quotes.create(ask, { signal }))
    const body = {
      ...{ quote_id: quote.quote_id, recipient_phone: phone, network },
      recipient_name: Option.getOrUndefined(name),
      reference: Option.getOrUndefined(reference)
    }
    const made = yield* ServiceClient.call((signal) => client.payouts.create(body, { signal }))
    if (json) return yield* Output.printJson(made)
    const facts = [
      ["Payout", made.payout_id],
      ["Recipient gets", `${made.target_amount_fiat} ${made.target_currency}`],
      ["Rate", `1 USDC = ${made.exchange_rate} ${made.target_currency}`],
      ["Send", `${made.amount_due_usdc} USDC, chain ${made.chain_id}`],
      ["To", made.deposit_address],
      ["Until", made.funding_expires_at]
    ]
    yield* Console.log(Output.table(facts).join("\n"))
    for (const { field, message } of made.warnings ?? []) {
      yield* ServiceClient.progress(`Warning: ${field}: ${message}`)
    }
    yield* ServiceClient.progress(`Follow it with: payout-service payouts watch ${made.payout_id}`)
  })
).pipe(Command.withDescription("Lock a rate and create a payout; prints the deposit address"))

const watch = Command.make(
  "watch",
  { id: Argument.String("payout-id"), url: ServiceClient.url, pollMs: ServiceClient.pollMs },
  Effect.fn(function* ({ id, pollMs, url }) {
    const client = yield* ServiceClient.account(url)
    const { status } = yield* Follow.payout(client, id, { pollMs, isEnd: Follow.isFinal })
    if (status !== "SETTLED") return yield* ServiceClient.failed(`The payout ended as ${status}.`)
  })
).pipe(
  Command.withDescription("Print each status of a payout until it ends; exit code 0 when SETTLED")
)

export const payouts = Command.make("payouts").pipe(
  Command.withDescription("Manage the payouts of the account"),
  Command.withSubcommands([list, get, create, watch])
)
