import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import { TestClock } from "effect/testing"
import * as Limits from "../../src/config/Limits.ts"
import type * as Provider from "../../src/engine/ports/Provider.ts"
import * as FaultyServer from "../support/faultyServer.ts"
import type * as Mtn from "../support/mtn.ts"
import type * as PawaPay from "../support/pawapay.ts"
import * as Setting from "./setting.ts"

type Name = "mtn" | "pawapay"
const names: ReadonlyArray<Name> = ["mtn", "pawapay"]

/** Outcomes of the transfer without the fault. */
const fates = {
  paid: { mtn: "complete", pawapay: "complete" },
  failed: { mtn: { fail: "PAYEE_NOT_FOUND" }, pawapay: { fail: "RECIPIENT_NOT_FOUND" } },
  rejected: { mtn: { fail: "REJECTED" }, pawapay: { reject: "INVALID_PHONE_NUMBER" } }
} as const satisfies Record<string, { mtn: Mtn.Fate; pawapay: PawaPay.Fate }>

interface Row {
  readonly provider: Name
  readonly fate: keyof typeof fates
  readonly operation: "submit" | "check"
  readonly fault: string
  readonly life: "same process" | "new process"
  readonly outcomes: ReadonlyArray<string>
  readonly paid: number
}

const line = ({ fate, fault, life, operation, paid, provider, outcomes }: Row): string =>
  [
    provider.padEnd(8),
    fate.padEnd(9),
    operation.padEnd(7),
    fault.padEnd(16),
    life.padEnd(13),
    `paid ${paid}  `,
    outcomes.join(" > ")
  ].join(" ")

type Begun = Effect.Success<ReturnType<typeof Setting.begin>>

/**
 * Drives one transfer to its end like the engine, with submissions until it is accepted and then
 * checks. The first call of `operation` has the fault. Then another process may continue.
 */
const drive = Effect.fnUntraced(function* (
  servers: Setting.Simulators,
  n: number,
  {
    fault,
    life,
    operation,
    provider: name
  }: Omit<Row, "fate" | "fault" | "outcomes" | "paid"> & {
    readonly fault: FaultyServer.Fault
  }
) {
  const options = Setting.optionsFor(servers, `MTN_UG=${name}`)
  const { server } = servers[name]
  const reference = Setting.reference(n)
  const now = yield* Effect.clockWith((clock) => clock.currentTimeMillis)
  const payout = Setting.payout(n, {}, now)
  const transfer = Setting.transfer(n, name, now)
  server.script = (call) =>
    call.reference === reference && call.operation === operation && call.count === 1
      ? fault
      : undefined

  const outcomes: Array<string> = []
  let isAccepted = false
  const step = Effect.fnUntraced(function* ({ finish, provider }: Begun) {
    const ask = isAccepted ? provider.check : provider.submit
    const outcome: Provider.Outcome = yield* finish(ask(payout, transfer, Effect.void))
    outcomes.push(Setting.summary(outcome))
    if (outcome._tag === "Accepted") isAccepted = true
    server.release()
    return outcome._tag === "Delivered" || outcome._tag === "Refused"
  })
  const isOver = yield* Setting.inNewProcess(
    servers,
    options,
    Effect.fnUntraced(function* (begun) {
      for (let rounds = 0; rounds < 8; rounds++) {
        const isEnd = yield* step(begun)
        if (isEnd) return true
        const isFaulty = server.calls.some(
          (call) => call.reference === reference && call.operation === operation
        )
        if (isFaulty && life === "new process") return false
        yield* TestClock.adjust(Limits.providers.lateSendMsMax)
      }
      return false
    })
  )
  if (!isOver) {
    yield* TestClock.adjust(1_000)
    yield* Setting.inNewProcess(
      servers,
      options,
      Effect.fnUntraced(function* (begun) {
        for (let rounds = 0; rounds < 8; rounds++) {
          if (yield* step(begun)) return
          yield* TestClock.adjust(Limits.providers.lateSendMsMax)
        }
      })
    )
  }
  return { outcomes, paid: servers[name].payments(payout.id) }
})

const cells = names.flatMap((provider) =>
  (Object.keys(fates) as ReadonlyArray<keyof typeof fates>).flatMap((fate) =>
    (["submit", "check"] as const).flatMap((operation) =>
      FaultyServer.faults.flatMap((fault) =>
        (["same process", "new process"] as const).map((life) => ({
          ...{ provider, fate, operation, fault, life }
        }))
      )
    )
  )
)

