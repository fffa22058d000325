/**
 * A scripted world around the engine: a chain, a provider, screening, webhook receivers. It
 * outlives the engines that are started in it, remembers what was done to it, and answers by
 * script. Its provider keeps the promise of the port, at most one transfer per reference, and
 * counts per payout: a payout paid under two references shows.
 */
import { Clock, Context, Effect, Layer, Result, type Scope } from "effect"
import { TestClock } from "effect/testing"
import type * as Batch from "../../src/domain/batch/Batch.ts"
import * as NewBatch from "../../src/domain/batch/NewBatch.ts"
import * as Network from "../../src/domain/Network.ts"
import * as NewPayout from "../../src/domain/payout/NewPayout.ts"
import type { Command, Payout } from "../../src/domain/payout/Payout.ts"
import * as Quote from "../../src/domain/quote/Quote.ts"
import type * as Delivery from "../../src/domain/webhook/Delivery.ts"
import * as Engine from "../../src/engine/Engine.ts"
import * as Chain from "../../src/engine/ports/Chain.ts"
import * as IdGenerator from "../../src/engine/ports/IdGenerator.ts"
import type * as Log from "../../src/engine/ports/Log.ts"
import * as Policy from "../../src/engine/ports/Policy.ts"
import * as Provider from "../../src/engine/ports/Provider.ts"
import * as Rates from "../../src/engine/ports/Rates.ts"
import * as Screening from "../../src/engine/ports/Screening.ts"
import * as WebhookSender from "../../src/engine/ports/WebhookSender.ts"
import * as Fold from "../../src/engine/state/Fold.ts"
import * as State from "../../src/engine/state/State.ts"
import * as Dispatcher from "../../src/webhooks/Dispatcher.ts"
import * as Ask from "./ask.ts"
import { build, type RunningEngine } from "./engine.ts"
import * as MemoryLog from "./memoryLog.ts"
import * as MemoryViews from "./memoryViews.ts"
import * as ScriptedChain from "./scriptedChain.ts"
import * as ScriptedProvider from "./scriptedProvider.ts"

export const policy: Policy.Rules = {
  environment: "sandbox",
  amountMin: 10_000,
  amountMax: 10_000_000_000,
  quoteTtlMs: 300_000,
  fundingWindowMs: 60_000,
  spread: 0.01,
  timeScale: 1,
  holdApprovals: 1,
  networkLimits: false
}

/** What a receiver does with a parcel: a status after a while, nothing ever, or a bug of ours. */
type Reception = { readonly status: number | null; readonly afterMs?: number } | "hang" | "die"

/** How the world behaves. Each function must answer the same after a restart of the engine. */
export interface Script extends ScriptedProvider.Script, ScriptedChain.Script {
  readonly verdict: (payout: Payout, subject: Screening.Subject) => Screening.Verdict | "hang"
  readonly decision: (payout: Payout) => Effect.Effect<"approve" | "reject">
  readonly address: Screening.Screening["Service"]["address"]
  readonly receive: (parcel: WebhookSender.OutgoingRequest, count: number) => Reception
}

export const deposit = ScriptedChain.deposit

const everythingWorks: Script = {
  ...ScriptedProvider.everythingWorks,
  ...ScriptedChain.everythingWorks,
  verdict: () => ({ _tag: "Clear" }),
  decision: () => Effect.never,
  address: () => Effect.succeed({ _tag: "Clear" }),
  receive: () => ({ status: 200 })
}

/** One attempt a receiver saw. */
interface Received extends WebhookSender.OutgoingRequest {
  readonly at: number
}

export interface World {
  readonly script: Script
  readonly questions: Array<ScriptedProvider.Question>
  /** Transfers that were made: one per reference. */
  readonly transfers: Array<{ readonly payoutId: string; readonly reference: string }>
  readonly received: Array<Received>
  readonly draw: IdGenerator.Source
  readonly ports: Layer.Layer<
    | Chain.Chain
    | Provider.Provider
    | Screening.Screening
    | Rates.Rates
    | WebhookSender.WebhookSender
    | Policy.Policy
  >
}

