/**
 * Passkeys, next to the authenticator app: how users add, use and remove them, and refused uses.
 */
import { assert } from "@effect/vitest"
import * as Limits from "../../src/config/Limits.ts"
import * as Authenticator from "../support/authenticator.ts"
import type * as Service from "../support/service.ts"
import * as Visitor from "../support/visitor.ts"
import { assertProblem, suite } from "./suite.ts"

const origin = "http://localhost:8080"
const environment = { DASHBOARD_URL: origin }
const { password, staffToken } = Visitor

const api = "/dashboard/api"
const session = `${api}/session`

/** Invites a user with this address, who signs in without a second factor. */
const joined = async (service: Service.Service, email: string) => {
  const someone = await Visitor.accept(service, await staffToken(service, email), { name: "P" })
  return { ...someone, email }
}

const begin = (who: Visitor.Visitor) => who.ask("POST", `${api}/passkeys/options`, { password })

/** Adds a new passkey. */
const add = async (who: Visitor.Visitor, name = "Laptop") => {
  const passkey = Authenticator.make(origin)
  const begun = await begin(who)
  assert.strictEqual(begun.status, 200, begun.text)
  const credential = passkey.register(begun.json.options)
  const added = await who.ask("POST", `${api}/passkeys`, { name, credential })
  assert.strictEqual(added.status, 200, added.text)
  return { ...passkey, passkeyId: added.json.id as string }
}

const remove = (who: Visitor.Visitor, id: string, given = password) =>
  who.ask("POST", `${api}/passkeys/${id}/remove`, { password: given })

const factors = async (who: Visitor.Visitor) => (await who.ask("GET", `${api}/second-factors`)).json

const askFor = (who: Visitor.Visitor, is_second_step: boolean) =>
  who.ask("POST", `${api}/sign-in/passkey-options`, { is_second_step })

const enter = (who: Visitor.Visitor, credential: unknown) =>
  who.ask("POST", `${api}/sign-in/passkey`, { credential })

/** A visitor who gave the right password, and the options for the passkey. */
const afterPassword = async (service: Service.Service, email: string) => {
  const someone = Visitor.visitor(service)
  const begun = await someone.ask("POST", `${api}/sign-in`, { email, password })
  assert.deepStrictEqual(begun.json.next, "code")
  const asked = await askFor(someone, true)
  assert.strictEqual(asked.status, 200, asked.text)
  return { someone, options: asked.json.options, factors: begun.json.factors }
}

const alone = async (service: Service.Service) => {
  const someone = Visitor.visitor(service)
  const asked = await askFor(someone, false)
  assert.strictEqual(asked.status, 200, asked.text)
  return { someone, options: asked.json.options }
}

const assertRefused = (answer: Service.Answer, message: RegExp): void => {
  assertProblem(answer, 401, "SIGN_IN_REFUSED")
  assert.match(answer.json.message, message)
}

