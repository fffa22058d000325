/** Attempts to get around a password, a code or a lock with a part of the credentials. */
import { assert } from "@effect/vitest"
import * as z from "zod"
import * as Limits from "../../src/config/Limits.ts"
import * as Service from "../support/service.ts"
import * as Visitor from "../support/visitor.ts"
import { assertProblem, customer, suite, until } from "./suite.ts"

const session = "/dashboard/api/session"
const signIn = "/dashboard/api/sign-in"
const accept = "/dashboard/api/invitation/accept"

const { staffToken } = Visitor

suite("A sign-in", {}, (test) => {
  test("without a second factor ends when its user sets one up", async (service) => {
    const email = "early@example.com"
    const here = await Visitor.accept(service, await staffToken(service, email), {
      name: "Early"
    })
    const there = Visitor.visitor(service)
    await there.ask("POST", signIn, { email, password: Visitor.password })
    assert.strictEqual((await there.ask("GET", session)).status, 200)
    await Visitor.secure(here)
    assert.strictEqual((await here.ask("GET", "/dashboard/api/staff/team")).status, 200)
    assertProblem(await there.ask("GET", "/dashboard/api/staff/team"), 401)
  })

  test("is refused once the tenth failure is counted, however many were concurrent", async (service) => {
    const admin = await Visitor.first(service)
    const { email } = await Visitor.invited(service, admin, "viewer")
    const guesser = Visitor.visitor(service)
    const guess = (password: string) => guesser.ask("POST", signIn, { email, password })
    const wrong = Array.from({ length: 20 }, (_, index) => guess(`guess number ${index}`))
    const answers = await Promise.all([...wrong, guess(Visitor.password)])
    assert.deepStrictEqual([...new Set(answers.map(({ status }) => status))].sort(), [401, 429])
    assertProblem(await guess(Visitor.password), 429, "LOCKED_OUT")
  })

  test("accepts a code once: not later, nor concurrently, nor with another's session", async (service) => {
    const admin = await Visitor.signUp(service).catch(() => undefined)
    assert.isUndefined(admin, "the first link is used")
    const email = "codes@example.com"
    const victim = await Visitor.accept(service, await staffToken(service, email), {
      name: "V"
    })
    const { code } = await Visitor.secure(victim)
    const begin = async () => {
      const someone = Visitor.visitor(service)
      await someone.ask("POST", signIn, { email, password: Visitor.password })
      return someone
    }
    const given = code()
    const two = [await begin(), await begin()]
    const enter = (who: Visitor.Visitor | undefined, value: string, recovery = false) =>
      who?.ask("POST", `${signIn}/code`, { code: value, is_recovery_code: recovery })
    const statuses = await Promise.all(two.map(async (who) => (await enter(who, given))?.status))
    assert.deepStrictEqual(statuses.sort(), [200, 401])
    assert.strictEqual((await enter(await begin(), given))?.status, 401)
    // The thief has the session and recovery codes of another user, and a challenge of the victim.
    const thief = await Visitor.accept(service, await staffToken(service, "t@example.com"), {
      name: "T"
    })
    const { recoveryCodes } = await Visitor.secure(thief)
    const challenged = await begin()
    const mixed = Visitor.visitor(service)
    for (const [name, value] of [...thief.cookies, ...challenged.cookies]) {
      mixed.cookies.set(name, value)
    }
    assertProblem((await enter(mixed, recoveryCodes[0] ?? "", true)) as Service.Answer, 401)
  })

  test("with a malformed cookie is refused without harm", async (service) => {
    for (const value of ["%", "%00.x", "a b", "'; drop table x; --", "x".repeat(5000)]) {
      const cookie = `payouts-local.two_factor=${value}; payouts-local.session_token=${value}`
      const someone = Visitor.visitor(service)
      const body = { code: "000000" }
      const answer = await someone.ask("POST", `${signIn}/code`, body, { cookie })
      assert.strictEqual(answer.status, 401, `${value.slice(0, 20)}: ${answer.text}`)
      assertProblem(await someone.ask("GET", session, undefined, { cookie }), 401)
    }
  })

  test("exists only for valid addresses, and passwords that can be typed", async (service) => {
    const key = Service.adminKey
    const addresses = [
      ...["a@b.example", "o'neil@example.com", "x.y+z@sub.example.co", "müller@example.com"],
      ...["ada@exämple.com", "a@b.c", ".a@example.com", "a..b@example.com", "a@ex_ample.com"],
      ...['"q"@example.com', "a@example", "a@-example.com", "a b@example.com", "A@EXAMPLE.COM"]
    ]
    for (const email of addresses) {
      const body = { email, role: "operator" }
      const { status } = await service.call("POST", Visitor.staffInvitations, { key, body })
      assert.strictEqual(status === 201, z.email().safeParse(email).success, email)
    }
    const token = await staffToken(service, "typed@example.com")
    const someone = Visitor.visitor(service)
    for (const password of ["with a\ttab in it", "with a newline\n", "nul\u0000 in the middle"]) {
      assertProblem(await someone.ask("POST", accept, { token, name: "N", password }), 400)
    }
  })
})

