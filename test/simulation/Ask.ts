/**
 * Requests of clients and operators to an engine, as from HTTP handlers. Each attempt draws an id
 * and reads the clock, so only the key shows that two attempts are one request.
 */
import { Effect, Result } from "effect"
import * as Network from "../../src/domain/Network.ts"
import * as NewPayout from "../../src/domain/payout/NewPayout.ts"
import type * as Payout from "../../src/domain/payout/Payout.ts"
import * as Quote from "../../src/domain/quote/Quote.ts"
import * as Partition from "../../src/engine/Partition.ts"
import * as IdGenerator from "../../src/engine/ports/IdGenerator.ts"
import type { Rules } from "../../src/engine/ports/Policy.ts"
import * as FundingSource from "../../src/usecases/FundingSource.ts"
import * as TestAsk from "../support/ask.ts"
import {
  middle,
  requestOf,
  type Service,
  type Timeless,
  type Voice,
  type Wish
} from "./Requests.ts"
import { type Spread, sourcesOf } from "./Spread.ts"

const openContext = (rules: Rules, draw: IdGenerator.Source, spread: Spread) => {
  return { drawFor: sourcesOf(draw, spread), rules, spread }
}

type Context = ReturnType<typeof openContext>

const created = (id: string, at: number) => ({ status: 201, body: JSON.stringify({ id, at }) })

const quote =
  (context: Context, voice: Voice, amount: Quote.Proposal["amount"]): Wish =>
  (moment) => {
    const { at } = moment
    const request = requestOf(voice, "quotes", JSON.stringify(amount), moment)
    const partition = context.spread.ofAccount(voice.accountId)
    const id = IdGenerator.id(context.drawFor(partition), "qt", at)
    const wanted = {
      ...{ id, accountId: voice.accountId, at, middle },
      currency: "UGX",
      amount
    } as const
    const decide = () =>
      Result.map(
        Quote.create(wanted, { ...context.rules, ttlMs: context.rules.quoteTtlMs }),
        (event) => ({
          events: [event],
          result: created(id, at)
        })
      )
    const effect = (engine: Service) =>
      TestAsk.execute(
        engine,
        request,
        [],
        Effect.suspend(() => Effect.fromResult(decide()))
      )
    return { request, partition, subject: id, effect }
  }

const payout =
  (context: Context, voice: Voice, quoteId: string, name: string): Wish =>
  (moment) => {
    const { at } = moment
    const request = requestOf(voice, "payouts", `${quoteId} ${name}`, moment)
    const partition = context.spread.ofAccount(voice.accountId)
    const id = IdGenerator.id(context.drawFor(partition), "po", at)
    const wantedOf = (engine: Service): NewPayout.Proposal => ({
      ...{ id, accountId: voice.accountId, quoteId, at, name, phone: "+256770000001" },
      batchId: null,
      ...{ network: Network.bySlug("MTN_UG"), depositAddress: `0x${id}` },
      ...{ idempotencyKey: voice.key ?? null, beneficiaryId: null, reference: null },
      metadata: {},
      refundAddress: null,
      excess: FundingSource.excessOf({ engine }, { accountId: voice.accountId, funding: "deposit" })
    })
    const effect = (engine: Service) =>
      TestAsk.execute(
        engine,
        request,
        [`quote ${quoteId}`],
        Effect.flatMap(engine.quote(quoteId), (quote) =>
          Effect.fromResult(
            Result.map(NewPayout.decide(wantedOf(engine), quote, context.rules), (event) => ({
              events: [event],
              result: created(id, at)
            }))
          )
        )
      )
    return { request, partition, subject: quoteId, effect }
  }

const command =
  ({ spread }: Context, voice: Voice, id: string, given: Timeless<Payout.Command>): Wish =>
  (moment) => {
    const { at } = moment
    const request = requestOf(voice, "commands", `${id} ${JSON.stringify(given)}`, moment)
    const effect = (engine: Service) =>
      TestAsk.ask(
        request,
        (after: Payout.Payout) => ({
          status: 200,
          body: JSON.stringify({ id, status: after.status, timeline: after.timeline })
        }),
        (asked) => engine.command(asked, id, { ...given, at } as Payout.Command)
      )
    return { request, partition: spread.ofId(id), subject: id, effect }
  }

const endpoint =
  (context: Context, voice: Voice, endpointId: string | undefined, change: EndpointChange): Wish =>
  (moment) => {
    const { at } = moment
    const print = `${endpointId} ${JSON.stringify(change)}`
    const request = requestOf(voice, "endpoints", print, moment)
    const { accountId } = voice
    const partition = context.spread.ofAccount(accountId)
    const draw = context.drawFor(partition)
    const id = endpointId ?? IdGenerator.id(draw, "we", at)
    const secret = `whsec_${IdGenerator.reference(draw)}`
    const url = `https://receiver.test/${id}/${at}`
    const facts = { id, url, description: null, at }
    const { events } = change
    const overlapMs = 24 * 60 * 60 * 1000
    const event = {
      create: { _tag: "EndpointCreated", ...facts, accountId, secret, events } as const,
      update: { _tag: "EndpointUpdated", ...facts, events, isActive: change.isActive } as const,
      rotate: { _tag: "EndpointSecretRotated", id, secret, overlapMs, at } as const,
      delete: { _tag: "EndpointDeleted", id, at } as const
    }
    const effect = ({ directory, execute }: Service) =>
      TestAsk.execute(
        { execute },
        request,
        [`endpoint ${id}`],
        Effect.suspend(() =>
          change.verb === "create" || directory.endpoint(id) !== undefined
            ? Effect.succeed({ events: [event[change.verb]], result: created(id, at) })
            : Effect.fail({ _tag: "EndpointNotFound" })
        )
      )
    return { request, partition, subject: id, effect }
  }

const account =
  ({ spread }: Context, voice: Voice): Wish =>
  (moment) => {
    const { at } = moment
    const request = requestOf(voice, "accounts", "", moment)
    const id = voice.accountId
    const facts = { id, name: id, email: "", kycStatus: "APPROVED", at } as const
    const place = spread.count === 1 ? {} : { partition: spread.ofAccount(id) }
    const event = { _tag: "AccountCreated", ...facts, ...place } as const
    const effect = ({ directory, execute }: Service) =>
      TestAsk.execute(
        { execute },
        request,
        [],
        Effect.suspend(() =>
          directory.account(id) !== undefined
            ? Effect.fail({ _tag: "AccountExists" })
            : Effect.succeed({ events: [event], result: created(id, at) })
        )
      )
    const partition = Partition.directory
    return { request, partition, subject: id, effect, isOfDirectory: true }
  }

export const make = (rules: Rules, draw: IdGenerator.Source, spread: Spread) => {
  const context = openContext(rules, draw, spread)
  return {
    quote: (voice: Voice, amount: Quote.Proposal["amount"]) => quote(context, voice, amount),
    payout: (voice: Voice, quoteId: string, name: string) => payout(context, voice, quoteId, name),
    command: (voice: Voice, id: string, given: Timeless<Payout.Command>) =>
      command(context, voice, id, given),
    endpoint: (voice: Voice, endpointId: string | undefined, change: EndpointChange) =>
      endpoint(context, voice, endpointId, change),
    account: (voice: Voice) => account(context, voice)
  }
}

export interface EndpointChange {
  readonly verb: "create" | "update" | "rotate" | "delete"
  readonly events: ReadonlyArray<string>
  readonly isActive: boolean
}

export type Asks = ReturnType<typeof make>