/** PROVIDER_FAULTS=all runs every cell. A third still has every fault, operation and life. */
const share = process.env.PROVIDER_FAULTS === "all" ? 1 : 3

describe("A transfer with a fault in a provider call", () => {
  for (const name of names) {
    it.effect(
      `L6 L8 is paid once or surely unpaid, for every fault at ${name}`,
      () =>
        Effect.gen(function* () {
          const state: { fate: keyof typeof fates } = { fate: "paid" }
          const servers = yield* Setting.simulators({
            mtn: { fate: () => fates[state.fate].mtn },
            pawapay: { fate: () => fates[state.fate].pawapay }
          })
          const rows: Array<Row> = []
          for (const [n, cell] of cells.entries()) {
            if (cell.provider !== name || n % share !== 0) continue
            state.fate = cell.fate
            const { acts, answer } = cell.fault
            const end = yield* drive(servers, n + 1, cell)
            rows.push({ ...cell, fault: `${acts}: ${answer}`, ...end })
          }
          // PROVIDERS_TABLE=1 prints the outcomes.
          if (process.env.PROVIDERS_TABLE !== undefined) {
            process.stdout.write(`${rows.map(line).join("\n")}\n`)
          }
          const wrong = rows.filter(({ fate, paid, outcomes }) => {
            const isDelivered = outcomes.at(-1) === "Delivered"
            const isRefused = outcomes.at(-1)?.startsWith("Refused") === true
            return fate === "paid" ? !(isDelivered && paid === 1) : !(isRefused && paid === 0)
          })
          assert.deepStrictEqual(wrong.map(line), [])
          const size = 2 * 3 * 2 * FaultyServer.faults.length
          assert.strictEqual(rows.length, Math.floor(size / share))
          const met = new Set(
            rows.map(({ fault, life, operation }) => `${fault} ${life} ${operation}`)
          )
          assert.strictEqual(met.size, 2 * 2 * FaultyServer.faults.length)
          const references = servers[name].deliveries.map(({ reference }) => reference)
          assert.strictEqual(new Set(references).size, references.length)
        }),
      60_000
    )
  }
})

describe("A refusal after a request without a response", () => {
  it.effect("is not final while an earlier request with the same reference may still arrive", () =>
    Effect.gen(function* () {
      let isClosed = false
      const servers = yield* Setting.simulators({
        pawapay: { fate: () => (isClosed ? { reject: "RECIPIENT_NOT_FOUND" } : "complete") }
      })
      const { pawapay } = servers
      const options = Setting.optionsFor(servers, "MTN_UG=pawapay")
      const { finish, provider } = yield* Setting.begin(servers, options)
      const payout = Setting.payout(1)
      const submit = finish(provider.submit(payout, Setting.transfer(1, "pawapay"), Effect.void))
      pawapay.server.script = ({ count, operation }) =>
        operation === "submit" && count === 1 ? Setting.fault("late", "hang") : undefined
      assert.strictEqual(Setting.summary(yield* submit), "Unknown")
      isClosed = true
      const second = yield* submit
      assert.strictEqual(Setting.summary(second), "Unknown")
      isClosed = false
      pawapay.server.release()
      assert.strictEqual(Setting.summary(yield* submit), "Delivered")
      assert.strictEqual(pawapay.payments(payout.id), 1)
    })
  )

  it.effect("is final once no earlier request can arrive", () =>
    Effect.gen(function* () {
      const servers = yield* Setting.simulators({
        pawapay: { fate: () => ({ reject: "INVALID_PHONE_NUMBER" }) }
      })
      const options = Setting.optionsFor(servers, "MTN_UG=pawapay")
      const { finish, provider } = yield* Setting.begin(servers, options)
      const submit = (n: number, at: number) =>
        Effect.map(
          finish(
            provider.submit(Setting.payout(n, {}, at), Setting.transfer(n, "pawapay"), Effect.void)
          ),
          Setting.summary
        )
      const refused = "Refused invalid_recipient"
      // An earlier process may have sent the request just before its end. If its clock was ahead,
      // the reference looks as if this process had drawn it.
      for (const [n, at] of [Setting.t0 - 1, Setting.t0, Setting.t0 + 60_000].entries()) {
        assert.strictEqual(yield* submit(n, at), "Unknown")
      }
      yield* TestClock.adjust(Limits.providers.lateSendMsMax)
      assert.strictEqual(yield* submit(0, Setting.t0 - 1), refused)
      assert.strictEqual(yield* submit(3, Setting.t0), refused)
    })
  )
})
