/**
 * An engine on scripted adapters: a chain, a provider, screening, webhook endpoints. They outlive
 * the engines that are started on them, record their calls, and respond by script. The provider
 * keeps the port's contract, at most one transfer per reference, and counts per payout, so that a
 * payout paid under two references shows.
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
import * as ChainFollower from "../../src/engine/chain/ChainFollower.ts"
import * as Engine from "../../src/engine/Engine.ts"
import * as Partitions from "../../src/engine/Partitions.ts"
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
import * as MemoryReadModel from "./memoryReadModel.ts"
import * as ScriptedChain from "./scriptedChain.ts"
import * as ScriptedProvider from "./scriptedProvider.ts"

export const policy: Policy.Rules = {
  ...{ floatThresholds: [], floatPolicy: "warn" },
  environment: "sandbox",
  amountMin: 10_000,
  amountMax: 10_000_000_000,
  quoteTtlMs: 300_000,
  fundingWindowMs: 60_000,
  spread: 0.01,
  timeScale: 1,
  retention: { years: 10, yearsByCountry: new Map() },
  holdApprovals: 1,
  refunds: "manual",
  networkLimits: false
}

/** A webhook endpoint's response: a status after some time, no response, or a defect. */
type Reception = { readonly status: number | null; readonly afterMs?: number } | "hang" | "die"

