/**
 * `listen`: brings events to a receiver on this machine, which no service on the internet could
 * reach. It polls for new events, so it waits for a service that restarts, and each event is
 * forwarded once, in order, signed as the service signs.
 */
import { randomBytes } from "node:crypto"
import { Console, Effect, Option, Schedule } from "effect"
import { Command, Flag } from "effect/cli"
import { type PayoutClient, signWebhook } from "../client/main.ts"
import * as ServiceClient from "./ServiceClient.ts"
import { listen as Words } from "./Words.ts"

interface Event {
  readonly id: string
  readonly type: string
  readonly created_at: string
  readonly data: unknown
}

/** Bytes of a secret. */
const secretBytes = 32

/** A receiver that takes longer has not answered: the service itself waits no longer. */
const forwardMsMax = 10_000

/** Events per page. */
const pageMax = 100

/** The events after an event, oldest first; all events if there was none. */
const since = async (
  client: PayoutClient,
  after: string | undefined,
  signal: AbortSignal
): Promise<ReadonlyArray<Event>> => {
  // The command polls, so its client does not retry.
  const options = { signal, retriesMax: 0 }
  if (after !== undefined) {
    return (await client.events.list({ after, limit: pageMax }, options)).data
  }
  const events: Array<Event> = []
  for await (const event of client.events.all({}, options)) events.push(event)
  return events.reverse()
}

const newest = (client: PayoutClient) =>
  ServiceClient.call(
    async (signal) => (await client.events.list({ limit: 1 }, { signal })).data[0]?.id
  )

/** An event as it is delivered: lists leave out the rows of a batch. */
const whole = (client: PayoutClient, event: Event) =>
  /^(batch|refund)\./.test(event.type)
    ? ServiceClient.call((signal) => client.events.get(event.id, { signal }))
    : Effect.succeed(event)

/** The fate of a forwarded event, in a word. */
const send = (to: string, secret: string, event: Event) =>
  Effect.promise(async (signal) => {
    const { created_at, data, id, type } = event
    const body = JSON.stringify({ id, type, created_at, data })
    const headers = signWebhook({ id, body, secret })
    const timeout = AbortSignal.timeout(forwardMsMax)
    try {
      const answer = await fetch(to, {
        method: "POST",
        body,
        headers,
        redirect: "manual",
        signal: AbortSignal.any([signal, timeout])
      })
      await answer.body?.cancel()
      return String(answer.status)
    } catch {
      return timeout.aborted ? Words.noAnswerInTime : Words.noConnection
    }
  })

const isWanted = (event: Event, types: ReadonlyArray<string>): boolean =>
  types.length === 0 || types.includes(event.type)

interface Listening {
  readonly client: PayoutClient
  readonly to: string | undefined
  readonly secret: string
  readonly types: ReadonlyArray<string>
  readonly pollMs: number
}

/** Polls an unavailable service until it is back. */
const patiently = <A>(
  pollMs: number,
  ask: Effect.Effect<A, ServiceClient.CommandFailed | ServiceClient.ServiceUnavailable>
) => {
  let isAway = false
  return ask.pipe(
    Effect.tapErrorTag("ServiceAway", ({ message }) => {
      const first = !isAway
      isAway = true
      return first ? ServiceClient.progress(Words.waiting(message)) : Effect.void
    }),
    Effect.retry({
      schedule: Schedule.spaced(pollMs),
      while: ({ _tag }) => _tag === "ServiceAway"
    }),
    Effect.tap(() => (isAway ? ServiceClient.progress(Words.isBack) : Effect.void))
  )
}

const show = Effect.fnUntraced(function* (listening: Listening, event: Event) {
  const { client, pollMs, secret, to, types } = listening
  if (!isWanted(event, types)) return
  yield* Console.log(`${event.created_at}  ${event.type}  ${event.id}`)
  if (to === undefined) return
  const sent = yield* patiently(pollMs, whole(client, event))
  yield* Console.log(`  -> ${to}  [${yield* send(to, secret, sent)}]`)
})

const follow = Effect.fn("Listen.follow")(function* (listening: Listening) {
  const { client, pollMs } = listening
  let after = yield* newest(client)
  yield* Console.log(Words.listening)
  while (true) {
    const events = yield* patiently(
      pollMs,
      ServiceClient.call((signal) => since(client, after, signal))
    )
    for (const event of events) {
      yield* show(listening, event)
      after = event.id
    }
    if (events.length < pageMax) yield* Effect.sleep(pollMs)
  }
})

const types = (names: string): ReadonlyArray<string> =>
  names
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "")

/** The names of `--events`; an unknown one would wait for ever. The names load when they are used. */
const wanted = Effect.fnUntraced(function* (names: string) {
  const given = types(names)
  if (given.length === 0) return given
  const { types: known } = yield* Effect.promise(
    () => import("../domain/webhook/EventRenderers.ts")
  )
  const unknown = given.filter((name) => !known.includes(name))
  if (unknown.length === 0) return given
  return yield* ServiceClient.failed(Words.unknownEvents(unknown, known))
})

export const listen = Command.make(
  "listen",
  {
    to: Flag.String("forward-to").pipe(Flag.withDescription(Words.flags.forwardTo), Flag.optional),
    events: Flag.String("events").pipe(
      Flag.withDescription(Words.flags.events),
      Flag.withDefault("")
    ),
    secret: Flag.String("secret").pipe(Flag.withDescription(Words.flags.secret), Flag.optional),
    pollMs: ServiceClient.pollMs,
    url: ServiceClient.url
  },
  Effect.fn(function* ({ events, pollMs, secret: given, to, url }) {
    const client = yield* ServiceClient.account(url)
    const only = yield* wanted(events)
    const target = Option.getOrUndefined(to)
    if (target !== undefined && !URL.canParse(target)) {
      return yield* ServiceClient.failed(Words.wrongTarget(target))
    }
    const made = `whsec_${randomBytes(secretBytes).toString("base64")}`
    const secret = Option.getOrElse(given, () => made)
    yield* Effect.try({
      try: () => signWebhook({ id: "", body: "", secret }),
      catch: (error) => ServiceClient.failed(Words.wrongSecret((error as Error).message))
    })
    if (target !== undefined && Option.isNone(given)) {
      yield* Console.log(Words.signingSecret(secret))
    }
    yield* follow({ client, to: target, secret, types: only, pollMs }).pipe(
      ServiceClient.onStop(Words.stopped)
    )
  })
).pipe(Command.withDescription(Words.command))
