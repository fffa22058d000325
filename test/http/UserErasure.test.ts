/** The erasure of users of the dashboard, and of people who were only invited. */
import { assert } from "@effect/vitest"
import type * as Service from "../support/service.ts"
import { adminKey } from "../support/service.ts"
import * as Visitor from "../support/visitor.ts"
import { assertProblem, suite } from "./suite.ts"

const members = "/dashboard/api/team/members"
const invitations = "/dashboard/api/team/invitations"

const erase = ({ call }: Service.Service, email: string) =>
  call("POST", "/dashboard/api/staff/people/erase", {
    key: adminKey,
    body: { email, reason: "request 12" }
  })

const idOf = async (who: Visitor.Visitor): Promise<string> =>
  (await who.ask("GET", "/dashboard/api/session")).json.person.id

/** A member of the account's team who has done something, and left the team. */
const formerMember = async (service: Service.Service) => {
  const ada = await Visitor.first(service)
  const bob = await Visitor.invited(service, ada, "payer")
  const id = await idOf(bob)
  assertProblem(await erase(service, bob.email), 409, "INVALID_STATE")
  const removed = await ada.ask("DELETE", `${members}/${id}`)
  assert.strictEqual(removed.status, 200, removed.text)
  return { ada, bob, id }
}

suite("An erased user", {}, (test) => {
  test("reads erased in the audit log, and keeps the id", async (service) => {
    const { ada, bob, id } = await formerMember(service)
    const erased = await erase(service, bob.email.toUpperCase())
    assert.deepInclude(erased.json, { id, status: "erased" }, erased.text)
    const { text } = await ada.ask("GET", "/v1/audit-logs?limit=100")
    assert.include(text, id)
    assert.notInclude(text, bob.email)
    assert.notInclude(text, "The payer")
    const staff = await service.call("GET", "/admin/v1/audit-logs?limit=100", { key: adminKey })
    assert.notInclude(staff.text, bob.email)
    assert.include(staff.text, '"person.erased"')
  })

  test("has no session, and cannot sign in", async (service) => {
    const { bob } = await formerMember(service)
    assert.strictEqual((await erase(service, bob.email)).status, 200)
    assertProblem(await bob.ask("GET", "/dashboard/api/session"), 401, "UNAUTHORIZED")
    const { email } = bob
    const { password } = Visitor
    const entered = await bob.ask("POST", "/dashboard/api/sign-in", { email, password })
    assertProblem(entered, 401, "SIGN_IN_REFUSED")
  })

  test("is unknown afterwards, and can be invited as a new user", async (service) => {
    const { ada, bob, id } = await formerMember(service)
    assert.strictEqual((await erase(service, bob.email)).status, 200)
    assertProblem(await erase(service, bob.email), 404, "PERSON_NOT_FOUND")
    const body = { email: bob.email, role: "payer" }
    const { json } = await ada.ask("POST", invitations, body)
    const token = Visitor.tokenOf(json.link)
    const again = await Visitor.accept(service, token, { name: "Bob again" })
    assert.notStrictEqual(await idOf(again), id)
  })
})

suite("A person who was only invited", {}, (test) => {
  test("is erased after the invitation was revoked", async (service) => {
    const ada = await Visitor.first(service)
    const email = "carol@example.com"
    const invited = await ada.ask("POST", invitations, { email, role: "viewer" })
    assert.strictEqual(invited.status, 201, invited.text)
    assertProblem(await erase(service, email), 409, "INVALID_STATE")
    await ada.ask("DELETE", `${invitations}/${invited.json.id}`)
    const erased = await erase(service, email)
    assert.deepInclude(erased.json, { id: null, status: "erased" }, erased.text)
    const { text } = await ada.ask("GET", "/v1/audit-logs?limit=100")
    assert.notInclude(text, email)
  })

  test("is unknown without an invitation", async (service) => {
    assertProblem(await erase(service, "dave@example.com"), 404, "PERSON_NOT_FOUND")
  })
})
