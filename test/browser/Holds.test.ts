/** The facts of a hold that staff see before the decision, in a real browser. */
import { afterAll, assert, describe, vi } from "@effect/vitest"
import { suite, until } from "../http/suite.ts"
import * as Listed from "../support/listed.ts"
import type * as Service from "../support/service.ts"
import type * as Visitor from "../support/visitor.ts"
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

/** Makes a decision as the first user. */
const decide = async (ada: Visitor.Member, id: string, what: string, reason: string) => {
  const answer = await ada.ask("POST", `/admin/v1/payouts/${id}/${what}`, { reason })
  assert.strictEqual(answer.status, 200, answer.text)
}

const why = "The recipient is the person on the list."

const showsEarlier: Browser.Flow = async (service, { page }, ada) => {
  const before = await hold(service, "before", { recipient_phone: "+256770000061" })
  const now = await hold(service, "now", { recipient_phone: "+256770000062" })
  await page.goto(`/dashboard/operations/holds?payout=${now}`)
  const earlier = page.getByRole("region", { name: "Earlier decisions" })
  await earlier.getByText("None about this phone").waitFor()
  await decide(ada, before, "reject", why)
  await page.reload()
  await earlier.getByText(`“${why}”`).waitFor()
  await earlier.getByText("Rejected by Ada").waitFor()
  await earlier.getByText("(same name, same list entry)").waitFor()
  await earlier.getByRole("link", { name: "Sandbox" }).waitFor()
  await earlier.getByRole("link", { name: `Payout to ${Listed.name}` }).click()
  await page.waitForURL(`**/payouts/${before}`)
  const decisions = page.getByRole("region", { name: "Decisions by staff" })
  await decisions.getByText("Rejected by Ada").waitFor()
  await decisions.getByText(`“${why}”`).waitFor()
}

const showsAll: Browser.Flow = async (service, { page }, ada) => {
  const id = await hold(service, "several", { recipient_phone: "+256770000063" })
  await decide(ada, id, "freeze", "An authority ordered it.")
  await decide(ada, id, "unfreeze", "The authority released it.")
  await decide(ada, id, "approve", "Born in 1991.")
  await page.goto(`/dashboard/operations/payouts/${id}`)
  const decisions = page.getByRole("region", { name: "Decisions by staff" })
  await decisions.getByText("“Born in 1991.”").waitFor()
  const shown = await decisions.getByRole("listitem").allInnerTexts()
  assert.deepStrictEqual(
    shown.map((text) => text.replace(/, .*?, “/, ", “")),
    [
      "Approved by Ada, “Born in 1991.”",
      "Unfrozen by Ada, “The authority released it.”",
      "Frozen by Ada, “An authority ordered it.”"
    ]
  )
}

const warnsOfRefund: Browser.Flow = async (service, { page }, ada) => {
  const id = await hold(service, "rejected", { recipient_phone: "+256770000064" })
  await decide(ada, id, "reject", why)
  await page.goto("/dashboard/operations/refunds")
  const refund = page.getByRole("region").filter({ has: page.getByText("Rejected on hold") })
  await refund.getByText(`“${why}”`).waitFor()
  await refund.getByText("Rejected by Ada").waitFor()
}

describe.runIf(Browser.isThere)("A hold in the queue", () => {
  afterAll(Browser.close)

  suite("of a listed name", Listed.settings(), (test) => {
    test("shows the details of the list entry", (service) => Browser.asFirst(showsListed)(service))
  })
  suite("that resembles a decided one", Listed.settings(), (test) => {
    test("shows the earlier decision, which links to its payout", (service) =>
      Browser.asFirst(showsEarlier)(service))
  })

  suite("that was decided", Listed.settings(), (test) => {
    test("shows the user, time and reason of each decision on its payout", (service) =>
      Browser.asFirst(showsAll)(service))
  })

  suite("that was rejected", Listed.settings(), (test) => {
    test("shows the reason of the rejection before the refund is sent", (service) =>
      Browser.asFirst(warnsOfRefund)(service))
  })
})
