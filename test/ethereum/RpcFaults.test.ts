/** The watcher with faulty RPC endpoints: real sockets in front of a real Ethereum node. */
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import * as RpcFaults from "../support/rpcFaults.ts"
import * as Following from "./following.ts"

let stage: Following.Stage

beforeAll(async () => {
  stage = await Following.stage()
})

afterAll(async () => {
  await stage.node.stop()
})

/** Faults that a test can give to the last endpoint. */
const faults: ReadonlyArray<readonly [string, RpcFaults.Fault]> = [
  ["lags", { _tag: "Lag", blocks: 20 }],
  ["answers that there are no logs", { _tag: "Empty" }],
  ["cuts its answers", { _tag: "Cut" }],
  ["is asked too often", { _tag: "Status", status: 429, retryAfter: "1" }],
  ["fails", { _tag: "Status", status: 500 }],
  ["talks nonsense", { _tag: "Garbage" }],
  ["breaks off", { _tag: "Broken" }],
  ["is slow", { _tag: "Slow", ms: 20 }],
  ["hangs", { _tag: "Hang" }],
  ["is on another chain", { _tag: "Foreign" }],
  ["allows one block at a time", { _tag: "Range", blocks: 1 }]
]

/** A watcher with several endpoints in front of the node. A test can give the last one a fault. */
const behind = async (count: number, id: string) => {
  const endpoints = await Promise.all(
    Array.from({ length: count }, () => RpcFaults.start(stage.node.url))
  )
  const last = endpoints[count - 1] as RpcFaults.Endpoint
  const [books, to] = [stage.books(), stage.expect(id)]
  const urls = endpoints.map(({ url }) => url)
  const following = await Following.begin({ urls, usdc: stage.usdc.address, pollMs: 150 }, books)
  return {
    ...{ books, following, last, to },
    balance: () => Following.balanceOf(books, id),
    close: async () => {
      await following.stop()
      for (const endpoint of endpoints) await endpoint.close()
    }
  }
}

const credited = { count: 1, final: 5, seen: 0 }

type Watched = { readonly name: string } & Awaited<ReturnType<typeof behind>>

type Balance = ReturnType<Watched["balance"]>

/** Waits until the condition is true for every watcher. A timeout names the others. */
const untilAll = (watched: ReadonlyArray<Watched>, holds: (balance: Balance) => boolean) =>
  Promise.all(
    watched.map(({ balance, name }) =>
      Following.until(
        () => holds(balance()),
        () => name
      )
    )
  )

const isFinal = ({ final }: Balance): boolean => final === 5

describe("One RPC endpoint of three", () => {
  it("may have any fault while deposits are still seen and credited", async () => {
    const all = await Promise.all(
      faults.map(async ([name, fault]) => ({ name, fault, ...(await behind(3, `three ${name}`)) }))
    )
    for (const { fault, last } of all) last.fault = fault
    for (const { to } of all) await stage.usdc.transfer(stage.sender, to, 5n)
    await untilAll(all, ({ count }) => count === 1)
    await stage.node.mine(6)
    await untilAll(all, isFinal)
    for (const { balance, name } of all) assert.deepStrictEqual(balance(), credited, name)
    for (const { close } of all) await close()
  })
})

/** Names of the faults that did not delay a deposit that is final on the other endpoints. */
const withFault = async (count: number, wanted: ReadonlyArray<string>) => {
  const chosen = faults.filter(([name]) => wanted.includes(name))
  const all = await Promise.all(
    chosen.map(async ([name, fault]) => ({
      ...{ name, fault },
      ...(await behind(count, `${count} ${name}`))
    }))
  )
  const control = await behind(1, `control of ${count}`)
  for (const { fault, last } of all) last.fault = fault
  for (const { to } of [...all, control]) await stage.usdc.transfer(stage.sender, to, 5n)
  await stage.node.mine(2)
  await Following.until(() => control.balance().final === 5)
  const early = all.filter(({ balance }) => balance().final > 0).map(({ name }) => name)
  for (const { last } of all) last.fault = undefined
  await stage.node.mine(1)
  await untilAll(all, isFinal)
  for (const { balance, name } of all) assert.deepStrictEqual(balance(), credited, name)
  for (const { close } of [...all, control]) await close()
  return early
}

const disqualifying = [
  ...["answers that there are no logs", "cuts its answers", "is asked too often", "fails"],
  ...["talks nonsense", "breaks off", "lags"]
]

describe("The second RPC endpoint of two", () => {
  it("delays credits only while it contradicts the first or is silent", async () => {
    assert.deepStrictEqual(await withFault(2, disqualifying), [])
  })
})

describe("The only RPC endpoint", () => {
  it("is not trusted while it omits whole blocks, and is trusted again when it shows them", async () => {
    const silent = disqualifying.filter((name) => name !== "cuts its answers")
    assert.deepStrictEqual(await withFault(1, silent), [])
  })

  it("gets no requests for the period of its Retry-After", async () => {
    const { close, last } = await behind(1, "left alone")
    last.fault = { _tag: "Status", status: 429, retryAfter: "600" }
    const before = last.questions()
    await Following.until(() => last.questions() > before)
    const control = await behind(1, "control of the left")
    await stage.node.mine(3)
    await control.following.reached((await stage.tip()) - 2)
    // At most the two requests that were in progress at the response.
    assert.isAtMost(last.questions() - before, 2)
    await close()
    await control.close()
  })
})
