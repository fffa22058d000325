/** What an officer reads in a real browser before a hold is decided. */
import { afterAll, assert, describe, vi } from "@effect/vitest"
import { suite, until } from "../http/suite.ts"
import * as Listed from "../support/listed.ts"
import type * as Service from "../support/service.ts"
import * as Browser from "./browser.ts"

vi.setConfig({ testTimeout: 120_000 })

const hold = async (service: Service.Service, key: string, more: object = {}): Promise<string> => {
  const { json } = await service.payout(key, { recipient_name: Listed.name, ...more })
  const read = () => service.call("GET", `/v1/payouts/${json.payout_id}`)
  await until(read, (answer) => answer.json.status === "COMPLIANCE_HOLD")
  return json.payout_id
}

const showsListed: Browser.Flow = async (service, { page }) => {
  await hold(service, "listed")
  await page.goto("/dashboard/operations/holds")
  const { number } = Listed.person
  const entry = page.getByRole("region", { name: new RegExp(`^${number} `) })
  await entry.getByText("Person", { exact: true }).waitFor()
  await entry.getByText(Listed.remarks, { exact: true }).waitFor()
  const born = /DOB (.*?);/.exec(Listed.remarks)?.[1] ?? ""
  await entry.getByText(born, { exact: true }).waitFor()
  await entry.getByText("SDGT, TEST", { exact: true }).waitFor()
  await entry.getByText(Listed.person.aliases.join("; "), { exact: true }).waitFor()
  const published = entry.getByRole("link", { name: `Entry ${number} at OFAC` })
  assert.strictEqual(
    await published.getAttribute("href"),
    `https://sanctionssearch.ofac.treas.gov/Details.aspx?id=${number}`
  )
}

describe.runIf(Browser.isThere)("A hold in the queue", () => {
  afterAll(Browser.close)

  suite("of a listed name", Listed.settings(), (test) => {
    test("shows who the person on the list is", (service) => Browser.asFirst(showsListed)(service))
  })
})