/** The adapters' behavior. Each function must return the same after a restart of the engine. */
export interface Script extends ScriptedProvider.Script, ScriptedChain.Script {
  readonly verdict: (payout: Payout, subject: Screening.Subject) => Screening.Verdict | "hang"
  readonly decision: (payout: Payout) => Effect.Effect<"approve" | "reject">
  readonly address: Screening.Screening["Service"]["address"]
  readonly receive: (outgoing: WebhookSender.OutgoingRequest, count: number) => Reception
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

/** An attempt that reached a webhook endpoint. */
interface Received extends WebhookSender.OutgoingRequest {
  readonly at: number
}

export interface ScriptedAdapters {
  readonly script: Script
  readonly calls: Array<ScriptedProvider.Call>
  /** The transfers that were made, one per reference. */
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

/**
 * Bytes that count up, so that every id and reference is unique and every run draws the same ones.
 */
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

const makeSender = (script: Script, received: Array<Received>) => {
  const count = ScriptedProvider.tally()
  const send = Effect.fnUntraced(function* (outgoing: WebhookSender.OutgoingRequest) {
    const at = yield* Clock.currentTimeMillis
    received.push({ ...outgoing, at })
    const reception = script.receive(outgoing, count(`${outgoing.url} ${outgoing.eventId}`))
    if (reception === "hang") return yield* Effect.never
    if (reception === "die") return yield* Effect.die(new Error("The webhook sender is broken"))
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

export const make = (
  script: Partial<Script> = {},
  rules: Partial<Policy.Rules> = {}
): ScriptedAdapters => {
  const complete = { ...everythingWorks, ...script }
  const facts = {
    script: complete,
    calls: [],
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
      Context.add(WebhookSender.WebhookSender, makeSender(complete, facts.received)),
      Context.add(Policy.Policy, { ...policy, ...rules }),
      Context.add(IdGenerator.IdGenerator, facts.draw)
    )
  )
  return { ...facts, ports }
}

/** Follows the chain for an engine, as a process of one partition does. */
const follow = Effect.fnUntraced(function* ({ draw }: ScriptedAdapters, engine: RunningEngine) {
  const scope = yield* Effect.scope
  const partitions = Partitions.make([{ engine, ids: draw, scope }])
  const following = ChainFollower.run(yield* Chain.Chain, partitions)
  yield* Effect.forkScoped(following)
})

/** An engine that delivers webhooks, on a log and these adapters, until the scope closes. */
export const start = (
  adapters: ScriptedAdapters,
  log: MemoryLog.MemoryLog,
  views: MemoryReadModel.MemoryReadModel = MemoryReadModel.make(log, { isHeld: true })
): Effect.Effect<RunningEngine, Log.LogRefused | Log.LeadershipLost, Scope.Scope> =>
  build((engineOn) =>
    Dispatcher.layer.pipe(
      Layer.provideMerge(engineOn(State.make())),
      Layer.provide(log.layer),
      Layer.provide(views.layer),
      Layer.provide(adapters.ports)
    )
  ).pipe(
    Effect.map(({ engine }) => engine),
    Effect.tap((engine) => follow(adapters, engine)),
    Effect.provide(adapters.ports)
  )

// ----------------------------------------------------------------------------- a client

export const accountId = "acct_test"

const network = Network.parse("MTN_UG") as Network.Network

/** A command without its time: the client's clock gives it. */
type Timeless<C> = C extends unknown ? Omit<C, "at"> : never

/** The ids and the engine that a request of the client uses. */
interface Caller {
  readonly draw: IdGenerator.Source
  readonly engine: RunningEngine
}

interface PayoutAsked {
  readonly quoteId: string
  readonly key?: string | undefined
  readonly name?: string | undefined
  readonly refundAddress?: string | null | undefined
  readonly excess?: "balance" | undefined
}

const request = (scope: string, key: string | undefined, parameters = "") =>
  Effect.map(Clock.currentTimeMillis, (at) => ({
    at,
    by: "key_test",
    idempotency: key === undefined ? null : { scope, key, fingerprint: parameters }
  }))

const shown = (after: unknown) => ({ status: 200, body: JSON.stringify(after) })

const answer = (id: string, at: number) => ({ status: 201, body: JSON.stringify({ id, at }) })

const quote = Effect.fnUntraced(function* (
  { draw, engine }: Caller,
  key?: string,
  micro = 25_000_000
) {
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
  { draw, engine }: Caller,
  { excess, key, name = "", quoteId, refundAddress = null }: PayoutAsked
) {
  const asked = yield* request("payouts", key, `${quoteId} ${name}`)
  const { at } = asked
  const id = IdGenerator.id(draw, "po", at)
  const wanted: NewPayout.Proposal = {
    ...{ id, accountId, quoteId, batchId: null, at, network, name, phone: "+256770000001" },
    ...{ depositAddress: `0x${id}`, idempotencyKey: key ?? null, beneficiaryId: null },
    ...{ reference: null, metadata: {}, refundAddress, excess }
  }
  return yield* Ask.execute(
    engine,
    asked,
    [`quote ${quoteId}`],
    Effect.suspend(() =>
      Effect.fromResult(
        Result.map(NewPayout.decide(wanted, engine.state.quotes.get(quoteId), policy), (event) => ({
          events: [event],
          result: answer(id, at)
        }))
      )
    )
  )
})

const command = Effect.fnUntraced(function* (
  { engine }: Caller,
  id: string,
  given: Timeless<Command>,
  key?: string
) {
  const asked = yield* request("commands", key, `${id} ${given._tag}`)
  const { at } = asked
  return yield* Ask.ask(asked, shown, (request) =>
    engine.command(request, id, { ...given, at } as Command)
  )
})

const batchRequest = (
  draw: IdGenerator.Source,
  prefix: "bt" | "bk",
  at: number,
  count: number
): NewBatch.Proposal => {
  const id = IdGenerator.id(draw, prefix, at)
  const payoutIds = Array.from({ length: count }, () => IdGenerator.id(draw, "po", at))
  return { id, accountId, depositAddress: `0x${id}`, at, payoutIds }
}

const recipient = (batchId: string, index: number) => ({
  ...{ row: index + 1, name: `row ${index + 1}`, network, phone: "+256770000001" },
  ...{ idempotencyKey: `row ${index + 1} of ${batchId}`, reference: null }
})

/** Creates a batch with rows of these amounts in micro-USDC, named "row 1", "row 2", …. */
const batch = Effect.fnUntraced(function* (
  { draw, engine }: Caller,
  amounts: ReadonlyArray<number>,
  key?: string
) {
  const asked = yield* request("batches", key, `${amounts}`)
  const wanted = batchRequest(draw, "bt", asked.at, amounts.length)
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

/** Creates a bulk batch of quotes, with rows named like those of a batch. */
const bulk = Effect.fnUntraced(function* (
  { draw, engine }: Caller,
  quoteIds: ReadonlyArray<string>,
  key?: string
) {
  const asked = yield* request("bulk", key, `${quoteIds}`)
  const wanted = batchRequest(draw, "bk", asked.at, quoteIds.length)
  const rows = quoteIds.map((quoteId, index) => ({ ...recipient(wanted.id, index), quoteId }))
  const quoteOf = (id: string) => engine.state.quotes.get(id)
  return yield* Ask.execute(
    engine,
    asked,
    quoteIds.map(Engine.quoteLock).sort(),
    Effect.suspend(() =>
      Effect.fromResult(
        Result.map(
          NewBatch.decideBulk(wanted, { rows, problems: [], earlier: new Map() }, quoteOf, policy),
          (events) => ({ events, result: answer(wanted.id, asked.at) })
        )
      )
    )
  )
})

const commandBatch = Effect.fnUntraced(function* (
  { engine }: Caller,
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

/** Creates a payout on a new quote, and returns its id. */
const newPayout = Effect.fnUntraced(function* (
  caller: Caller,
  name?: string,
  excess?: PayoutAsked["excess"]
) {
  const quoteId = idOf(yield* quote(caller))
  return idOf(yield* payout(caller, { quoteId, name, excess }))
})

const endpoint = Effect.fnUntraced(function* (
  { engine }: Caller,
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

/**
 * An integrator and an operator of an engine. Responses hold ids and the time of their creation.
 */
export const client = ({ draw }: ScriptedAdapters, engine: RunningEngine) => {
  const caller: Caller = { draw, engine }
  return {
    quote: (key?: string, micro?: number) => quote(caller, key, micro),
    payout: (quoteId: string, key?: string, name?: string, refundAddress?: string | null) =>
      payout(caller, { quoteId, key, name, refundAddress }),
    command: (id: string, given: Timeless<Command>, key?: string) =>
      command(caller, id, given, key),
    newPayout: (name?: string, excess?: PayoutAsked["excess"]) => newPayout(caller, name, excess),
    endpoint: (id: string, events: ReadonlyArray<string>, key?: string) =>
      endpoint(caller, id, events, key),
    batch: (amounts: ReadonlyArray<number>, key?: string) => batch(caller, amounts, key),
    bulk: (quoteIds: ReadonlyArray<string>, key?: string) => bulk(caller, quoteIds, key),
    commandBatch: (id: string, given: Timeless<Batch.Command>, key?: string) =>
      commandBatch(caller, id, given, key)
  }
}

/** Scripted adapters with an engine running on them, and a client. */
export const begin = Effect.fnUntraced(function* (
  script?: Partial<Script>,
  log: MemoryLog.MemoryLog = MemoryLog.make()
) {
  const adapters = make(script)
  const engine = yield* start(adapters, log)
  return { adapters, log, engine, state: engine.state, client: client(adapters, engine) }
})

/** The fold of a whole log, with all objects, including the evicted ones. */
export const fold = (log: MemoryLog.MemoryLog): State.State => {
  const state = State.make()
  for (const entry of log.entries()) Fold.apply(state, entry)
  return state
}

/**
 * Like `begin`, with an engine that evicts finished objects. `shown` is the fold of the log so far.
 */
export const beginEvicting = Effect.fnUntraced(function* (script?: Partial<Script>) {
  const adapters = make(script)
  const log = MemoryLog.make()
  const engine = yield* start(adapters, log, MemoryReadModel.make(log))
  return { adapters, log, engine, client: client(adapters, engine), shown: () => fold(log) }
})

export const idOf = ({ body }: Ask.Answered): string => JSON.parse(body).id

// ----------------------------------------------------------------------------- time

/** Waits until a condition holds, without advancing the clock. */
export const until = Effect.fnUntraced(function* (holds: () => boolean) {
  for (let turns = 0; turns < 2_000; turns++) {
    if (holds()) return
    yield* Effect.yieldNow
  }
  return yield* Effect.die(new Error(`It never became true: ${holds}`))
})

/** Advances the clock step by step until a condition holds. */
export const advanceUntil = Effect.fnUntraced(function* (
  holds: () => boolean,
  stepMs = 500,
  stepsMax = 1_000
) {
  for (let steps = 0; steps < stepsMax; steps++) {
    if (holds()) return
    yield* TestClock.adjust(stepMs)
  }
  return yield* Effect.die(new Error(`It never became true: ${holds}`))
})
