/** What staff see of a payout that screening holds: who the listed people are. */
import { assert } from "@effect/vitest"
import type * as Generated from "../../src/client/Generated.ts"
import * as Listed from "../support/listed.ts"
import * as Service from "../support/service.ts"
import { suite, until } from "./suite.ts"

const admin = { key: Service.adminKey }

suite("A payout to a listed person", Listed.settings(), (test) => {
  test("shows staff who the person on the list is, and the customer nothing of it", async (service) => {
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
