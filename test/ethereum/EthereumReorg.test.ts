/** Reorganisations of a real node, of every depth around finality. */
import type { Hex } from "viem"
import { afterAll, assert, beforeAll, describe, it } from "vitest"
import type * as Anvil from "../support/anvil.ts"
import type * as DepositBooks from "./depositBooks.ts"
import * as Following from "./following.ts"

/** With this value, `finalized` is latest - 4. */
const slotsInAnEpoch = 2
const unfinal = 2 * slotsInAnEpoch

let stage: Following.Stage

beforeAll(async () => {
  stage = await Following.stage({ slotsInAnEpoch })
})

afterAll(async () => {
  await stage.node.stop()
})

const settings = (): Following.Settings => ({ urls: [stage.node.url], usdc: stage.usdc.address })

/** The observations of a payout. */
const observationsOf = (books: DepositBooks.Books, id: string) =>
  books.observations.filter((told) => told.id === id)

const tags = (books: DepositBooks.Books, id: string): ReadonlyArray<string> =>
  observationsOf(books, id).map(({ _tag }) => _tag)

/** Sends a transfer, which is then seen and `depth` blocks deep. */
const send = async (books: DepositBooks.Books, to: Hex, depth: number) => {
  const { node, sender, usdc } = stage
  const id = stage.owned.get(to.toLowerCase())?.id ?? ""
  const hash = await usdc.transfer(sender, to, 5n)
  const raw = await node.raw(hash)
  await Following.until(() => observationsOf(books, id).length > 0)
  if (depth > 1) await node.mine(depth - 1)
  return { hash, raw }
}

/** Makes all mined blocks final, and waits until the watcher has reported them. */
const finish = async (following: Following.Following): Promise<void> => {
  const last = await stage.tip()
  await stage.node.mine(unfinal)
  await following.reached(last)
}

const depths = Array.from({ length: unfinal }, (_, index) => index + 1)

/** A copy of the transaction, after a stranger's transaction in the same block. */
const moved = (raw: Hex, other: Hex, block: number): ReadonlyArray<Anvil.Replacement> => [
  [other, block],
  [raw, block]
]

describe("A reorganisation above finality", () => {
  for (const depth of depths) {
    it(`of ${depth} blocks that removes a transfer drops it once finality is past`, async () => {
      const [books, to] = [stage.books(), stage.expect(`po_gone_${depth}`)]
      const following = await Following.begin(settings(), books)
      await send(books, to, depth)
      await stage.node.reorg(depth)
      await finish(following)
      assert.deepStrictEqual(tags(books, `po_gone_${depth}`), ["Seen", "Dropped"])
      assert.strictEqual(Following.balanceOf(books, `po_gone_${depth}`).count, 0)
      await following.stop()
    })

    it(`of ${depth} blocks that moves a transfer credits it once, with the first time`, async () => {
      const id = `po_moved_${depth}`
      const [books, to] = [stage.books(), stage.expect(id)]
      const following = await Following.begin(settings(), books)
      const { hash, raw } = await send(books, to, depth)
      const before = await stage.node.receipt(hash)
      const seenAt = observationsOf(books, id)[0]?.deposit.seenAt
      await stage.node.reorg(depth, [[raw, depth - 1]])
      const { blockHash, blockNumber } = await stage.node.receipt(hash)
      assert.notStrictEqual(blockHash, before.blockHash)
      await finish(following)
      assert.deepStrictEqual(tags(books, id), ["Seen", "Finalized"])
      const deposit = observationsOf(books, id)[1]?.deposit
      assert.deepInclude(deposit ?? {}, { seenAt, blockNumber: Number(blockNumber), txHash: hash })
      await following.stop()
    })
  }

  it("keeps the time of a transfer that returns much later", async () => {
    const { expect, node } = stage
    const [books, to] = [stage.books(), expect("po_later")]
    const following = await Following.begin(settings(), books)
    const { hash, raw } = await send(books, to, 2)
    await node.reorg(2)
    await node.client.increaseTime({ seconds: 60 })
    await node.client.sendRawTransaction({ serializedTransaction: raw })
    const { blockNumber } = await node.receipt(hash)
    const { timestamp } = await node.client.getBlock({ blockNumber })
    await finish(following)
    const [seen, final] = observationsOf(books, "po_later").map(({ deposit }) => deposit)
    assert.deepStrictEqual(tags(books, "po_later"), ["Seen", "Finalized"])
    assert.strictEqual(final?.seenAt, seen?.seenAt)
    assert.isBelow(final?.seenAt ?? Number.NaN, Number(timestamp) * 1000)
    await following.stop()
  })

  it("that changes a transfer's log index reports the new one before it drops the old one", async () => {
    const { expect, node, sender, usdc } = stage
    const [books, to] = [stage.books(), expect("po_shifted")]
    const following = await Following.begin(settings(), books)
    const { raw } = await send(books, to, 1)
    const other = await usdc.mint(sender, 1n)
    await node.reorg(2, moved(raw, await node.raw(other), 1))
    await Following.until(() => observationsOf(books, "po_shifted").length === 2)
    await finish(following)
    const observed = observationsOf(books, "po_shifted")
    const [first, second, ...others] = tags(books, "po_shifted")
    assert.deepStrictEqual([first, second], ["Seen", "Seen"])
    // The old transfer's block may be final before the new one's.
    assert.deepStrictEqual(others.toSorted(), ["Dropped", "Finalized"])
    assert.strictEqual(new Set(observed.map(({ deposit }) => deposit.seenAt)).size, 1)
    assert.strictEqual(Following.balanceOf(books, "po_shifted").final, 5)
    await following.stop()
  })
})

