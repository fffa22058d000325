/** A failing webhook endpoint, which is found, fixed and served from the dashboard alone. */
import { afterAll, assert, describe, vi } from "@effect/vitest"
import * as Webhook from "../../src/client/Webhook.ts"
import { suite } from "../http/suite.ts"
import { once } from "../support/once.ts"
import * as Receiver from "../support/receiver.ts"
import * as Browser from "./browser.ts"

vi.setConfig({ testTimeout: 120_000 })

const asAda = Browser.asFirst

/** Resolved at the end of all flows. */
const over = Promise.withResolvers<void>()

/**
 * A failing webhook endpoint for the tests of the staff. The first test starts it, because five
 * attempts take nine seconds.
 */
const failing = once(
  (service) =>
    new Promise<Receiver.Receiver>((resolve, reject) => {
      Receiver.within(500, async (receiver) => {
        const body = { url: receiver.url, events: ["payout.settled"], idempotency_key: "hook" }
        await service.call("POST", "/v1/webhooks/endpoints", { body })
        resolve(receiver)
        await over.promise
      }).catch(reject)
    })
)

/** Milliseconds of five attempts on a busy machine. */
const failedMsMax = 60_000

const mends: Browser.Flow = async (service, { page }) => {
  await failing(service)
  await Receiver.within(404, async (wrong) => {
    wrong.body = "no such path"
    await Receiver.within(200, async (right) => {
      await page.goto("/dashboard/webhooks")
      await page.getByRole("button", { name: "New endpoint" }).click()
      const dialog = page.getByRole("dialog")
      await dialog.getByLabel("URL").fill(wrong.url)
      await dialog.getByLabel("All events", { exact: true }).uncheck()
      await dialog.getByLabel("payout.settled", { exact: true }).check()
      await dialog.getByRole("button", { name: "Create endpoint" }).click()
      const secret = (await dialog.locator(".secret code").innerText()).trim()
      // The endpoint's page appears, where a test event can be sent.
      await dialog.getByRole("button", { name: "Done" }).click()
      await page.getByRole("heading", { level: 1 }).getByText(wrong.url).waitFor()
      await page.getByRole("button", { name: "Send test event" }).waitFor()
      const { json } = await service.payout("first", { recipient_name: "Nakato Florence" })

      // The list shows the endpoint and the reason of its failure.
      await page.getByRole("link", { name: "Webhooks", exact: true }).first().click()
      const row = page.getByRole("row").filter({ hasText: wrong.url })
      await row.getByText("Failing", { exact: true }).waitFor({ timeout: failedMsMax })
      await row.getByText("Status 404").waitFor()
      await row.getByRole("link").click()
      const banner = page.getByRole("note", { name: "This endpoint is failing" })
      await banner.getByText("Every attempt has failed since").waitFor()
      await banner.getByText("Your server has nothing at this path.").waitFor()
      const item = page.getByRole("listitem").filter({ hasText: "payout.settled" })
      await item.getByText("Failed", { exact: true }).waitFor({ timeout: failedMsMax })
      await item.getByText("Status 404").waitFor()
      await item.getByRole("link", { name: "payout.settled" }).click()
      const last = page.getByRole("region", { name: "Attempt 5" })
      await last.getByText("no such path").waitFor()

      // Another URL fixes the endpoint, which a test event proves.
      await page.goBack()
      await page.getByRole("button", { name: "Edit" }).click()
      await dialog.getByLabel("URL").fill(right.url)
      await dialog.getByRole("button", { name: "Save" }).click()
      await page.getByRole("heading", { level: 1 }).getByText(right.url).waitFor()
      await page.getByRole("button", { name: "Send test event" }).click()
      await page.getByRole("region", { name: "Test" }).getByText("Delivered").waitFor()

      await banner.waitFor({ state: "detached" })

      // The dialog confirms that nothing is sent while the endpoint is disabled.
      await page.getByRole("button", { name: "Disable" }).click()
      await dialog.getByText("They stay in the event list.").waitFor()
      await dialog.getByRole("button", { name: "Disable this endpoint" }).click()
      await page.getByRole("button", { name: "Enable" }).click()
      await page.getByRole("button", { name: "Disable" }).waitFor()

      // The service resends the same event, signed with the endpoint's secret.
      await page.getByRole("button", { name: "Resend failed" }).click()
      await dialog.getByText("1 failed for good, 0 waiting for the next attempt.").waitFor()
      await dialog.getByRole("button", { name: "Resend 1 event" }).click()
      await item.getByText("Delivered", { exact: true }).waitFor()
      const { body, headers } = right.received.at(-1) ?? assert.fail("nothing came")
      const event = Webhook.verifyWebhook(headers, body, secret)
      assert.strictEqual(event.type, "payout.settled")
      assert.include(body, json.payout_id)
      const first = wrong.received[0] ?? assert.fail("nothing came before")
      assert.strictEqual(headers["webhook-id"], first.headers["webhook-id"])
      assert.strictEqual(body, first.body)
    })
  })
}

const sendsAsStaff: Browser.Flow = async (service, { page }) => {
  const receiver = await failing(service)
  await page.goto("/dashboard/operations")
  const menu = page.getByRole("navigation", { name: "Main" })
  const counted = menu.getByRole("link", { name: "Failed deliveries 1 waiting" })
  await counted.waitFor({ timeout: failedMsMax })
  await counted.click()
  const item = page.getByRole("main").getByRole("listitem")
  await item.getByText("Status 500").waitFor()
  await item.getByRole("link", { name: "Sandbox" }).waitFor()

  // Nothing can be sent while the customer keeps the endpoint disabled.
  const { json } = await service.call("GET", "/v1/webhooks/endpoints")
  const { id } = json.data.find(({ url }: { readonly url: string }) => url === receiver.url)
  const setActive = (is_active: boolean) =>
    service.call("PUT", `/v1/webhooks/endpoints/${id}`, { body: { is_active } })
  await setActive(false)
  await page.reload()
  await item.getByText("Endpoint disabled").waitFor()
  await page.getByText("1 cannot be sent because its endpoint is disabled.").waitFor()
  assert.strictEqual(await page.getByRole("button", { name: /^(Send now|Resend)/ }).count(), 0)
  await setActive(true)
  await page.reload()

  receiver.answer = 200
  await item.getByRole("button", { name: /^Send now: payout.settled/ }).waitFor()
  await page.getByRole("button", { name: "Resend all 1" }).click()
  await page.getByRole("dialog").getByRole("button", { name: "Resend 1 event" }).click()
  await page.getByText("1 event resent.").waitFor()
  await page.getByText("No failed deliveries").waitFor()
  await counted.waitFor({ state: "detached" })
  assert.strictEqual(receiver.received.length, 6)
}

describe.skipIf(!Browser.isThere)("A failing webhook receiver", () => {
  afterAll(() => {
    over.resolve()
    return Browser.close()
  })

  suite("in a browser", { SANDBOX_TIME_SCALE: "0.001" }, (test) => {
    test("is found and fixed by a developer, and gets the missed event", asAda(mends))
    test("is found by the staff, who resend the event once it responds", asAda(sendsAsStaff))
  })
})