suite("A passkey", environment, {
  "when it is added and used": (test) => {
    test("is a second factor that staff add with the password, and sign in with after the password", async (service) => {
      const here = await joined(service, "one@example.com")
      assertProblem(await here.ask("GET", `${api}/staff/team`), 403, "SECOND_FACTOR_REQUIRED")
      const there = Visitor.visitor(service)
      await there.ask("POST", `${api}/sign-in`, { email: here.email, password })
      assert.strictEqual((await there.ask("GET", session)).status, 200)
      assertProblem(
        await here.ask("POST", `${api}/passkeys/options`, { password: "not this one" }),
        400
      )
      const passkey = await add(here)
      // Older sessions end, except the session that added the passkey.
      assertProblem(await there.ask("GET", session), 401)
      assert.strictEqual((await here.ask("GET", `${api}/staff/team`)).status, 200)
      const listed = await factors(here)
      assert.isFalse(listed.has_authenticator)
      assert.deepInclude(listed.passkeys[0], {
        ...{ id: passkey.passkeyId, name: "Laptop", last_used_at: null }
      })
      const { factors: offered, options, someone } = await afterPassword(service, here.email)
      assert.deepStrictEqual(offered, ["passkey"])
      assert.deepStrictEqual(
        options.allowCredentials.map(({ id }: { id: string }) => id),
        [passkey.id]
      )
      assertProblem(await someone.ask("GET", session), 401)
      const done = await enter(someone, passkey.sign(options, { isUserVerified: false }))
      assert.deepStrictEqual(done.json, { next: "done" })
      assert.strictEqual((await someone.ask("GET", `${api}/staff/team`)).status, 200)
      assert.isString((await factors(someone)).passkeys[0].last_used_at)
    })

    test("alone signs in if it verified the user, and otherwise not", async (service) => {
      const here = await joined(service, "alone@example.com")
      const passkey = await add(here)
      const { options, someone } = await alone(service)
      assert.strictEqual(options.userVerification, "required")
      assert.deepStrictEqual(options.allowCredentials, [])
      assert.strictEqual((await enter(someone, passkey.sign(options))).status, 200)
      assert.strictEqual((await someone.ask("GET", session)).json.person.email, here.email)
      const other = await alone(service)
      const silent = passkey.sign(other.options, { isUserVerified: false })
      assertRefused(await enter(other.someone, silent), /PIN, fingerprint or face/)
      assertProblem(await other.someone.ask("GET", session), 401)
    })

    test("is in the audit log when it is added, used and removed", async (service) => {
      const here = await joined(service, "audit@example.com")
      await Visitor.secure(here)
      const passkey = await add(here, "Blue key")
      const { id } = (await here.ask("GET", session)).json.person
      const { options, someone } = await alone(service)
      await enter(someone, passkey.sign(options))
      assert.strictEqual((await remove(here, passkey.passkeyId)).status, 200)
      const log = await here.ask("GET", `/admin/v1/audit-logs?actor_id=${id}`)
      const seen = log.json.data.map(
        ({ action, changes }: { action: string; changes: unknown }) => ({
          action,
          changes
        })
      )
      const passkey_id = passkey.passkeyId
      assert.deepStrictEqual(seen.slice(0, 3), [
        {
          action: "passkey.removed",
          changes: { passkey_id, name: "Blue key", has_second_factor: "true" }
        },
        { action: "person.signed_in", changes: { proof: "passkey" } },
        { action: "passkey.added", changes: { passkey_id, name: "Blue key" } }
      ])
    })
  },

  "when it is removed": (test) => {
    test("cannot be removed by staff as their last second factor, and neither can the app", async (service) => {
      const here = await joined(service, "last@example.com")
      const passkey = await add(here)
      assertProblem(await remove(here, passkey.passkeyId), 409, "INVALID_STATE")
      await Visitor.secure(here)
      assert.isTrue((await factors(here)).has_authenticator)
      assertProblem(await remove(here, passkey.passkeyId, "not this one"), 400)
      const totp = await here.ask("POST", `${api}/totp/disable`, { password })
      assert.strictEqual(totp.status, 200, totp.text)
      assertProblem(await remove(here, passkey.passkeyId), 409, "INVALID_STATE")
      assert.isTrue((await here.ask("GET", session)).json.person.has_second_factor)
      // The password alone does not sign in.
      await afterPassword(service, here.email)
      await Visitor.secure(here)
      assert.strictEqual((await remove(here, passkey.passkeyId)).status, 200)
      assertProblem(await remove(here, passkey.passkeyId), 404, "PASSKEY_NOT_FOUND")
      assertProblem(await here.ask("POST", `${api}/totp/disable`, { password }), 409)
    })

    test("can be removed by customers as their last one, who then sign in by the password alone", async (service) => {
      const ada = await Visitor.first(service)
      const email = "customer@example.com"
      const invited = await ada.ask("POST", `${api}/team/invitations`, { email, role: "viewer" })
      const token = Visitor.tokenOf(invited.json.link)
      const here = await Visitor.accept(service, token, { name: "C" })
      const passkey = await add(here)
      assert.strictEqual((await remove(here, passkey.passkeyId)).status, 200)
      assert.isFalse((await here.ask("GET", session)).json.person.has_second_factor)
      const begun = await Visitor.visitor(service).ask("POST", `${api}/sign-in`, {
        email,
        password
      })
      assert.deepStrictEqual(begun.json, { next: "done" })
    })

    test("is deleted by a reset of access", async (service) => {
      const ada = await Visitor.first(service)
      const lost = await Visitor.invited(service, ada, "viewer")
      const passkey = await add(lost)
      const { id } = (await lost.ask("GET", session)).json.person
      const reset = await ada.ask("POST", `${api}/staff/people/${id}/reset`, { reason: "stolen" })
      const token = Visitor.tokenOf(reset.json.link)
      const next = "another long password"
      const back = Visitor.visitor(service)
      const accepted = await back.ask("POST", `${api}/invitation/accept`, { token, password: next })
      assert.deepStrictEqual(accepted.json, { next: "done" })
      assert.deepStrictEqual(await factors(back), { has_authenticator: false, passkeys: [] })
      const { options, someone } = await alone(service)
      assertRefused(await enter(someone, passkey.sign(options)), /not registered/)
    })
  }
})