/** Bytes that count up: every id and reference is its own, and every run draws the same. */
const counting = (): IdGenerator.Source => {
  let drawn = 0
  return {
    bytes: (count) => {
      drawn += 1
      const bytes = new Uint8Array(count)
      for (let index = 0, rest = drawn; rest > 0; index++, rest >>>= 8) bytes[index] = rest & 0xff
      return bytes
    }
  }
}

const makeCourier = (script: Script, received: Array<Received>) => {
  const count = ScriptedProvider.tally()
  const send = Effect.fnUntraced(function* (parcel: WebhookSender.OutgoingRequest) {
    const at = yield* Clock.currentTimeMillis
    received.push({ ...parcel, at })
    const reception = script.receive(parcel, count(`${parcel.url} ${parcel.eventId}`))
    if (reception === "hang") return yield* Effect.never
    if (reception === "die") return yield* Effect.die(new Error("The courier is broken"))
    const { afterMs = 0, status } = reception
    yield* Effect.sleep(afterMs)
    const error = status === null ? "no answer" : status < 300 ? null : `answered ${status}`
    const attempt: Delivery.Attempt = { at, statusCode: status, error, latencyMs: afterMs }
    return attempt
  })
  return WebhookSender.WebhookSender.of({
    send,
    checkUrl: () => undefined,
    newSecret: () => "whsec_"
  })
}

export const make = (script: Partial<Script> = {}, rules: Partial<Policy.Rules> = {}): World => {
  const complete = { ...everythingWorks, ...script }
  const facts = {
    script: complete,
    questions: [],
    transfers: [],
    received: [],
    draw: counting()
  }
  const { decision, verdict } = complete
  const rates = Rates.Rates.of({
    middle: () => Effect.map(Clock.currentTimeMillis, (at) => ({ rate: 3_700_000_000, at }))
  })
  const screening = Screening.Screening.of({
    screen: (subject) =>
      Effect.suspend(() => {
        const found = verdict(subject.payout, subject)
        return found === "hang" ? Effect.never : Effect.succeed(found)
      }),
    address: complete.address,
    decision
  })
  const ports = Layer.succeedContext(
    Context.make(Chain.Chain, ScriptedChain.make(complete)).pipe(
      Context.add(Provider.Provider, ScriptedProvider.make(complete, facts)),
      Context.add(Screening.Screening, screening),
      Context.add(Rates.Rates, rates),
      Context.add(WebhookSender.WebhookSender, makeCourier(complete, facts.received)),
      Context.add(Policy.Policy, { ...policy, ...rules }),
      Context.add(IdGenerator.IdGenerator, facts.draw)
    )
  )
  return { ...facts, ports }
}

/** An engine that delivers webhooks, on a log in this world, until the scope closes. */
export const start = (
  world: World,
  log: MemoryLog.MemoryLog,
  views: MemoryViews.MemoryViews = MemoryViews.make(log, { isHeld: true })
): Effect.Effect<RunningEngine, Log.LogRefused | Log.LeadershipLost, Scope.Scope> =>
  Effect.map(
    build((engine) =>
      Dispatcher.layer.pipe(
        Layer.provideMerge(engine),
        Layer.provide(log.layer),
        Layer.provide(views.layer),
        Layer.provide(world.ports)
      )
    ),
    ({ engine }) => engine
  )

// ----------------------------------------------------------------------------- a client

export const accountId = "acct_test"

const network = Network.parse("MTN_UG") as Network.Network

/** A command without its time: the client's clock gives it. */
type Timeless<C> = C extends unknown ? Omit<C, "at"> : never

/**
 * What an integrator or an operator asks of an engine. Bodies are ids, and the time they were made.
 */