describe("A reorganisation past finality", () => {
  it("loses no transfer while the watcher is down", async () => {
    const { expect, node, sender, tip, usdc } = stage
    for (const isShifted of [false, true]) {
      const id = `po_away_${isShifted}`
      const [books, to] = [stage.books(), expect(id)]
      const before = await Following.begin(settings(), books)
      const { hash, raw } = await send(books, to, 1)
      const block = await tip()
      await before.stop()
      const other = await node.raw(await usdc.mint(sender, 1n))
      await node.mine(2)
      await node.reorg(4, isShifted ? moved(raw, other, 3) : [[raw, 3]])
      await node.mine(unfinal - 2)
      assert.strictEqual(Number((await node.receipt(hash)).blockNumber), block + 3)
      const after = await Following.begin(settings(), books)
      await after.reached(block + 1)
      assert.deepStrictEqual(tags(books, id), isShifted ? ["Seen", "Seen", "Dropped"] : ["Seen"])
      await finish(after)
      assert.strictEqual(Following.balanceOf(books, id).final, 5)
      assert.strictEqual(tags(books, id).filter((tag) => tag === "Finalized").length, 1)
      await after.stop()
    }
  })

  it("raises an alert, and stops all credits", async () => {
    const { expect, node, sender, tip, usdc } = stage
    const [books, to] = [stage.books(), expect("po_deep")]
    const following = await Following.begin(settings(), books)
    const { raw } = await send(books, to, 1)
    await finish(following)
    assert.deepStrictEqual(tags(books, "po_deep"), ["Seen", "Finalized"])
    const [place, told] = [books.cursor(), books.observations.length]
    const final = following.chain.head()?.finalized
    await following.looked(await tip())
    const { timestamp } = await node.client.getBlock()
    await node.reorg(unfinal + 1, [[raw, 3]])
    await usdc.transfer(sender, to, 9n)
    await node.mine(2 * unfinal)
    await Following.until(Following.isStalled)
    assert.strictEqual(following.chain.head()?.finalized, final)
    assert.isFalse(following.isPast(Number(timestamp) * 1000))
    await following.stop()
    // The next start detects the reorganisation again.
    const again = await Following.begin(settings(), books)
    await node.mine(2)
    await Following.until(Following.isStalled)
    assert.strictEqual(books.observations.length, told)
    assert.deepStrictEqual(books.cursor(), place)
    await again.stop()
  })
})
