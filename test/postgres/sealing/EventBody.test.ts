/** Bodies of webhook events, whose bytes never change, with and without the recipient's key. */
import { assert, describe, it } from "@effect/vitest"
import { Effect, Result } from "effect"
import * as fc from "fast-check"
import * as Tables from "../../../src/postgres/readmodel/Tables.ts"
import type * as PersonKeys from "../../../src/postgres/sealing/PersonKeys.ts"
import * as SealedText from "../../../src/postgres/sealing/SealedText.ts"
import * as TestKeys from "../../support/personKeys.ts"

const phone = "+256770000001"
const heading = {
  ...{ id: "evt_1", accountId: "acct_1", type: "payout.settled", subjectId: "po_1" },
  ...{ sequence: 5, at: 1 }
}

/** The stored text of an event with this data, and the keys that seal it. */
const stored = (data: object) => {
  const keys = TestKeys.inMemory()
  const body = JSON.stringify({ id: heading.id, type: heading.type, data })
  const text = Tables.eventBody(TestKeys.sealer(keys), {
    ...{ seq: 1, phone, state: { ...heading, body } }
  })
  return { body, keys, text: text ?? assert.fail("the event has a body") }
}

/** An event as the tables show it with these keys. */
const shown = (text: string, keys: PersonKeys.Keys): string => {
  const read = Tables.readWebhookEvent(
    {
      ...{ event_id: heading.id, account_id: heading.accountId, type: heading.type },
      ...{ subject_id: heading.subjectId, sequence: heading.sequence, at: BigInt(heading.at) },
      ...{ event_seq: 1n, body: text },
      event_crc: BigInt(Tables.crcOf(heading.id, 1, Tables.webhookEventText(heading, text)))
    },
    undefined,
    keys
  )
  const event = Result.getOrThrow(read)
  return event.body
}

const open = (keys: PersonKeys.PersonKeys["Service"], text: string) =>
  Effect.runSync(Effect.orDie(keys.load(SealedText.keyIdsOf(text))))

const text = fc.string({ unit: "binary", minLength: 1, maxLength: 12 })

/** Data with its fields in any order. */
const data = fc
  .record(
    {
      payout_id: fc.constant("po_1"),
      recipient_phone: fc.constant(phone),
      reference: text,
      metadata: fc.dictionary(text, text, { minKeys: 1, noNullPrototype: true }),
      refund: fc.record({ status: fc.constant("due") }),
      fee_usdc: fc.nat()
    },
    { requiredKeys: ["payout_id"], noNullPrototype: true }
  )
  .chain((fields) =>
    fc.shuffledSubarray(Object.entries(fields), { minLength: Object.keys(fields).length })
  )
  .map((fields) => Object.fromEntries(fields))

describe("The body of a webhook event", () => {
  it("has the same bytes after it was stored, whatever the order of its fields", () => {
    fc.assert(
      fc.property(data, (data) => {
        const { body, keys, text } = stored(data)
        assert.strictEqual(shown(text, open(keys, text)), body)
      })
    )
  })

  it("reads without the key as the event that is rendered again from erased data", () => {
    fc.assert(
      fc.property(data, (data) => {
        const { text } = stored(data)
        const { metadata: _, ...others } = data
        const erased = Object.entries(others).map(([name, value]) =>
          name === "recipient_phone" || name === "reference" ? [name, "erased"] : [name, value]
        )
        const again = stored(Object.fromEntries(erased))
        assert.strictEqual(shown(text, new Map()), again.body)
      })
    )
  })

  it("has no metadata while the recipient is restricted", () => {
    const { keys, text } = stored({ recipient_phone: phone, metadata: { to: "Ada" }, fee_usdc: 1 })
    keys.restrict(SealedText.keyIdsOf(text))
    const { data } = JSON.parse(shown(text, open(keys, text)))
    assert.deepStrictEqual(data, { recipient_phone: "restricted", fee_usdc: 1 })
  })
})