export const client = ({ draw }: World, engine: RunningEngine) => {
  const request = (scope: string, key: string | undefined, parameters = "") =>
    Effect.map(Clock.currentTimeMillis, (at) => ({
      at,
      by: "key_test",
      idempotency: key === undefined ? null : { scope, key, fingerprint: parameters }
    }))

  const shown = (after: unknown) => ({ status: 200, body: JSON.stringify(after) })

  const answer = (id: string, at: number) => ({ status: 201, body: JSON.stringify({ id, at }) })

  const quote = Effect.fnUntraced(function* (key?: string, micro = 25_000_000) {
    const asked = yield* request("quotes", key, `${micro}`)
    const { at } = asked
    const id = IdGenerator.id(draw, "qt", at)
    const amount = { _tag: "Source", micro } as const
    const wanted = { id, accountId, currency: "UGX", amount, middle: 3_700_000_000, at } as const
    return yield* Ask.execute(
      engine,
      asked,
      [],
      Effect.fromResult(
        Result.map(Quote.create(wanted, { ...policy, ttlMs: policy.quoteTtlMs }), (event) => ({
          events: [event],
          result: answer(id, at)
        }))
      )
    )
  })

  const payout = Effect.fnUntraced(function* (
    quoteId: string,
    key?: string,
    name = "",
    refundAddress: string | null = null
  ) {
    const asked = yield* request("payouts", key, `${quoteId} ${name}`)
    const { at } = asked
    const id = IdGenerator.id(draw, "po", at)
    const wanted: NewPayout.Proposal = {
      ...{ id, accountId, quoteId, batchId: null, at, network, name, phone: "+256770000001" },
      ...{ depositAddress: `0x${id}`, idempotencyKey: key ?? null, beneficiaryId: null },
      ...{ reference: null, metadata: {}, refundAddress }
    }
    return yield* Ask.execute(
      engine,
      asked,
      [`quote ${quoteId}`],
      Effect.suspend(() =>
        Effect.fromResult(
          Result.map(
            NewPayout.decide(wanted, engine.state.quotes.get(quoteId), policy),
            (event) => ({
              events: [event],
              result: answer(id, at)
            })
          )
        )
      )
    )
  })

  const command = Effect.fnUntraced(function* (id: string, given: Timeless<Command>, key?: string) {
    const asked = yield* request("commands", key, `${id} ${given._tag}`)
    const { at } = asked
    return yield* Ask.ask(asked, shown, (request) =>
      engine.command(request, id, { ...given, at } as Command)
    )
  })

  const batchRequest = (prefix: "bt" | "bk", at: number, count: number): NewBatch.Proposal => {
    const id = IdGenerator.id(draw, prefix, at)
    const payoutIds = Array.from({ length: count }, () => IdGenerator.id(draw, "po", at))
    return { id, accountId, depositAddress: `0x${id}`, at, payoutIds }
  }

  const recipient = (batchId: string, index: number) => ({
    ...{ row: index + 1, name: `row ${index + 1}`, network, phone: "+256770000001" },
    idempotencyKey: `row ${index + 1} of ${batchId}`
  })

  /** A batch with rows of so many micro-USDC, named "row 1", "row 2", …. */
  const batch = Effect.fnUntraced(function* (amounts: ReadonlyArray<number>, key?: string) {
    const asked = yield* request("batches", key, `${amounts}`)
    const wanted = batchRequest("bt", asked.at, amounts.length)
    const rows = amounts.map((amount, index) => ({ ...recipient(wanted.id, index), amount }))
    const bounds = { ...policy, ttlMs: policy.quoteTtlMs }
    return yield* Ask.execute(
      engine,
      asked,
      [`batches ${accountId}`],
      Effect.fromResult(
        Result.map(
          NewBatch.decide(
            wanted,
            { rows, problems: [], earlier: new Map() },
            () => 3_700_000_000,
            bounds
          ),
          (events) => ({ events, result: answer(wanted.id, asked.at) })
        )
      )
    )
  })

  /** A bulk batch of quotes, with rows named as those of a batch. */
  const bulk = Effect.fnUntraced(function* (quoteIds: ReadonlyArray<string>, key?: string) {
    const asked = yield* request("bulk", key, `${quoteIds}`)
    const wanted = batchRequest("bk", asked.at, quoteIds.length)
    const rows = quoteIds.map((quoteId, index) => ({ ...recipient(wanted.id, index), quoteId }))
    const quoteOf = (id: string) => engine.state.quotes.get(id)
    return yield* Ask.execute(
      engine,
      asked,
      quoteIds.map(Engine.quoteClaim).sort(),
      Effect.suspend(() =>
        Effect.fromResult(
          Result.map(
            NewBatch.decideBulk(
              wanted,
              { rows, problems: [], earlier: new Map() },
              quoteOf,
              policy
            ),
            (events) => ({ events, result: answer(wanted.id, asked.at) })
          )
        )
      )
    )
  })

  const commandBatch = Effect.fnUntraced(function* (
    id: string,
    given: Timeless<Batch.Command>,
    key?: string
  ) {
    const asked = yield* request("commands", key, `${id} ${given._tag}`)
    const { at } = asked
    return yield* Ask.ask(asked, shown, (request) =>
      engine.commandBatch(request, id, { ...given, at } as Batch.Command)
    )
  })

  /** A payout on a quote of its own; its id. */
  const newPayout = Effect.fnUntraced(function* (name?: string) {
    const quoted = yield* quote()
    return idOf(yield* payout(idOf(quoted), undefined, name))
  })

  const endpoint = Effect.fnUntraced(function* (
    id: string,
    events: ReadonlyArray<string>,
    key?: string
  ) {
    const asked = yield* request("endpoints", key)
    const facts = { id, accountId, url: `https://${id}.test/`, secret: "whsec_", at: asked.at }
    const event = { _tag: "EndpointCreated", ...facts, events, description: null } as const
    const decided = Effect.succeed({ events: [event], result: answer(id, asked.at) })
    return yield* Ask.execute(engine, asked, [], decided)
  })

  return { quote, payout, command, newPayout, endpoint, batch, bulk, commandBatch }
}

