/** Tables of the page that repeat values of the service, and must be equal to them. */
import { assert, describe, it } from "vitest"
import * as AuditActions from "../../src/dashboard/data/AuditActions.ts"
import * as EventTypes from "../../src/dashboard/data/EventTypes.ts"
import * as Phone from "../../src/dashboard/data/Phone.ts"
import * as Network from "../../src/domain/Network.ts"
import * as EventRenderers from "../../src/domain/webhook/EventRenderers.ts"
import * as Entry from "../../src/engine/ports/Entry.ts"
import * as AuditTrail from "../../src/engine/state/AuditTrail.ts"

describe("The page's tables", () => {
  it("have every type of event, once", () => {
    assert.deepStrictEqual(EventTypes.all.toSorted(), EventRenderers.types.toSorted())
    const known = EventRenderers.subscribableNames.filter((name) => name.includes("*"))
    assert.deepStrictEqual([...EventTypes.wildcards].toSorted(), known.toSorted())
  })

  it("have the calling code of every currency's country", () => {
    const codes = Network.all.map(({ callingCode, currency }) => [currency, callingCode])
    assert.deepStrictEqual(Phone.callingCodes, Object.fromEntries(codes))
  })

  it("have every action of the audit log, once", () => {
    const tags = Entry.Event.members.map(({ fields }) => fields._tag.schema.literal)
    const named = new Set(tags.map((_tag) => AuditTrail.actionOf({ _tag })))
    const listed = AuditActions.groups.flatMap(([, actions]) => actions.map(([action]) => action))
    assert.deepStrictEqual(listed.toSorted(), [...named].toSorted())
  })

  it("have words for the codes of changes, and keep other values", () => {
    assert.strictEqual(AuditActions.valueOf("proof", "code"), "Authenticator code")
    assert.strictEqual(AuditActions.valueOf("events", "*"), "All events")
    assert.strictEqual(AuditActions.valueOf("reason", "compliance_rejected"), "Compliance rejected")
    assert.strictEqual(AuditActions.valueOf("authenticator_app", "true"), "Yes")
    assert.isUndefined(AuditActions.valueOf("events", "payout.*"))
    assert.isUndefined(AuditActions.valueOf("name", "unspecified"))
  })

  it("show the decision of a change first, and its object last", () => {
    const of = (...names: ReadonlyArray<string>) =>
      AuditActions.inOrder(names.map((name) => [name, ""])).map(([name]) => name)
    const account = of("name", "kyc_status", "status")
    assert.deepStrictEqual(account, ["kyc_status", "status", "name"])
    const endpoint = of("url", "events", "secret_ends_at", "is_active")
    assert.deepStrictEqual(endpoint, ["is_active", "secret_ends_at", "url", "events"])
    assert.strictEqual(AuditActions.fieldOf("is_active"), "Active")
    assert.strictEqual(AuditActions.fieldOf("rotated_by"), "Rotated by")
    assert.strictEqual(AuditActions.valueOf("kyc_status", "APPROVED"), "Approved")
    assert.strictEqual(AuditActions.valueOf("amount", "20.500000 USDC"), "20.50 USDC")
    assert.strictEqual(AuditActions.valueOf("ended_with", "person.removed"), "User removed")
  })
})
