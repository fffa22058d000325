/**
 * Attacks of users and pages on the dashboard, one attempt per test. The table of attacks in
 * SECURITY.md names these tests. A user who may do something else makes each attempt.
 */
import { assert } from "@effect/vitest"
import * as User from "../../src/domain/account/User.ts"
import type * as Service from "../support/service.ts"
import * as Visitor from "../support/visitor.ts"
import { assertProblem, customer, suite, until } from "./suite.ts"

const session = "/dashboard/api/session"

/** The owner of another account. */
const ownerElsewhere = async (service: Service.Service, admin: Visitor.Visitor) => {
  const { id, key } = await customer(service, { name: "Elsewhere" })
  const path = `/dashboard/api/staff/accounts/${id}/invitations`
  const owner = await Visitor.invited(service, admin, "owner", path)
  return { owner, id, key }
}

suite(
  "An attack on the dashboard",
  {},
  {
    "beyond an account or a role": (test) => {
      test("does not find another account's objects, by any route", async (service) => {
        const ada = await Visitor.first(service)
        const { owner, id } = await ownerElsewhere(service, ada)
        const payout = (await service.payout("isolated")).json.payout_id
        const key = (await ada.ask("GET", "/dashboard/api/api-keys")).json.data[0].id
        const member = (await ada.ask("GET", "/dashboard/api/team")).json.members[0].id
        const attempts = [
          ["GET", `/v1/payouts/${payout}`],
          ["GET", `/dashboard/api/payouts/${payout}/deliveries`],
          ["POST", `/v1/payouts/${payout}/cancel`, {}],
          ["POST", `/dashboard/api/api-keys/${key}/rotate`, {}],
          ["DELETE", `/dashboard/api/api-keys/${key}`],
          ["PATCH", `/dashboard/api/team/members/${member}`, { role: "viewer" }],
          ["DELETE", `/dashboard/api/team/members/${member}`]
        ] as const
        for (const [method, path, body] of attempts)
          assertProblem(await owner.ask(method, path, body), 404)
        assert.strictEqual((await owner.ask("GET", "/v1/payouts")).json.total, 0)
        assert.notInclude((await owner.ask("GET", "/dashboard/api/payouts.csv")).text, payout)
        assert.notInclude((await owner.ask("GET", "/v1/audit-logs?limit=100")).text, payout)
        // The owner cannot claim to act for the other account.
        const account = (await ada.ask("GET", session)).json.grants[0].account_id
        assert.notStrictEqual(account, id)
        const claimed = await owner.ask("GET", "/v1/payouts", undefined, { "x-account": account })
        assertProblem(claimed, 403, "FORBIDDEN")
      })

      test("does not do what only a higher role may", async (service) => {
        const ada = await Visitor.first(service)
        const viewer = await Visitor.invited(service, ada, "viewer")
        const developer = await Visitor.invited(service, ada, "developer")
        const operator = await Visitor.invited(service, ada, "operator", Visitor.staffInvitations)
        const compliance = await Visitor.invited(
          service,
          ada,
          "compliance",
          Visitor.staffInvitations
        )
        const quote = { source_amount_usdc: 25, target_currency: "UGX", idempotency_key: "role" }
        const invitation = { email: "x@example.com", role: "owner" }
        const me = (await viewer.ask("GET", session)).json.person.id
        const payout = (await service.payout("role")).json.payout_id
        const reason = { reason: "to try it" }
        const attempts: ReadonlyArray<readonly [Visitor.Visitor, string, string, unknown?]> = [
          [viewer, "POST", "/v1/quotes", quote],
          [viewer, "POST", "/dashboard/api/api-keys", { name: "mine", scope: "full" }],
          [viewer, "PATCH", `/dashboard/api/team/members/${me}`, { role: "owner" }],
          [viewer, "POST", "/dashboard/api/team/invitations", invitation],
          [developer, "POST", "/dashboard/api/team/invitations", invitation],
          [developer, "GET", "/admin/v1/payouts"],
          [developer, "GET", "/dashboard/api/staff/team"],
          [operator, "POST", `/admin/v1/payouts/${payout}/approve`, reason],
          [operator, "POST", "/admin/v1/accounts", { name: "n", email: "a@b.example" }],
          [operator, "POST", "/admin/v1/operators", { name: "myself again" }],
          [operator, "POST", Visitor.staffInvitations, { email: "y@example.com", role: "admin" }],
          [operator, "GET", "/v1/payouts"],
          [compliance, "POST", `/admin/v1/payouts/${payout}/settle`, reason],
          [compliance, "POST", `/dashboard/api/staff/people/${me}/reset`, reason],
          [compliance, "POST", "/admin/v1/operators", { name: "myself again" }]
        ]
        for (const [who, method, path, body] of attempts) {
          const answer = await who.ask(method, path, body)
          assert.strictEqual(answer.status, 403, `${method} ${path}: ${answer.text}`)
        }
        assert.strictEqual((await developer.ask("POST", "/v1/quotes", quote)).status, 201)
      })
    },

    "without a second factor or a session": (test) => {
      test("opens nothing with an API key", async (service) => {
        await Visitor.first(service)
        const admin = "ak_sandbox_0123456789abcdef"
        for (const path of ["session", "team", "api-keys", "stats", "stream", "payouts.csv"]) {
          const answer = await service.call("GET", `/dashboard/api/${path}`)
          assertProblem(answer, 401, "UNAUTHORIZED")
        }
        for (const path of ["team", "stats", "health", "stream"]) {
          const answer = await service.call("GET", `/dashboard/api/staff/${path}`, { key: admin })
          assertProblem(answer, 401, "UNAUTHORIZED")
        }
      })

      test("as staff without a second factor does nothing that staff may do", async (service) => {
        const ada = await Visitor.first(service)
        const invited = await ada.ask("POST", Visitor.staffInvitations, {
          email: "new@example.com",
          role: "admin"
        })
        const token = Visitor.tokenOf(invited.json.link)
        const fresh = await Visitor.accept(service, token, { name: "New" })
        for (const path of [
          "/admin/v1/payouts",
          "/dashboard/api/staff/team",
          "/admin/v1/audit-logs"
        ]) {
          assertProblem(await fresh.ask("GET", path), 403, "SECOND_FACTOR_REQUIRED")
        }
        await Visitor.secure(fresh)
        assert.strictEqual((await fresh.ask("GET", "/admin/v1/payouts")).status, 200)
        const off = await fresh.ask("POST", "/dashboard/api/totp/disable", {
          password: Visitor.password
        })
        assertProblem(off, 409, "INVALID_STATE")
      })
    },

    "from other sites": (test) => {
      test("is refused, whatever cookies come along (CSRF)", async (service) => {
        const ada = await Visitor.first(service)
        const body = { name: "stolen", scope: "full" }
        const path = "/dashboard/api/api-keys"
        const foreign: ReadonlyArray<Readonly<Record<string, string>>> = [
          // A form or an image cannot send a header.
          { "x-dashboard": "" },
          { origin: "https://evil.example" },
          { origin: "null" },
          { "sec-fetch-site": "cross-site" },
          { "sec-fetch-site": "same-site" }
        ]
        for (const headers of foreign) {
          assertProblem(await ada.ask("POST", path, body, headers), 403, "FORBIDDEN")
          assertProblem(await ada.ask("GET", session, undefined, headers), 403, "FORBIDDEN")
          const credentials = { email: ada.email, password: Visitor.password }
          const signIn = "/dashboard/api/sign-in"
          assertProblem(await ada.ask("POST", signIn, credentials, headers), 403, "FORBIDDEN")
        }
        const own = { origin: new URL(service.url).origin, "sec-fetch-site": "same-origin" }
        assert.strictEqual((await ada.ask("GET", session, undefined, own)).status, 200)
      })

      test("runs no script: stored text stays text in the page's responses (XSS)", async (service) => {
        await Visitor.first(service)
        const script = "<script>alert(1)</script>"
        const made = await service.payout("xss", {
          recipient_name: script,
          metadata: { note: script }
        })
        const read = await service.call("GET", `/v1/payouts/${made.json.payout_id}`)
        assert.match(read.headers.get("content-type") ?? "", /^application\/json/)
        assert.strictEqual(read.json.recipient_name, script)
        const page = await service.call("GET", "/dashboard/payouts", { key: null })
        const policy = page.headers.get("content-security-policy") ?? ""
        assert.include(policy, "default-src 'none'")
        assert.include(policy, "script-src 'self'")
        assert.notMatch(policy, /unsafe|\*|http:/)
        assert.strictEqual(page.headers.get("x-content-type-options"), "nosniff")
        assert.strictEqual(page.headers.get("x-frame-options"), "DENY")
        assert.notMatch(page.text, /<script(?![^>]*\ssrc=)[^>]*>|\son\w+=|\sstyle=/i)
      })
    },

    "on sessions": (test) => {
      test("does not survive a sign-in: the session is new (fixation)", async (service) => {
        const ada = await Visitor.first(service)
        const planted = Visitor.visitor(service)
        const [name = ""] = [...ada.cookies.keys()].filter((one) => one.endsWith("session_token"))
        planted.cookies.set(name, "planted.by-an-attacker")
        assertProblem(await planted.ask("GET", session), 401)
        const credentials = { email: ada.email, password: Visitor.password }
        const begun = await planted.ask("POST", "/dashboard/api/sign-in", credentials)
        assert.deepStrictEqual(begun.json, { next: "code", factors: ["authenticator"] })
        // A visitor without the second step is not signed in.
        assertProblem(await planted.ask("GET", session), 401)
        const code = ada.recoveryCodes[0]
        const done = await planted.ask("POST", "/dashboard/api/sign-in/code", {
          code,
          is_recovery_code: true
        })
        assert.strictEqual(done.status, 200, done.text)
        assert.notStrictEqual(planted.cookies.get(name), "planted.by-an-attacker")
        const [line = ""] = done.headers.getSetCookie().filter((one) => one.startsWith(name))
        assert.match(line, /HttpOnly/)
        assert.match(line, /SameSite=Strict/)
        // The session ends on the server, not only in the browser.
        const cookie = planted.jar()
        assert.strictEqual((await planted.ask("POST", "/dashboard/api/sign-out", {})).status, 200)
        assertProblem(await planted.ask("GET", session, undefined, { cookie }), 401)
        // A recovery code works once.
        await planted.ask("POST", "/dashboard/api/sign-in", credentials)
        const again = await planted.ask("POST", "/dashboard/api/sign-in/code", {
          code,
          is_recovery_code: true
        })
        assertProblem(again, 401, "SIGN_IN_REFUSED")
      })
    },

    "on passwords and codes": (test) => {
      test("by guessing locks out, known and unknown alike, and is in the audit log (brute force)", async (service) => {
        const ada = await Visitor.first(service)
        const victim = await Visitor.invited(service, ada, "viewer")
        const { id } = (await victim.ask("GET", session)).json.person
        for (const email of [victim.email, "nobody@example.com"]) {
          const guesser = Visitor.visitor(service)
          const guess = (given: string) =>
            guesser.ask("POST", "/dashboard/api/sign-in", { email, password: given })
          for (let count = 1; count < User.failuresMax; count++) {
            assertProblem(await guess(`guess number ${count}`), 401, "SIGN_IN_REFUSED")
          }
          assertProblem(await guess("the tenth guess"), 429, "LOCKED_OUT")
          const right = await guess(Visitor.password)
          assertProblem(right, 429, "LOCKED_OUT")
          assert.isAbove(Number(right.headers.get("retry-after")), 800)
        }
        const log = await until(
          () => ada.ask("GET", `/v1/audit-logs?action=person.sign_in_failed&actor_id=${id}`),
          ({ json }) => json.total >= User.failuresMax
        )
        assert.strictEqual(log.json.total, User.failuresMax)
        assert.notInclude(log.text, "guess number")
      })

      test("by guessing codes locks out too, and a code is valid once", async (service) => {
        const ada = await Visitor.first(service)
        const victim = await Visitor.invited(service, ada, "viewer")
        const thief = Visitor.visitor(service)
        const credentials = { email: victim.email, password: Visitor.password }
        await thief.ask("POST", "/dashboard/api/sign-in", credentials)
        const enter = (code: string) => thief.ask("POST", "/dashboard/api/sign-in/code", { code })
        const statuses: Array<number> = []
        for (let count = 0; count < 6; count++) statuses.push((await enter("000000")).status)
        // The service checks five codes. The sixth attempt is refused, and the challenge is used
        // up.
        assert.deepStrictEqual(statuses, [401, 401, 401, 401, 401, 429])
        const code = victim.code()
        assert.strictEqual((await enter(code)).status, 401)
        const fresh = Visitor.visitor(service)
        await fresh.ask("POST", "/dashboard/api/sign-in", credentials)
        const done = await fresh.ask("POST", "/dashboard/api/sign-in/code", { code })
        assert.strictEqual(done.status, 200, done.text)
        const second = Visitor.visitor(service)
        await second.ask("POST", "/dashboard/api/sign-in", credentials)
        assertProblem(await second.ask("POST", "/dashboard/api/sign-in/code", { code }), 401)
      })
    },

    "by exports, invitations and former users": (test) => {
      test("does not put formulas into an exported file (CSV injection)", async (service) => {
        const ada = await Visitor.first(service)
        const formulas = ["=HYPERLINK(1)", "+1+1", "-2+3", "@SUM(A1)", '=1,"x"']
        for (const [index, name] of formulas.entries()) {
          await service.payout(`formula ${index}`, { recipient_name: name, reference: name })
        }
        const { headers, text } = await ada.ask("GET", "/dashboard/api/payouts.csv")
        assert.match(headers.get("content-type") ?? "", /^text\/csv/)
        assert.match(headers.get("content-disposition") ?? "", /^attachment/)
        // A plus and digits are a phone number, which a spreadsheet reads as a number and not as a
        // formula.
        const cells = text.split(/[,\r\n]+/).filter((cell) => !/^"\+\d{1,15}"$/.test(cell))
        for (const cell of cells) assert.notMatch(cell, /^"?[=+\-@]/, cell)
        for (const name of ["'=HYPERLINK(1)", "'+1+1", "'-2+3", "'@SUM(A1)"])
          assert.include(text, name)
        assert.include(text, `"'=1,""x"""`)
      })

      test("does not reuse an invitation's link, nor a withdrawn one", async (service) => {
        const ada = await Visitor.first(service)
        const body = { email: "once@example.com", role: "viewer" }
        const { json } = await ada.ask("POST", "/dashboard/api/team/invitations", body)
        const token = Visitor.tokenOf(json.link)
        await Visitor.accept(service, token, { name: "Once" })
        const again = { token, name: "Twice", password: Visitor.password }
        const stranger = Visitor.visitor(service)
        const accept = "/dashboard/api/invitation/accept"
        assertProblem(await stranger.ask("POST", accept, again), 409, "INVALID_STATE")
        const second = { email: "back@example.com", role: "owner" }
        const taken = await ada.ask("POST", "/dashboard/api/team/invitations", second)
        await ada.ask("DELETE", `/dashboard/api/team/invitations/${taken.json.id}`)
        const void_ = Visitor.tokenOf(taken.json.link)
        const late = { token: void_, name: "Late", password: Visitor.password }
        assertProblem(await stranger.ask("POST", accept, late), 409, "INVALID_STATE")
        assert.notInclude((await service.call("GET", "/metrics", { key: null })).text, token)
      })

      test("by a removed user fails from the next request on, and the last owner stays", async (service) => {
        const ada = await Visitor.first(service)
        const gone = await Visitor.invited(service, ada, "developer")
        assert.strictEqual((await gone.ask("GET", "/v1/payouts")).status, 200)
        const { id } = (await gone.ask("GET", session)).json.person
        const removed = await ada.ask("DELETE", `/dashboard/api/team/members/${id}`)
        assert.strictEqual(removed.status, 200, removed.text)
        assertProblem(await gone.ask("GET", "/v1/payouts"), 403, "FORBIDDEN")
        const me = (await ada.ask("GET", session)).json.person.id
        const own = `/dashboard/api/team/members/${me}`
        assertProblem(await ada.ask("DELETE", own), 409, "INVALID_STATE")
        assertProblem(await ada.ask("PATCH", own, { role: "viewer" }), 409, "INVALID_STATE")
      })
    }
  }
)

suite("A page under another name", {}, (test) => {
  test("is refused if that name resolves to this machine (DNS rebinding)", async (service) => {
    const someone = Visitor.visitor(service)
    const headers = { host: "rebound.example" }
    const path = "/dashboard/api/sign-in"
    const body = { email: "a@b.example", password: "x" }
    // Node's fetch sets Host, so this request is written by hand.
    const { request } = await import("node:http")
    const status = await new Promise<number>((resolve, reject) => {
      const sent = request(
        `${service.url}${path}`,
        {
          method: "POST",
          headers: { ...headers, "x-dashboard": "1", "content-type": "application/json" }
        },
        (response) => {
          response.resume()
          resolve(response.statusCode ?? 0)
        }
      )
      sent.on("error", reject)
      sent.end(JSON.stringify(body))
    })
    assert.strictEqual(status, 403)
    assert.strictEqual((await someone.ask("POST", path, body)).status, 401)
  })
})
