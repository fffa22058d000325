/** The staff's page of the books, in a real browser: bookings under four eyes, and months. */
import { afterAll, assert, describe, vi } from "@effect/vitest"
import { suite } from "../http/suite.ts"
import * as Service from "../support/service.ts"
import * as Visitor from "../support/visitor.ts"
import * as Browser from "./browser.ts"
import * as Inspection from "./inspection.ts"

vi.setConfig({ testTimeout: 120_000 })

const topUp = {
  ...{ kind: "top_up", provider: "mtn", currency: "UGX", amount: 3_000_000 },
  ...{ credit_account: "treasury_fiat", value_date: "2026-02-02" },
  ...{ reference: "wire 4711", reason: "bank statement" }
}

describe.skipIf(!Browser.isThere)("The page of the books", () => {
  afterAll(Browser.close)

  suite("under HOLD_APPROVALS=2", { HOLD_APPROVALS: "2" }, (test) => {
    test("books what a second person approves, and closes a month", async (service) => {
      const ada = await Visitor.first(service)
      const answer = await service.call("POST", "/admin/v1/books/bookings", {
        ...{ key: Service.adminKey, body: topUp }
      })
      assert.strictEqual(answer.status, 201, answer.text)
      await Browser.within(service, async (opened) => {
        await Browser.signedIn(opened, service, ada)
        const { page } = opened
        await page.goto("/dashboard/operations/books")
        const row = page.getByRole("row").filter({ hasText: "wire 4711" })
        await row.getByText("Proposed").waitFor()
        await row.getByText("1 of 2").waitFor()
        await row.getByRole("button", { name: "Approve: wire 4711" }).click()
        const dialog = page.getByRole("dialog", { name: "Approve: wire 4711" })
        await dialog.getByText("treasury_fiat → provider_float").waitFor()
        await dialog.getByLabel("Reason").fill("seen on the statement")
        await dialog.getByRole("button", { name: "Approve" }).click()
        await row.getByText("Booked").waitFor()
        const trial = page.getByRole("table", { name: "Trial balance" })
        const float = trial.getByRole("row").filter({ hasText: "provider_float" })
        await float.getByText("3000000").waitFor()

        await page.getByRole("button", { name: "Propose booking" }).click()
        const proposal = page.getByRole("dialog", { name: "Propose booking" })
        await proposal.getByLabel("Kind").selectOption({ label: "Gas" })
        await proposal.getByLabel("Amount").fill("500")
        await proposal.getByLabel("Value date").fill("2999-01-01")
        await proposal.getByLabel("Reference").fill("invoice 12")
        await proposal.getByLabel("Reason").fill("invoice of March")
        await proposal.getByRole("button", { name: "Propose booking" }).click()
        await proposal.getByText("Value date is in the future.").waitFor()
        await Inspection.prepare(page)
        await Inspection.inspect(page, Inspection.wide, "books-propose")
        opened.troubles.splice(0)
        await proposal.getByLabel("Value date").fill("2026-03-02")
        await proposal.getByRole("button", { name: "Propose booking" }).click()
        const own = page.getByRole("row").filter({ hasText: "invoice 12" })
        await own.getByText("You have approved").waitFor()

        await page.getByRole("button", { name: "Close month" }).click()
        const closing = page.getByRole("dialog", { name: "Close month" })
        await closing.getByLabel("Month").fill("2026-02")
        await closing.getByLabel("Reason").fill("month end")
        await closing.getByRole("button", { name: "Close month" }).click()
        const month = page.getByRole("row").filter({ hasText: "2026-02" }).last()
        await month.getByText("Open").waitFor()
        await service.call("POST", "/admin/v1/periods/2026-02/close", {
          ...{ key: Service.adminKey, body: { reason: "month end" } }
        })
        await page.reload()
        await month.getByText("Agree with the books").waitFor()
      })
    })
  })
})
