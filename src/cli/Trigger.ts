/** The command `trigger`, which makes an event happen in the sandbox as it would without it. */
import { Console, Effect, Option } from "effect"
import { Argument, Command } from "effect/cli"
import type { Payout, PayoutClient } from "../client/main.ts"
import * as Follow from "./Follow.ts"
import * as ServiceClient from "./ServiceClient.ts"
import { follow as FollowWords, trigger as Words } from "./Words.ts"

type Simulation = Parameters<PayoutClient["sandbox"]["payouts"]["simulate"]>[1]

/** The amount of the payout that is made, in USDC. */
const amountUsdc = 25

interface Scene {
  /** The simulated request; absent if the payout reaches the event without one. */
  readonly simulate?: Simulation
  /** The statuses after the event. */
  readonly until: ReadonlyArray<Payout["status"]>
}

const funded = ["STABLECOIN_RECEIVED", "PAYOUT_INITIATED", "PAYOUT_CONFIRMED"] as const

const scenes = {
  "payout.created": { until: ["AWAITING_FUNDS", ...funded] },
  "payout.funds_received": { until: funded },
  "payout.initiated": { until: ["PAYOUT_INITIATED", "PAYOUT_CONFIRMED"] },
  "payout.settled": { simulate: { outcome: "settle" }, until: ["SETTLED"] },
  "payout.failed": { simulate: { outcome: "fail" }, until: ["FAILED"] },
  "payout.compliance_hold": { simulate: { outcome: "hold" }, until: ["COMPLIANCE_HOLD"] },
  "payout.manual_review": { simulate: { outcome: "review" }, until: ["MANUAL_REVIEW"] },
  "payout.reversed": { simulate: { outcome: "reverse" }, until: ["REVERSED"] },
  "payout.recalled": { simulate: { outcome: "return" }, until: ["SETTLED"] },
  "deposit.received": { simulate: { deposit: { amount_usdc: amountUsdc } }, until: funded }
} as const satisfies Record<string, Scene>

type Name = keyof typeof scenes | "quote.expired"

const names = [...(Object.keys(scenes) as Array<keyof typeof scenes>), "quote.expired"] as const

const quote = (client: PayoutClient) =>
  ServiceClient.call((signal) =>
    client.quotes.create({ source_amount_usdc: amountUsdc, target_currency: "UGX" }, { signal })
  )

const play = Effect.fn("Trigger.play")(function* (
  client: PayoutClient,
  pollMs: number,
  name: keyof typeof scenes
) {
  const { until, ...scene }: Scene = scenes[name]
  const { quote_id } = yield* quote(client)
  const created = yield* ServiceClient.call((signal) =>
    client.payouts.create(
      { quote_id, recipient_phone: "+256770000001", network: "MTN_UG" },
      { signal }
    )
  )
  const id = created.payout_id
  yield* Console.log(id)
  const { simulate } = scene
  if (simulate !== undefined) {
    yield* ServiceClient.call((signal) => client.sandbox.payouts.simulate(id, simulate, { signal }))
  }
  const isEnd = ({ timeline }: Payout) => timeline.some(({ status }) => until.includes(status))
  const payout = yield* Follow.payout(client, id, { pollMs, isEnd })
  if (!isEnd(payout)) return yield* ServiceClient.failed(FollowWords.endedAs(payout.status))
})

const run = Effect.fnUntraced(function* (client: PayoutClient, pollMs: number, name: Name) {
  if (name !== "quote.expired") return yield* play(client, pollMs, name)
  const { expires_at, quote_id } = yield* quote(client)
  yield* Console.log(Words.quoteExpires(quote_id, expires_at))
})

export const trigger = Command.make(
  "trigger",
  {
    event: Argument.Literals("event", names).pipe(Argument.optional),
    pollMs: ServiceClient.pollMs,
    url: ServiceClient.url
  },
  Effect.fn(function* ({ event, pollMs, url }) {
    if (Option.isNone(event)) {
      return yield* ServiceClient.failed(Words.nameAnEvent(names))
    }
    yield* ServiceClient.sandboxOnly
    yield* run(yield* ServiceClient.account(url), pollMs, event.value)
  })
).pipe(Command.withDescription(Words.command(amountUsdc)))
