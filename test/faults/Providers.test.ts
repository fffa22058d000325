/**
 * Every way in which a call to a provider can fail, while the program is killed before and after
 * its calls. A payout has at most one delivered transfer, and no paid payout is shown as failed.
 * `FAULTS=all` runs all faults with many kills, otherwise a share with four.
 */
import { assert, describe, it } from "vitest"
import * as FaultyServer from "../support/faultyServer.ts"
import * as Production from "../support/production.ts"
import * as Life from "./life.ts"
import * as Scenario from "./scenario.ts"

type Operation = "submit" | "check"

interface Case {
  readonly operation: Operation
  readonly fault: FaultyServer.Fault
}

const operations: ReadonlyArray<Operation> = ["submit", "check"]

const everything: ReadonlyArray<Case> = operations.flatMap((operation) =>
  FaultyServer.faults.map((fault) => ({ operation, fault }))
)

/**
 * A call that hangs takes the adapter's whole timeout, so the share has a few of them at its end.
 */
const share = everything.filter(
  ({ fault: { acts, answer }, operation }, index) =>
    (answer === "hang" && acts !== "never" && operation === "submit") ||
    (answer !== "hang" && index % 3 === 0)
)

const cases = Scenario.isComplete ? everything : share

/**
 * The distance between two faults. Two in three calls succeed, because a provider that fails five
 * times in a row gets no calls for a while.
 */
const distance = 3

const points = ["transfer: before the question", "transfer: after the answer"] as const

const kills: ReadonlyArray<string> = Scenario.isComplete
  ? [1, 2, 5, 9, 14, 20, 27, 35].flatMap((count) => points.map((point) => `${point}:${count}`))
  : [`${points[0]}:5`, `${points[1]}:9`, `${points[0]}:20`, `${points[1]}:14`]

const environment = {
  ENVIRONMENT: "sandbox",
  ADMIN_API_KEY: "",
  SANDBOX_API_KEY: Life.environment.SANDBOX_API_KEY ?? "",
  RATE_LIMITS: "off"
}

/**
 * Gives every third reference the fault of the next case once, and returns the faults that were
 * used.
 */
const script = ({ pawapay }: Production.Stage): ReadonlySet<string> => {
  /** The case of each reference, in the order of their arrival. */
  const caseOf = new Map<string, Case | undefined>()
  const struck = new Set<string>()
  pawapay.server.script = ({ count, operation, reference }) => {
    if (reference === "") return undefined
    if (!caseOf.has(reference)) {
      const place = caseOf.size
      caseOf.set(reference, place % distance === 0 ? cases[place / distance] : undefined)
    }
    const found = caseOf.get(reference)
    if (found?.operation !== operation || count > 1) return undefined
    struck.add(`${operation} ${found.fault.acts} ${found.fault.answer}`)
    return found.fault
  }
  return struck
}

type Created = Awaited<ReturnType<typeof Production.newPayout>>

/** Starts the program once for each named point, where it kills itself. */
const killAtPoints = async (shared: Life.Environment): Promise<void> => {
  for (const trap of kills) {
    const life = Life.start("test/support/crashable.ts", { ...shared, FAIL_AT: trap })
    assert.strictEqual(await life.ended, "SIGKILL", trap)
    assert.include(life.output(), `killed at ${trap}`)
  }
}

const finalStatuses = ["SETTLED", "FAILED", "MANUAL_REVIEW"]

/** Waits for each payout's end, compares it with the provider's payments, and counts by status. */
const compareWithPaid = async (
  { pawapay }: Production.Stage,
  call: Production.Call,
  payouts: ReadonlyArray<Created>
): Promise<ReadonlyMap<string, number>> => {
  const ended = new Map<string, number>()
  for (const { id } of payouts) {
    const payout = await Production.until(
      call,
      id,
      ({ status }) => finalStatuses.includes(String(status)),
      Scenario.isComplete ? 1_200_000 : 90_000
    )
    const status = String(payout.status)
    ended.set(status, (ended.get(status) ?? 0) + 1)
    const paid = pawapay.payments(id)
    assert.isAtMost(paid, 1, `${id} is ${status}, and was paid ${paid} times`)
    if (status === "FAILED") assert.strictEqual(paid, 0, `${id} failed, and was paid`)
    if (status === "SETTLED") assert.strictEqual(paid, 1, `${id} settled, and was not paid`)
  }
  return ended
}

describe("A provider whose calls fail", () => {
  it("pays each payout at most once, and no paid payout ends as failed", {
    timeout: Scenario.isComplete ? 1_800_000 : 120_000
  }, async () => {
    const stage = await Production.set({ callbacks: () => [] })
    const shared = { ...stage.environment, ...environment }
    const struck = script(stage)
    try {
      const first = Life.start("test/support/crashable.ts", shared)
      const url = (await first.listening) ?? ""
      const call = Production.caller(url, environment.SANDBOX_API_KEY)
      const payouts: Array<Created> = []
      for (let index = 0; index < cases.length * distance; index++) {
        payouts.push(await Production.newPayout(call, `${index}`))
      }
      for (const { depositAddress } of payouts) await stage.pay(depositAddress, 25_000_000n)
      await first.kill("SIGKILL")
      await stage.finalize()

      await killAtPoints(shared)
      stage.pawapay.server.release()

      const last = Life.start("src/main.ts", shared)
      await last.listening
      const ended = await compareWithPaid(stage, call, payouts)
      await last.kill("SIGTERM")
      assert.strictEqual(struck.size, new Set(cases).size, "every fault has struck")
      process.stdout.write(
        `${payouts.length} payouts, ${struck.size} faults, ${kills.length} kills: ` +
          `${[...ended].map(([status, count]) => `${count} ${status}`).join(", ")}\n`
      )
    } finally {
      await stage.close()
    }
  })
})