suite("The users of an account", {}, (test) => {
  test("are shown with their invitations to admins of the staff, and to no one else", async (service) => {
    const admin = await Visitor.first(service)
    const { id } = await customer(service)
    const path = `/dashboard/api/staff/accounts/${id}`
    const owner = await Visitor.invited(service, admin, "owner", `${path}/invitations`)
    const invitation = { email: "new@example.com", role: "viewer" }
    await admin.ask("POST", `${path}/invitations`, invitation)
    const { json, status } = await admin.ask("GET", `${path}/team`)
    assert.strictEqual(status, 200)
    const [member] = json.members
    assert.strictEqual(json.members.length, 1)
    assert.deepInclude(member, { email: owner.email, role: "owner", has_second_factor: true })
    assert.match(member.last_sign_in_at, /^\d{4}-/)
    assert.deepInclude(json.invitations, { ...json.invitations[0], ...invitation })
    const other = await Visitor.invited(service, admin, "compliance", Visitor.staffInvitations)
    assertProblem(await other.ask("GET", `${path}/team`), 403, "FORBIDDEN")
    assertProblem(await owner.ask("GET", `${path}/team`), 403)
    assertProblem(await service.call("GET", `${path}/team`, { key: Service.adminKey }), 401)
    assertProblem(await admin.ask("GET", "/dashboard/api/staff/accounts/acct_none/team"), 404)
  })
})

suite("A reset link", {}, (test) => {
  test("is void once a newer one is created", async (service) => {
    const admin = await Visitor.first(service)
    const lost = await Visitor.invited(service, admin, "viewer")
    const { id } = (await lost.ask("GET", session)).json.person
    const path = `/dashboard/api/staff/people/${id}/reset`
    const links: Array<string> = []
    for (const reason of ["first", "second"]) {
      links.push(Visitor.tokenOf((await admin.ask("POST", path, { reason })).json.link))
    }
    const [older = "", newer = ""] = links
    const password = "another long password"
    const someone = Visitor.visitor(service)
    assertProblem(await someone.ask("POST", accept, { token: older, password }), 409)
    assert.strictEqual((await someone.ask("POST", accept, { token: newer, password })).status, 200)
    assertProblem(await someone.ask("POST", accept, { token: newer, password }), 409)
  })
})

