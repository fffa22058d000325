/** Limits of the search for earlier decisions about payouts that resemble a held one. */
import { assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import * as Limits from "../../src/config/Limits.ts"
import type * as Engine from "../../src/engine/Engine.ts"
import type * as ReadModel from "../../src/engine/ports/ReadModel.ts"
import * as EarlierDecisions from "../../src/usecases/EarlierDecisions.ts"

const { earlierActsMax, earlierDecisionsMax, earlierPayoutsMax } = Limits.screening

const phone = "+256770000001"

const like = (at: number) => ({
  ...{ id: `po_${at}`, accountId: "acct_1", name: "Amina", phone, screening: null },
  ...{ status: "SETTLED", approvals: ["usr_1"], timeline: [] }
})

const approvedAt = (at: number, id: string) => ({
  ...{ id: `aud_${id}`, seq: at, at, actorId: "usr_1", accountId: "", action: "payout.approved" },
  ...{ subjectId: id, from: null, reason: "another person", changes: {} }
})

describe("Earlier decisions", () => {
  it.effect("are the newest of a limited number of similar payouts and their actions", () =>
    Effect.gen(function* () {
      const asked: Array<number> = []
      const payouts = Array.from({ length: earlierPayoutsMax + 5 }, (_, at) => like(at))
      const lists = {
        payoutPage: (_: unknown, { limit }: ReadModel.Page) => {
          asked.push(limit)
          return Effect.succeed(payouts.slice(0, limit))
        },
        audits: ({ subjectId = "" }: ReadModel.AuditFilter, { limit }: ReadModel.Page) => {
          asked.push(limit)
          const at = Number(subjectId.slice(3))
          return Effect.succeed({ items: [approvedAt(at, subjectId)], total: 1 })
        }
      }
      const engine = { lists } as unknown as Engine.EngineService
      const likeness = { phone, words: [], entries: [] }
      const found = yield* EarlierDecisions.part.run(engine, { likeness, except: "po_none" })
      assert.deepStrictEqual([...new Set(asked)], [earlierPayoutsMax, earlierActsMax])
      assert.lengthOf(asked, 1 + earlierPayoutsMax)
      assert.deepStrictEqual(
        found.map(({ at }) => at),
        Array.from({ length: earlierDecisionsMax }, (_, n) => earlierPayoutsMax - 1 - n)
      )
    })
  )
})
