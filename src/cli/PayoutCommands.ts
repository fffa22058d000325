/** Commands about payouts. */
import { Console, Effect, Option } from "effect"
import { Argument, Command, Flag } from "effect/cli"
import type { ForeignRefund, Payout, PayoutCreated } from "../client/main.ts"
import * as KnownChain from "../domain/KnownChain.ts"
import * as Network from "../domain/Network.ts"
import * as Follow from "./Follow.ts"
import * as Output from "./Output.ts"
import * as ServiceClient from "./ServiceClient.ts"
import { common as CommonWords, follow as FollowWords, payouts as Words } from "./Words.ts"

const statuses = [
  ...(["CREATED", "AWAITING_FUNDS", "STABLECOIN_RECEIVED", "PAYOUT_INITIATED"] as const),
  ...(["PAYOUT_CONFIRMED", "SETTLED", "FAILED", "REVERSED"] as const),
  ...(["COMPLIANCE_HOLD", "MANUAL_REVIEW"] as const)
] satisfies ReadonlyArray<Payout["status"]>

const limitDefault = 20

const paid = ({ source_amount_usdc: usdc, target_amount_fiat, target_currency }: Payout) =>
  [CommonWords.usdc(usdc), `${target_amount_fiat} ${target_currency}`] as const

const list = Command.make(
  "list",
  {
    status: Flag.Literals("status", statuses).pipe(Flag.optional),
    batch: Flag.String("batch").pipe(Flag.withDescription(Words.flags.batch), Flag.optional),
    search: Flag.String("search").pipe(Flag.withDescription(Words.flags.search), Flag.optional),
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
    yield* Console.log(Output.coloured(Output.table([Words.columns, ...rows]).join("\n")))
    yield* ServiceClient.progress(Words.listed(rows.length, page.total))
  })
).pipe(Command.withDescription(Words.commands.list))

/** The facts about the parties of a payout. Absent ones are `undefined`. */
const partyFacts = ({ purpose, recipient_details: details, source_of_funds: source }: Payout) => {
  const { facts: names } = Words
  const { address } = details ?? {}
  const lines = [address?.line1, address?.line2, address?.postal_code, address?.city]
  return [
    [names.givenName, details?.given_name],
    [names.familyName, details?.family_name],
    [names.birthDate, details?.birth_date],
    [names.residence, details?.country],
    [names.address, [...lines, address?.country].filter(Boolean).join(", ")],
    [names.purpose, purpose],
    [names.source, source]
  ] as const
}

const foreignRefund = (refund: ForeignRefund): string => {
  const { chain, chain_id, status, token_address, token_amount } = refund
  const token = KnownChain.isUsdc(chain_id, token_address) ? undefined : token_address
  return Words.foreignRefund(CommonWords.onChain(token_amount, token, chain), status)
}

/** The facts of a payout that people need. `--json` has all of them. */
const lines = (payout: Payout): ReadonlyArray<string> => {
  const [usdc, fiat] = paid(payout)
  const { foreign_refunds: foreign = [], recalls = [], refund } = payout
  const { facts: names } = Words
  const facts = [
    [names.payout, payout.payout_id],
    [names.status, payout.status],
    [names.failure, payout.failure_reason],
    [names.pays, usdc],
    [names.recipientGets, fiat],
    [names.recipient, payout.recipient_name],
    [names.phone, Words.phoneAt(payout.recipient_phone, payout.network)],
    ...partyFacts(payout),
    [names.reference, payout.reference],
    [names.batch, payout.batch_id],
    [names.depositAddress, payout.deposit_address],
    [names.received, CommonWords.usdc(payout.amount_received_usdc)],
    [names.stillDue, CommonWords.usdc(payout.amount_due_usdc)],
    [names.providerReference, payout.provider_reference],
    [names.refund, refund && Words.refund(refund.amount_usdc, refund.status)],
    ...foreign.map((one) => [names.refund, foreignRefund(one)] as const),
    ...recalls.map(
      (one) => [names.recall, Words.recall(one.kind, one.outcome ?? one.status)] as const
    )
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
).pipe(Command.withDescription(Words.commands.get))

const order = {
  amount: Flag.Finite("amount").pipe(Flag.withDescription(Words.flags.amount)),
  currency: Flag.Literals("currency", Network.currencies),
  phone: Flag.String("phone").pipe(Flag.withDescription(Words.flags.phone)),
  network: Flag.String("network").pipe(Flag.withDescription(Words.flags.network)),
  name: Flag.String("name").pipe(Flag.withDescription(Words.flags.name), Flag.optional),
  reference: Flag.String("reference").pipe(
    Flag.withDescription(Words.flags.reference),
    Flag.optional
  )
}

/** The transfer that pays for a new payout. A balance pays at once. */
const dueFacts = (made: PayoutCreated): ReadonlyArray<readonly [string, string]> => {
  const { facts: names } = Words
  return made.funding === "balance"
    ? [[names.send, Words.nothingDue]]
    : [
        [names.send, Words.due(made.amount_due_usdc, made.chain_id)],
        [names.to, made.deposit_address],
        [names.until, made.funding_expires_at]
      ]
}

const create = Command.make(
  "create",
  { ...order, funding: ServiceClient.funding, json: Output.json, url: ServiceClient.url },
  Effect.fn(function* ({ json, url, ...ordered }) {
    const { amount, currency, funding, name, network, phone, reference } = ordered
    const client = yield* ServiceClient.account(url)
    const ask = { source_amount_usdc: amount, target_currency: currency }
    const quote = yield* ServiceClient.call((signal) => client.quotes.create(ask, { signal }))
    const body = {
      ...{ quote_id: quote.quote_id, recipient_phone: phone, network },
      recipient_name: Option.getOrUndefined(name),
      reference: Option.getOrUndefined(reference),
      ...Option.match(funding, { onNone: () => ({}), onSome: (funding) => ({ funding }) })
    }
    const made = yield* ServiceClient.call((signal) => client.payouts.create(body, { signal }))
    if (json) return yield* Output.printJson(made)
    const { facts: names } = Words
    const facts = [
      [names.payout, made.payout_id],
      [names.recipientGets, `${made.target_amount_fiat} ${made.target_currency}`],
      [names.rate, Words.rate(made.exchange_rate, made.target_currency)],
      ...dueFacts(made)
    ]
    yield* Console.log(Output.table(facts).join("\n"))
    for (const { field, message } of made.warnings ?? []) {
      yield* ServiceClient.progress(Words.warning(field, message))
    }
    yield* ServiceClient.progress(FollowWords.follow(made.payout_id))
  })
).pipe(Command.withDescription(Words.commands.create))

const watch = Command.make(
  "watch",
  { id: Argument.String("payout-id"), url: ServiceClient.url, pollMs: ServiceClient.pollMs },
  Effect.fn(function* ({ id, pollMs, url }) {
    const client = yield* ServiceClient.account(url)
    const { status } = yield* Follow.payout(client, id, { pollMs, isEnd: Follow.isFinal })
    if (status !== "SETTLED") return yield* ServiceClient.failed(FollowWords.endedAs(status))
  })
).pipe(Command.withDescription(Words.commands.watch))

export const payouts = Command.make("payouts").pipe(
  Command.withDescription(Words.commands.payouts),
  Command.withSubcommands([list, get, create, watch])
)