suite("Users of the staff", { HOLD_APPROVALS: "2", SANDBOX_TIME_SCALE: "0.001" }, (test) => {
  test("count once, with a session or with a key that they issued", async (service) => {
    const admin = await Visitor.first(service)
    const { json } = await service.payout("held", { recipient_name: "SANDBOX HOLD" })
    await until(
      () => service.call("GET", `/v1/payouts/${json.payout_id}`),
      (answer) => answer.json.status === "COMPLIANCE_HOLD"
    )
    const path = `/admin/v1/payouts/${json.payout_id}`
    await admin.ask("POST", `${path}/approve`, { reason: "checked" })
    const mine = await admin.ask("POST", "/admin/v1/operators", { name: "somebody else" })
    const body = { reason: "once more" }
    await service.call("POST", `${path}/approve`, { key: mine.json.key, body })
    const held = await admin.ask("GET", path)
    assert.strictEqual(held.json.status, "COMPLIANCE_HOLD")
    assert.deepStrictEqual(held.json.approvals, ["ada@example.com"])
    const other = await Visitor.invited(service, admin, "compliance", Visitor.staffInvitations)
    await other.ask("POST", `${path}/approve`, { reason: "checked too" })
    const released = await until(
      () => admin.ask("GET", path),
      (answer) => answer.json.status === "SETTLED"
    )
    assert.strictEqual(released.json.status, "SETTLED")
  })

  test("with the compliance role cannot make themselves owners of a customer's account", async (service) => {
    const email = "c@example.com"
    const token = await staffToken(service, email, "compliance", await Visitor.first(service))
    const person = await Visitor.accept(service, token, { name: "C" })
    await Visitor.secure(person)
    const { id } = await customer(service)
    const path = `/dashboard/api/staff/accounts/${id}/invitations`
    assertProblem(await person.ask("POST", path, { email, role: "owner" }), 403, "FORBIDDEN")
  })

  test("who invite a user into an account are in its audit log with the invited user", async (service) => {
    const token = await staffToken(
      service,
      "inviter@example.com",
      "admin",
      await Visitor.first(service)
    )
    const admin = await Visitor.accept(service, token, { name: "Inviter" })
    await Visitor.secure(admin)
    const { id, key } = await customer(service)
    const path = `/dashboard/api/staff/accounts/${id}/invitations`
    const owner = await Visitor.invited(service, admin, "owner", path)
    const read = async (action: string) =>
      (await service.call("GET", `/v1/audit-logs?action=${action}`, { key })).json
    assert.strictEqual((await read("person.invited")).total, 1)
    const joined = await read("person.joined")
    assert.strictEqual(joined.total, 1)
    assert.strictEqual(joined.data[0].changes.email, owner.email)
    assert.strictEqual((await read("account.created")).total, 1)
    assert.strictEqual((await read("api_key.issued")).total, 1)
  })

  test("who are signed out or removed receive no more changes", async (service) => {
    const token = await staffToken(
      service,
      "listener@example.com",
      "admin",
      await Visitor.first(service)
    )
    const person = await Visitor.accept(service, token, { name: "Listener" })
    await Visitor.secure(person)
    const response = await fetch(`${service.url}/dashboard/api/staff/stream`, {
      headers: { "x-dashboard": "1", cookie: person.jar() }
    })
    assert.strictEqual(response.status, 200)
    const ended = response.text()
    await person.ask("POST", "/dashboard/api/sign-out", {})
    assert.include(await ended, ": here")
  })
})

suite("An account", {}, (test) => {
  test("has a bounded number of keys", async (service) => {
    const admin = await Visitor.first(service)
    const path = "/dashboard/api/api-keys"
    const live = async () =>
      (await admin.ask("GET", path)).json.data.filter(
        (key: { revoked_at: unknown }) => key.revoked_at === null
      ).length
    const make = () => admin.ask("POST", path, { name: "one more", scope: "read_only" })
    while ((await live()) < Limits.identity.keysMax) {
      assert.strictEqual((await make()).status, 201)
    }
    assertProblem(await make(), 409, "INVALID_STATE")
  })

  test("finds its payouts by any text", async (service) => {
    const broken = "a\ud800b"
    for (const field of ["recipient_name", "reference"]) {
      const answer = await service.payout(`broken ${field}`, { [field]: broken })
      assertProblem(answer, 400, "VALIDATION_ERROR")
    }
    assertProblem(await service.payout("broken m", { metadata: { note: broken } }), 400)
    assertProblem(await service.payout("broken n", { metadata: { [broken]: "x" } }), 400)
    const { json } = await service.call("GET", "/v1/payouts?search=plain")
    assert.strictEqual(json.total, 0)
  })
})

suite("Invalid sessions", { RATE_LIMITS: "on" }, (test) => {
  test("are looked up a bounded number of times per address", async (service) => {
    const cookie = "payouts-local.session_token=worth.nothing"
    const someone = Visitor.visitor(service)
    const { dashboard } = Limits.http.requestsPerWindow
    const statuses = new Set<number>()
    for (let count = 0; count <= dashboard; count += 50) {
      const answers = await Promise.all(
        Array.from({ length: 50 }, () => someone.ask("GET", session, undefined, { cookie }))
      )
      for (const { status } of answers) statuses.add(status)
    }
    assert.deepStrictEqual([...statuses].sort(), [401, 429])
  })
})
