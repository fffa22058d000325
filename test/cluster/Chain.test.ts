/** A real chain, which one of three processes follows for the partitions of all. */
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import type * as Life from "../faults/life.ts"
import * as Nodes from "../support/nodes.ts"
import * as Production from "../support/production.ts"

let stage: Production.Stage
let nodes: Nodes.Nodes

/** The sandbox settings of tests, unset for production. */
const unset = {
  ...{ SANDBOX_API_KEY: "", SANDBOX_TIME_SCALE: "", WEBHOOK_ALLOW_LOOPBACK: "" },
  RATE_LIMITS: ""
}

beforeAll(async () => {
  stage = await Production.set()
  const { DATABASE_URL = "", PORT: _, ...environment } = stage.environment
  nodes = await Nodes.start(3, DATABASE_URL, { ...environment, ...unset } as Life.Environment)
}, 120_000)

afterAll(async () => {
  await nodes?.close()
  await stage?.close()
})

const admin = (url: string) => Production.caller(url, stage.environment.ADMIN_API_KEY ?? "")

const urlAt = (index: number): string => {
  const urls = nodes.urls()
  return urls[index % urls.length] ?? ""
}

/** Creates a payout of a new account; `undefined` if its partition moves at that moment. */
const newPayout = async (url: string, key: string) => {
  const apiKey = await Production.openAccount(admin(url))
  const made = await Production.newPayout(Production.caller(url, apiKey), key)
  if (made.payout.deposit_address === undefined) return undefined
  const callAt = (other: string) => Production.caller(other, apiKey)
  return { id: made.id, depositAddress: made.depositAddress, callAt }
}

/** Creates payouts of accounts in several partitions, each at the next node. */
const newPayouts = (count: number, key: string) =>
  Promise.all(
    Array.from({ length: count }, (_, index) =>
      Nodes.until("a new payout", () => newPayout(urlAt(index), `${key} ${index}`))
    )
  )

const isFollowing = async (node: Nodes.Node): Promise<boolean> => {
  const answer = await fetch(`${node.url}/metrics`, {
    headers: { authorization: `Bearer ${stage.environment.ADMIN_API_KEY}` }
  })
  // A process that followed before shows 0.
  return /^payout_chain_final_lag_seconds (?!0$)/m.test(await answer.text())
}

const followers = async (): Promise<ReadonlyArray<Nodes.Node>> => {
  const all = nodes.running()
  const follow = await Promise.all(all.map(isFollowing))
  return all.filter((_, index) => follow[index])
}

/** Waits until exactly one process follows the chain, and returns it. */
const follower = (): Promise<Nodes.Node> =>
  Nodes.until("one follower", async () => {
    const [first, ...others] = await followers()
    return others.length === 0 ? first : undefined
  })

const pay = async (payouts: Awaited<ReturnType<typeof newPayouts>>) => {
  for (const { depositAddress } of payouts) await stage.pay(depositAddress, 25_000_000n)
}

/** Asserts that every node shows all payouts as settled, and that each was paid once. */
const assertSettled = async (payouts: Awaited<ReturnType<typeof newPayouts>>) => {
  for (const [index, { callAt, id }] of payouts.entries()) {
    const settled = await Production.reaches(callAt(urlAt(index + 1)), id, "SETTLED")
    assert.lengthOf(settled.deposits as ReadonlyArray<unknown>, 1)
    assert.strictEqual(stage.pawapay.payments(id), 1)
  }
}

describe("Three processes on one chain", () => {
  it("have one follower, which credits the deposits of all partitions", async () => {
    const payouts = await newPayouts(9, "together")
    await pay(payouts)
    // Every process shows the progress of the chain, whichever partition has the payout.
    for (const { callAt, id } of payouts) {
      await Production.until(callAt(urlAt(0)), id, ({ deposits }) => {
        const [seen] = deposits as ReadonlyArray<{ readonly confirmations?: number }>
        return (seen?.confirmations ?? 0) > 0
      })
    }
    await stage.finalize()
    await assertSettled(payouts)
    await follower()
  })

  it("credit no deposit twice when the follower is frozen, another one follows, and the first one wakes", async () => {
    const payouts = await newPayouts(9, "frozen")
    const first = await follower()
    await pay(payouts.slice(0, 5))
    first.freeze()
    try {
      await pay(payouts.slice(5))
      await stage.finalize()
      await assertSettled(payouts)
    } finally {
      first.thaw()
    }
    await nodes.ready()
    const others = await newPayouts(6, "thawed")
    await pay(others)
    await stage.finalize()
    await assertSettled([...payouts, ...others])
    await follower()
  }, 120_000)

  it("lose no deposit and credit none twice when the follower is killed", async () => {
    const payouts = await newPayouts(9, "killed")
    const first = await follower()
    await pay(payouts.slice(0, 5))
    await first.end("SIGKILL")
    await pay(payouts.slice(5))
    await stage.finalize()
    await assertSettled(payouts)
    assert.notStrictEqual((await follower()).name, first.name)
  }, 120_000)
})
