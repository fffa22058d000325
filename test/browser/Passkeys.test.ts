/** Passkeys in a real browser, with an authenticator that the browser simulates. */
import { afterAll, assert, describe, vi } from "@effect/vitest"
import type { Page } from "playwright-core"
import { suite } from "../http/suite.ts"
import type * as Service from "../support/service.ts"
import * as Visitor from "../support/visitor.ts"
import * as Browser from "./browser.ts"
import * as Inspection from "./inspection.ts"

vi.setConfig({ testTimeout: 120_000 })

/** The service under a host name, because a passkey belongs to a host name. */
const underName = (service: Service.Service): Service.Service => ({
  ...service,
  url: service.url.replace("127.0.0.1", "localhost")
})

/** An authenticator that keeps passkeys and verifies its user, as a phone does. */
const authenticator = {
  ...({ protocol: "ctap2", transport: "internal" } as const),
  ...{ hasResidentKey: true, hasUserVerification: true, isUserVerified: true },
  automaticPresenceSimulation: true
}

const withAuthenticator = async ({ context, page }: Browser.Opened): Promise<void> => {
  const session = await context.newCDPSession(page)
  await session.send("WebAuthn.enable")
  await session.send("WebAuthn.addVirtualAuthenticator", { options: authenticator })
}

const signOut = async (page: Page): Promise<void> => {
  await page.context().clearCookies()
  await page.goto("/dashboard")
  await page.getByRole("heading", { name: "Sign in" }).waitFor()
}

const givePassword = async (page: Page, email: string): Promise<void> => {
  await page.getByLabel("E-mail address").fill(email)
  await page.getByLabel("Password", { exact: true }).fill(Visitor.password)
  await page.getByRole("button", { name: "Sign in", exact: true }).click()
}

const isInside = (page: Page): Promise<void> =>
  page.getByRole("heading", { name: "Overview", level: 1 }).waitFor()

const addsUsesAndRemoves = async (given: Service.Service): Promise<void> => {
  const service = underName(given)
  const ada = await Visitor.first(given)
  const email = "pass@example.com"
  const body = { email, role: "viewer" }
  const invited = await ada.ask("POST", "/dashboard/api/team/invitations", body)
  const token = Visitor.tokenOf(invited.json.link)
  const person = await Visitor.accept(service, token, { name: "Pass" })
  await Browser.within(service, async (opened) => {
    const { page } = opened
    await withAuthenticator(opened)
    await Browser.signedIn(opened, service, person)
    await page.goto("/dashboard/profile")
    await page.getByRole("button", { name: "Add a passkey" }).click()
    const dialog = page.getByRole("dialog")
    await dialog.getByLabel("Name of the passkey").fill("Test phone")
    await dialog.getByLabel("Your password").fill("not this password")
    await dialog.getByRole("button", { name: "Add passkey" }).click()
    await dialog.getByText("is incorrect").waitFor()
    await dialog.getByLabel("Your password").fill(Visitor.password)
    await dialog.getByRole("button", { name: "Add passkey" }).click()
    const row = page.getByRole("row").filter({ hasText: "Test phone" })
    await row.getByRole("cell", { name: "–" }).waitFor()
    await Inspection.prepare(page)
    await Inspection.inspect(page, Inspection.wide, "passkeys")
    // The passkey signs in after the password.
    await signOut(page)
    await givePassword(page, email)
    await page.getByRole("button", { name: "Use a passkey" }).click()
    await isInside(page)
    // The passkey signs in alone.
    await signOut(page)
    await page.getByRole("button", { name: "Sign in with a passkey" }).click()
    await isInside(page)
    await page.goto("/dashboard/profile")
    await row.waitFor()
    assert.strictEqual(await row.getByRole("cell", { name: "–" }).count(), 0)
    await row.getByRole("button", { name: "Remove Test phone" }).click()
    await dialog.getByLabel("Your password").fill(Visitor.password)
    await dialog.getByRole("button", { name: "Remove passkey" }).click()
    await page.getByText("The passkey is removed.").waitFor()
    await row.waitFor({ state: "detached" })
    await signOut(page)
    await page.getByRole("button", { name: "Sign in with a passkey" }).click()
    await page.getByText("This passkey is not registered here.").waitFor()
    await givePassword(page, email)
    await isInside(page)
  })
}

/** A new user of the staff sets up a passkey in place of the app. */
const servesStaff = async (given: Service.Service): Promise<void> => {
  const service = underName(given)
  const token = await Visitor.staffToken(service, "staff@example.com")
  const person = await Visitor.accept(service, token, { name: "Staff" })
  await Browser.within(service, async (opened) => {
    const { page } = opened
    await withAuthenticator(opened)
    await Browser.signedIn(opened, service, person)
    await page.goto("/dashboard")
    await page.getByRole("button", { name: "Use a passkey instead" }).click()
    await page.getByLabel("Your password").fill(Visitor.password)
    await page.getByRole("button", { name: "Add passkey" }).click()
    await isInside(page)
  })
}

/** A browser without passkeys shows an error when a user adds one, and offers none elsewhere. */
const isMissed = async (given: Service.Service): Promise<void> => {
  const service = underName(given)
  const ada = await Visitor.first(given)
  await Browser.within(service, async (opened) => {
    const { page } = opened
    await page.addInitScript(() => Reflect.deleteProperty(globalThis, "PublicKeyCredential"))
    await page.goto("/dashboard")
    await page.getByRole("heading", { name: "Sign in" }).waitFor()
    assert.strictEqual(await page.getByRole("button", { name: /passkey/ }).count(), 0)
    await Browser.signedIn(opened, service, ada)
    await page.goto("/dashboard/profile")
    await page.getByRole("button", { name: "Add a passkey" }).click()
    await page.getByText("This browser cannot use passkeys here.").waitFor()
  })
}

describe.skipIf(!Browser.isThere)("A passkey in a browser", () => {
  afterAll(Browser.close)

  suite("of a service with a host name", {}, (test) => {
    test("is added, signs in after the password and alone, and is removed", addsUsesAndRemoves)
    test("replaces the authenticator app for staff", servesStaff)
    test("is not offered by a browser without passkeys", isMissed)
  })
})