/** A world with an engine running in it, and a client. */
export const begin = Effect.fnUntraced(function* (
  script?: Partial<Script>,
  log: MemoryLog.MemoryLog = MemoryLog.make()
) {
  const world = make(script)
  const engine = yield* start(world, log)
  return { world, log, engine, state: engine.state, client: client(world, engine) }
})

/** The fold of a whole log, with everything in it that ever was. */
export const fold = (log: MemoryLog.MemoryLog): State.State => {
  const state = State.make()
  for (const entry of log.entries()) Fold.apply(state, entry)
  return state
}

/**
 * A world whose engine forgets what is finished; `shown` is the log's fold, as it is when asked.
 */
export const beginShown = Effect.fnUntraced(function* (script?: Partial<Script>) {
  const world = make(script)
  const log = MemoryLog.make()
  const engine = yield* start(world, log, MemoryViews.make(log))
  return { world, log, engine, client: client(world, engine), shown: () => fold(log) }
})

export const idOf = ({ body }: Ask.Answered): string => JSON.parse(body).id

// ----------------------------------------------------------------------------- time

/** Waits, without time going by, until something is so. */
export const until = Effect.fnUntraced(function* (holds: () => boolean) {
  for (let turns = 0; turns < 2_000; turns++) {
    if (holds()) return
    yield* Effect.yieldNow
  }
  return yield* Effect.die(new Error(`It never came to be: ${holds}`))
})

/** Lets time go by, a step at a time, until something is so. */
export const passUntil = Effect.fnUntraced(function* (
  holds: () => boolean,
  stepMs = 500,
  stepsMax = 1_000
) {
  for (let steps = 0; steps < stepsMax; steps++) {
    if (holds()) return
    yield* TestClock.adjust(stepMs)
  }
  return yield* Effect.die(new Error(`It never came to be: ${holds}`))
})
