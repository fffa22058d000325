/** The sanctions list entries of a payout that screening holds, as staff see them. */
import { assert } from "@effect/vitest"
import type * as Generated from "../../src/client/Generated.ts"
import * as Limits from "../../src/config/Limits.ts"
import * as Listed from "../support/listed.ts"
import * as Service from "../support/service.ts"
import { assertProblem, customer, suite, until } from "./suite.ts"

const admin = { key: Service.adminKey }

suite("A payout to a listed name", Listed.settings(), (test) => {
  test("shows the list entry to staff, and nothing of it to the customer", async (service) => {
    const { json } = await service.payout("listed", { recipient_name: Listed.name })
    const held = await until(
      () => service.call("GET", `/v1/payouts/${json.payout_id}`),
      (answer) => answer.json.status === "COMPLIANCE_HOLD"
    )
    assert.notInclude(held.text, "DOB")
    assert.notProperty(held.json, "screening")
    const seen = await service.call("GET", `/admin/v1/payouts/${json.payout_id}`, admin)
    const { aliases, number } = Listed.person
    const candidates: ReadonlyArray<{ readonly listed: Generated.ListedEntry | null }> =
      seen.json.screening.candidates
    const born = /DOB (.*?);/.exec(Listed.remarks)?.[1]
    const found = candidates.find(({ listed }) => listed?.number === number)
    assert.deepStrictEqual<unknown>(found?.listed, {
      ...{ number, type: "individual", programs: ["SDGT", "TEST"], title: null, aliases },
      ...{ dates_of_birth: [born], places_of_birth: ['"Old Town", Nowhere'], nationalities: [] },
      remarks: Listed.remarks,
      url: `https://sanctionssearch.ofac.treas.gov/Details.aspx?id=${number}`
    })
  })
})

/** Creates a payout that screening holds. */
const held = async (
  service: Service.Service,
  key: string,
  more: Readonly<Record<string, unknown>>
): Promise<string> => {
  const { json } = await service.payout(key, more)
  await until(
    () => service.call("GET", `/v1/payouts/${json.payout_id}`),
    (answer) => answer.json.status === "COMPLIANCE_HOLD"
  )
  return json.payout_id
}

const decide = async (service: Service.Service, id: string, what: string) => {
  const body = { reason: `${what}: ${id}` }
  const answer = await service.call("POST", `/admin/v1/payouts/${id}/${what}`, { ...admin, body })
  assert.strictEqual(answer.status, 200, answer.text)
}

const earlier = (service: Service.Service, id: string) =>
  service.call("GET", `/admin/v1/payouts/${id}/earlier-decisions`, admin)

const described = ({ json }: Service.Answer): ReadonlyArray<string> =>
  json.data.map(
    ({ outcome, payout_id, shared }: Generated.EarlierDecision) =>
      `${outcome} ${payout_id} ${shared.join(" ")}`
  )

suite("Earlier decisions about a held payout", Listed.settings(), (test) => {
  const phone = (last: number) => ({ recipient_phone: `+25677000010${last}` })
  const { aliases, family, given } = Listed.person
  const [alias = ""] = aliases
  const reversed = [family, ...given].join(" ").toLowerCase()

  test("are the decisions about the same phone, name or list entry, newest first", async (service) => {
    const other = Listed.other
    const byPhone = await held(service, "phone", { recipient_name: other, ...phone(1) })
    const byName = await held(service, "name", { recipient_name: reversed, ...phone(2) })
    const byEntry = await held(service, "entry", { recipient_name: alias, ...phone(3) })
    const unlike = await held(service, "unlike", { recipient_name: other, ...phone(4) })
    const waiting = await held(service, "waiting", { recipient_name: reversed, ...phone(5) })
    const now = await held(service, "now", { recipient_name: Listed.name, ...phone(1) })
    assert.deepStrictEqual(described(await earlier(service, now)), [])
    await decide(service, byPhone, "reject")
    await decide(service, byName, "approve")
    await decide(service, byEntry, "freeze")
    await decide(service, unlike, "reject")
    await until(
      () => service.call("GET", `/v1/payouts/${byName}`),
      (answer) => answer.json.status === "SETTLED"
    )
    const found = await earlier(service, now)
    // The first read wrote the tables, so the second one finds finished payouts in the archive.
    assert.deepStrictEqual((await earlier(service, now)).json, found.json)
    assert.deepStrictEqual(described(found), [
      `frozen ${byEntry} list_entry`,
      `approved ${byName} name list_entry`,
      `rejected ${byPhone} phone`
    ])
    const [frozen] = found.json.data
    assert.deepInclude(frozen, {
      ...{ reason: `freeze: ${byEntry}`, recipient_name: alias, ...phone(3) },
      account_id: (await service.call("GET", `/admin/v1/payouts/${byEntry}`, admin)).json.account_id
    })
    assert.strictEqual(frozen.actor.kind, "api_key")
    assert.isAbove(Date.parse(frozen.at), 0)
    // Both a pending and a decided hold have earlier decisions.
    assert.lengthOf((await earlier(service, waiting)).json.data, 2)
    assert.deepStrictEqual(described(await earlier(service, byPhone)), [
      `rejected ${unlike} name list_entry`
    ])
  })

  test("include decisions about other accounts' payouts, and are at most ten", async (service) => {
    const theirs = await customer(service)
    const { id: accountId, key } = theirs
    const body = { source_amount_usdc: 25, target_currency: "UGX", idempotency_key: "theirs" }
    const quote = await service.call("POST", "/v1/quotes", { key, body })
    const more = { recipient_name: Listed.name, ...phone(6), network: "MTN_UG" }
    const made = await service.call("POST", "/v1/payouts", {
      key,
      body: { quote_id: quote.json.quote_id, idempotency_key: "theirs", ...more }
    })
    const id = made.json.payout_id
    await until(
      () => service.call("GET", `/v1/payouts/${id}`, { key }),
      (answer) => answer.json.status === "COMPLIANCE_HOLD"
    )
    await decide(service, id, "reject")
    const now = await held(service, "mine", { recipient_name: Listed.other, ...phone(6) })
    const [decision] = (await earlier(service, now)).json.data
    assert.deepInclude(decision, { payout_id: id, account_id: accountId })
    for (let at = 0; at < Limits.screening.earlierDecisionsMax; at++) {
      await decide(service, now, "freeze")
      await decide(service, now, "unfreeze")
    }
    const like = await held(service, "like", { recipient_name: Listed.other, ...phone(7) })
    const { data } = (await earlier(service, like)).json
    assert.lengthOf(data, Limits.screening.earlierDecisionsMax)
    assert.strictEqual(data[0].outcome, "unfrozen")
  })

  test("are shown to staff alone, and are 404 for an unknown payout", async (service) => {
    const id = await held(service, "own", { recipient_name: Listed.name, ...phone(8) })
    const path = `/admin/v1/payouts/${id}/earlier-decisions`
    assertProblem(await service.call("GET", path), 401)
    assertProblem(await earlier(service, "po_none"), 404)
  })
})
