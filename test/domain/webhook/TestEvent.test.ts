/**
 * Test events, byte by byte. `fixtures/testEvents.json` has the content of each type at its
 * release. A new current renderer needs a new file, whose difference must be reviewed.
 */
import * as fs from "node:fs"
import { describe, expect, it } from "vitest"
import type * as Endpoint from "../../../src/domain/webhook/Endpoint.ts"
import * as EventRenderers from "../../../src/domain/webhook/EventRenderers.ts"
import * as TestEvent from "../../../src/domain/webhook/TestEvent.ts"
import { t0 } from "../../support/fixtures.ts"

const file = new URL("../../fixtures/testEvents.json", import.meta.url)
const golden: Readonly<Record<string, unknown>> = JSON.parse(fs.readFileSync(file, "utf8"))

const endpoint: Endpoint.Endpoint = {
  id: "we_1",
  accountId: "acct_1",
  url: "https://example.com/hook",
  events: ["*"],
  description: null,
  secret: "whsec_dGVzdA==",
  previousSecrets: [],
  isActive: true,
  disabledReason: null,
  failingSince: null,
  createdAt: t0,
  updatedAt: t0
}

const types = [...EventRenderers.types, "webhook.test"]

describe("A test event", () => {
  it("exists for each type", () => {
    expect(Object.keys(golden).sort()).toEqual([...types].sort())
  })

  it.each(types)("for %s has unchanged content", (type) => {
    const webhookEvent = TestEvent.make("evt_1", type, endpoint, t0)
    expect(JSON.parse(webhookEvent.body)).toEqual(golden[type])
    expect(webhookEvent).toMatchObject({
      ...{ id: "evt_1", type, accountId: "acct_1", subjectId: "we_1", sequence: 1, at: t0 }
    })
  })
})
