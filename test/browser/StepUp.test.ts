/** The dialog that asks signed-in users for a proof before a risky act. */
import { afterAll, assert, describe, it } from "@effect/vitest"
import { Effect } from "effect"
import type { Page } from "playwright-core"
import * as Limits from "../../src/config/Limits.ts"
import { quiet } from "../http/suite.ts"
import * as Aging from "../support/aging.ts"
import * as Visitor from "../support/visitor.ts"
import * as Browser from "./browser.ts"
import * as Inspection from "./inspection.ts"

const stale = Limits.identity.proofMs + 1_000

const askForKey = async (page: Page, name: string) => {
  await page.getByRole("button", { name: "Create key" }).first().click()
  const form = page.getByRole("dialog").first()
  await form.getByLabel("Name").fill(name)
  await form.getByRole("button", { name: "Create key" }).click()
}

const asks = async ({ age, service }: Effect.Success<ReturnType<typeof Aging.start>>) => {
  const ada = await Visitor.signUp(service)
  await Browser.within(service, async (opened) => {
    const { page } = opened
    await Browser.signedIn(opened, service, ada)
    await page.goto("/dashboard/api-keys")
    await page.getByRole("heading", { name: "API keys", level: 1 }).waitFor()
    await age(stale)
    await askForKey(page, "From the page")
    const dialog = page.getByRole("dialog", { name: "Confirm that it is you" })
    await dialog.getByLabel("Six-digit code").fill("000000")
    await Inspection.prepare(page)
    await Inspection.inspect(page, Inspection.wide, "step-up")
    await dialog.getByRole("button", { name: "Confirm" }).click()
    await dialog.getByText("is incorrect").waitFor()
    await dialog.getByLabel("Six-digit code").fill(ada.code())
    await dialog.getByRole("button", { name: "Confirm" }).click()
    await page.getByText(/^sk_sandbox_/).waitFor()
    await dialog.waitFor({ state: "detached" })
  })
  const keys = await ada.ask("GET", "/dashboard/api/api-keys")
  const names = keys.json.data.map(({ name }: { name: string }) => name)
  assert.include(names, "From the page")
}

describe.skipIf(!Browser.isThere)("A risky act some time after the sign-in", () => {
  it.live("asks for a code and is then executed", () =>
    Effect.gen(function* () {
      const running = yield* Aging.start({})
      yield* Effect.promise(() => asks(running))
    }).pipe(Effect.scoped, Effect.provide(quiet))
  )
})

afterAll(Browser.close)