suite("A passkey is refused", environment, {
  "because of its challenge or its site": (test) => {
    test("with a challenge that was used already", async (service) => {
      const passkey = await add(await joined(service, "reused@example.com"))
      const { options, someone } = await alone(service)
      const cookies = new Map(someone.cookies)
      const answer = passkey.sign(options)
      assert.strictEqual((await enter(someone, answer)).status, 200)
      const replay = Visitor.visitor(service)
      for (const [name, value] of cookies) replay.cookies.set(name, value)
      assertRefused(await enter(replay, answer), /already used/)
      assertRefused(await enter(replay, passkey.sign(options)), /already used/)
      assertProblem(await replay.ask("GET", session), 401)
      // A failed response uses the challenge up.
      const failed = await alone(service)
      const spoiled = passkey.sign(failed.options, { origin: "http://evil.example" })
      assertRefused(await enter(failed.someone, spoiled), /a site other than this dashboard/)
      assertRefused(await enter(failed.someone, passkey.sign(failed.options)), /already used/)
    })

    test("with another browser's challenge, without one, and with a forged one", async (service) => {
      const passkey = await add(await joined(service, "browser@example.com"))
      const mine = await alone(service)
      const theirs = await alone(service)
      assertRefused(await enter(mine.someone, passkey.sign(theirs.options)), /an older request/)
      const none = Visitor.visitor(service)
      assertRefused(await enter(none, passkey.sign(theirs.options)), /Start again/)
      for (const [name, value] of theirs.someone.cookies) {
        none.cookies.set(name, value.replace("alone", "other"))
      }
      assertRefused(await enter(none, passkey.sign(theirs.options)), /Start again/)
    })

    test("for another site, in a sign-in and when it is added", async (service) => {
      const here = await joined(service, "origin@example.com")
      const passkey = await add(here)
      const { options, someone } = await alone(service)
      const foreign = { origin: "https://evil.example" }
      assertRefused(
        await enter(someone, passkey.sign(options, foreign)),
        /a site other than this dashboard/
      )
      const begun = await begin(here)
      const credential = Authenticator.make(origin).register(begun.json.options, foreign)
      const added = await here.ask("POST", `${api}/passkeys`, { name: "n", credential })
      assertProblem(added, 400, "VALIDATION_ERROR")
      assert.match(added.json.message, /a site other than this dashboard/)
      // The authenticator signs the host name, whatever origin the browser states.
      const again = await alone(service)
      const other = passkey.sign({ ...again.options, rpId: "evil.example" })
      assertRefused(await enter(again.someone, other), /incorrect/)
    })
  },

  "because of its owner": (test) => {
    test("that is not registered, or belongs to another user", async (service) => {
      const one = await joined(service, "mine@example.com")
      await add(one)
      const two = await add(await joined(service, "theirs@example.com"))
      const { options, someone } = await alone(service)
      const stranger = Authenticator.make(origin)
      assertRefused(await enter(someone, stranger.sign(options)), /not registered/)
      const second = await afterPassword(service, one.email)
      assertRefused(await enter(second.someone, two.sign(second.options)), /another user/)
      assertProblem(await second.someone.ask("GET", session), 401)
      const { id } = (await one.ask("GET", session)).json.person
      const path = `/admin/v1/audit-logs?action=person.sign_in_failed&actor_id=${id}`
      const { json } = await one.ask("GET", path)
      assert.deepStrictEqual(json.data[0].changes, { proof: "passkey" })
      // A passkey that one user registered cannot be registered by another one.
      const begun = await begin(one)
      const body = { name: "n", credential: two.register(begun.json.options) }
      assertProblem(await one.ask("POST", `${api}/passkeys`, body), 409, "INVALID_STATE")
      assertProblem(await remove(one, two.passkeyId), 404, "PASSKEY_NOT_FOUND")
    })
  },

  "because of its signature": (test) => {
    test("whose count of signatures does not rise", async (service) => {
      const passkey = await add(await joined(service, "count@example.com"))
      for (const [counter, isAccepted] of [
        [5, true],
        [5, false],
        [4, false],
        [0, false],
        [6, true]
      ] as const) {
        const { options, someone } = await alone(service)
        const answer = await enter(someone, passkey.sign(options, { counter }))
        if (isAccepted) assert.strictEqual(answer.status, 200, `${counter}: ${answer.text}`)
        else assertRefused(answer, /may be a copy/)
      }
    })

    test("with a signature of another key", async (service) => {
      const passkey = await add(await joined(service, "signature@example.com"))
      const { options, someone } = await alone(service)
      const { signature } = Authenticator.make(origin).sign(options)
      assertRefused(await enter(someone, { ...passkey.sign(options), signature }), /incorrect/)
    })

    test("as the eleventh of a user, even if several are added at once", async (service) => {
      const here = await joined(service, "many@example.com")
      for (let count = 1; count < Limits.identity.passkeysMax; count++)
        await add(here, `Key ${count}`)
      // The registrations share a session, and each has a different challenge.
      const begun = await Promise.all(
        [0, 1].map(async () => {
          const tab = Visitor.visitor(service)
          for (const [name, value] of here.cookies) tab.cookies.set(name, value)
          const { json } = await begin(tab)
          return { tab, credential: Authenticator.make(origin).register(json.options) }
        })
      )
      const statuses = await Promise.all(
        begun.map(async ({ credential, tab }) => {
          const answer = await tab.ask("POST", `${api}/passkeys`, { name: "n", credential })
          return answer.status
        })
      )
      assert.deepStrictEqual(statuses.sort(), [200, 409])
      const refused = await begin(here)
      assertProblem(refused, 409, "INVALID_STATE")
      assert.match(refused.json.message, /at most 10 passkeys/)
      assert.strictEqual((await factors(here)).passkeys.length, Limits.identity.passkeysMax)
    })

    test("with an attestation that brings certificates, or bytes that are none", async (service) => {
      const here = await joined(service, "attested@example.com")
      const given = [
        (options: Authenticator.Options) =>
          Authenticator.make(origin).register(options, { certificate: Buffer.alloc(300, 48) }),
        (options: Authenticator.Options) => ({
          ...Authenticator.make(origin).register(options),
          attestation: "AAAA"
        })
      ]
      for (const register of given) {
        const begun = await begin(here)
        const credential = register(begun.json.options)
        const added = await here.ask("POST", `${api}/passkeys`, { name: "n", credential })
        assertProblem(added, 400, "VALIDATION_ERROR")
        assert.match(added.json.message, /passkey response is incorrect/)
      }
      const passkey = await add(here)
      const { options, someone } = await alone(service)
      const broken = { ...passkey.sign(options), authenticator_data: "AAAA" }
      assertRefused(await enter(someone, broken), /incorrect/)
    })

    test("in a session other than the one that gave the password", async (service) => {
      const here = await joined(service, "session@example.com")
      const there = Visitor.visitor(service)
      await there.ask("POST", `${api}/sign-in`, { email: here.email, password })
      const begun = await begin(here)
      const [cookie = ["", ""]] = [...here.cookies].filter(([name]) => name.endsWith(".passkey"))
      there.cookies.set(...cookie)
      const credential = Authenticator.make(origin).register(begun.json.options)
      const added = await there.ask("POST", `${api}/passkeys`, { name: "n", credential })
      assertProblem(added, 409, "INVALID_STATE")
    })
  }
})

suite("A dashboard under an IP address", { DASHBOARD_URL: "http://127.0.0.1:8080" }, (test) => {
  test("names the reason why it accepts no passkeys", async (service) => {
    const here = await joined(service, "address@example.com")
    for (const answer of [await begin(here), await askFor(Visitor.visitor(service), false)]) {
      assertProblem(answer, 409, "INVALID_STATE")
      assert.match(answer.json.message, /host name/)
    }
  })
})
