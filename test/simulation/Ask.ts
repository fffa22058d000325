/**
 * What clients and operators ask of an engine, the way the HTTP handlers do: an id is drawn and the
 * clock is read anew at each attempt, and the key alone says that two attempts are one request.
 */
import { Effect, Result } from "effect"
import * as Network from "../../src/domain/Network.ts"
import * as NewPayout from "../../src/domain/payout/NewPayout.ts"
import type { Command } from "../../src/domain/payout/Payout.ts"
import * as Quote from "../../src/domain/quote/Quote.ts"
import type * as Engine from "../../src/engine/Engine.ts"
import * as IdGenerator from "../../src/engine/ports/IdGenerator.ts"
import type { Rules } from "../../src/engine/ports/Policy.ts"
import type { Submitted } from "./BatchAsk.ts"
import { middle } from "./LogBooks.ts"

export type Service = Engine.Engine["Service"]
export type Request = Parameters<Service["transact"]>[0]
export type Idempotency = NonNullable<Request["idempotency"]>
export type Answered = Effect.Success<ReturnType<Service["transact"]>>
/** One attempt. */
export interface Ask {
  readonly request: Request
  /** The id of what it is about, for those who judge a refusal. */
  readonly subject: string
  /** What it submits, if it is a batch. */
  readonly rows?: Submitted
  readonly effect: (engine: Service) => Effect.Effect<Answered, { readonly _tag: string }>
}

/** A request that may be attempted many times. */
export type Wish = (at: number) => Ask

/** A command without its time: the client's clock gives it. */
export type Timeless<C> = C extends unknown ? Omit<C, "at"> : never

export interface Voice {
  readonly by: string
  readonly accountId: string
  /** `undefined`: without idempotency. */
  readonly key: string | undefined
}

export const requestOf = (
  { accountId, by, key }: Voice,
  route: string,
  print: string,
  at: number
) => ({
  at,
  by,
  idempotency:
    key === undefined ? null : { scope: `${accountId} ${route}`, key, fingerprint: print }
})

export const make = (rules: Rules, draw: IdGenerator.Source) => {
  const created = (id: string, at: number) => ({ status: 201, body: JSON.stringify({ id, at }) })

  const quote =
    (voice: Voice, amount: Quote.Proposal["amount"]): Wish =>
    (at) => {
      const request = requestOf(voice, "quotes", JSON.stringify(amount), at)
      const id = IdGenerator.id(draw, "qt", at)
      const wanted = {
        ...{ id, accountId: voice.accountId, at, middle },
        currency: "UGX",
        amount
      } as const
      const decide = () =>
        Result.map(Quote.create(wanted, { ...rules, ttlMs: rules.quoteTtlMs }), (event) => ({
          events: [event],
          answer: created(id, at)
        }))
      return { request, subject: id, effect: (engine) => engine.transact(request, [], decide) }
    }

  const payout =
    (voice: Voice, quoteId: string, name: string): Wish =>
    (at) => {
      const request = requestOf(voice, "payouts", `${quoteId} ${name}`, at)
      const id = IdGenerator.id(draw, "po", at)
      const wanted: NewPayout.Proposal = {
        ...{ id, accountId: voice.accountId, quoteId, at, name, phone: "+256770000001" },
        batchId: null,
        ...{ network: Network.bySlug("MTN_UG"), depositAddress: `0x${id}` },
        ...{ idempotencyKey: voice.key ?? null, beneficiaryId: null, reference: null },
        metadata: {},
        refundAddress: null
      }
      const effect = (engine: Service) => {
        let ended: Quote.Quote | undefined
        return engine.transact(
          request,
          [`quote ${quoteId}`],
          ({ quotes }) => {
            const known = quotes.get(quoteId) ?? ended
            return Result.map(NewPayout.decide(wanted, known, rules), (event) => ({
              events: [event],
              answer: created(id, at)
            }))
          },
          ({ quotes }) =>
            quotes.has(quoteId)
              ? undefined
              : Effect.map(engine.quote(quoteId), (quote) => {
                  ended = quote
                })
        )
      }
      return { request, subject: quoteId, effect }
    }

  const command =
    (voice: Voice, id: string, given: Timeless<Command>): Wish =>
    (at) => {
      const request = requestOf(voice, "commands", `${id} ${JSON.stringify(given)}`, at)
      const effect = (engine: Service) =>
        engine.command(request, id, { ...given, at } as Command, (after) => ({
          status: 200,
          body: JSON.stringify({ id, status: after.status, timeline: after.timeline })
        }))
      return { request, subject: id, effect }
    }

  const endpoint =
    (voice: Voice, endpointId: string | undefined, change: EndpointChange): Wish =>
    (at) => {
      const print = `${endpointId} ${JSON.stringify(change)}`
      const request = requestOf(voice, "endpoints", print, at)
      const id = endpointId ?? IdGenerator.id(draw, "we", at)
      const { accountId } = voice
      const secret = `whsec_${IdGenerator.reference(draw)}`
      const url = `https://receiver.test/${id}/${at}`
      const facts = { id, url, description: null, at }
      const { events } = change
      const event = {
        create: { _tag: "EndpointCreated", ...facts, accountId, secret, events } as const,
        update: { _tag: "EndpointUpdated", ...facts, events, isActive: change.isActive } as const,
        rotate: { _tag: "EndpointSecretRotated", id, secret, at } as const,
        delete: { _tag: "EndpointDeleted", id, at } as const
      }
      const decide = ({ endpoints }: Service["core"]) =>
        change.verb === "create" || endpoints.has(id)
          ? Result.succeed({ events: [event[change.verb]], answer: created(id, at) })
          : Result.fail({ _tag: "EndpointNotFound" })
      const claims = [`endpoint ${id}`]
      return { request, subject: id, effect: (engine) => engine.transact(request, claims, decide) }
    }

  const account =
    (voice: Voice): Wish =>
    (at) => {
      const request = requestOf(voice, "accounts", "", at)
      const id = voice.accountId
      const facts = { id, name: id, email: "", kycStatus: "APPROVED", at } as const
      const event = { _tag: "AccountCreated", ...facts } as const
      const decide = ({ accounts }: Service["core"]) =>
        accounts.has(id)
          ? Result.fail({ _tag: "AccountExists" })
          : Result.succeed({ events: [event], answer: created(id, at) })
      return { request, subject: id, effect: (engine) => engine.transact(request, [], decide) }
    }

  return { quote, payout, command, endpoint, account }
}

export interface EndpointChange {
  readonly verb: "create" | "update" | "rotate" | "delete"
  readonly events: ReadonlyArray<string>
  readonly isActive: boolean
}

export type Asks = ReturnType<typeof make>
