/**
 * Keys, invitations and reset links, which end with the key that issued them, through any chain.
 */
import { assert } from "@effect/vitest"
import * as Service from "../support/service.ts"
import * as Visitor from "../support/visitor.ts"
import { assertProblem, suite } from "./suite.ts"

const operators = "/admin/v1/operators"
const accounts = "/admin/v1/accounts"
const staff = "/dashboard/api/staff"

const after = (ms: number): string => new Date(Date.now() + ms).toISOString()

let named = 0

/** Requests with an operator's key. */
const desk = ({ call }: Service.Service, key: string) => {
  const post = (path: string, body: object) => call("POST", path, { key, body })
  return {
    post,
    issue: async (more: object = {}) => {
      const made = await post(operators, { name: `operator ${named++}`, ...more })
      assert.strictEqual(made.status, 201, made.text)
      return made.json as { readonly id: string; readonly key: string }
    },
    invite: (path: string, role: string) =>
      post(path, { email: `invited.${named++}@example.com`, role }),
    rotate: (id: string, overlap_hours: number) =>
      post(`${operators}/${id}/rotate`, { overlap_hours }),
    revoke: (id: string) => call("DELETE", `${operators}/${id}`, { key }),
    works: async () => (await call("GET", operators, { key })).status === 200
  }
}

const accountOf = async ({ call }: Service.Service): Promise<string> =>
  (await call("GET", accounts, { key: Service.adminKey })).json.data.at(-1).id

const accept = (service: Service.Service, link: string) =>
  Visitor.visitor(service).ask("POST", "/dashboard/api/invitation/accept", {
    ...{ token: Visitor.tokenOf(link), password: Visitor.password, name: "Invited" }
  })

const linkOf = (answer: Service.Answer): string => {
  assert.strictEqual(answer.status, 201, answer.text)
  return answer.json.link
}

const first = (service: Service.Service) => desk(service, Service.adminKey)

suite(
  "An invitation of staff by an operator's key",
  {},
  {
    "whose key is revoked or replaced": (test) => {
      const ends = {
        "is revoked": (service: Service.Service, id: string) => first(service).revoke(id),
        "is replaced without an overlap": (service: Service.Service, id: string) =>
          first(service).rotate(id, 0)
      }
      for (const [how, end] of Object.entries(ends)) {
        test(`is refused at acceptance once the key ${how}`, async (service) => {
          const own = await first(service).issue()
          const link = linkOf(
            await desk(service, own.key).invite(Visitor.staffInvitations, "admin")
          )
          assert.isBelow((await end(service, own.id)).status, 300)
          assertProblem(await accept(service, link), 409, "INVALID_STATE")
          const opened = await Visitor.visitor(service).ask("POST", "/dashboard/api/invitation", {
            token: Visitor.tokenOf(link)
          })
          assertProblem(opened, 409, "INVALID_STATE")
        })

        test(`is refused at acceptance once the first key of three ${how}`, async (service) => {
          const own = await first(service).issue()
          const second = await desk(service, own.key).issue()
          const third = await desk(service, second.key).issue()
          const link = linkOf(
            await desk(service, third.key).invite(Visitor.staffInvitations, "admin")
          )
          assert.isBelow((await end(service, own.id)).status, 300)
          assertProblem(await accept(service, link), 409, "INVALID_STATE")
          for (const { key } of [own, second, third]) {
            assertProblem(
              await desk(service, key).post(operators, { name: "no" }),
              401,
              "UNAUTHORIZED"
            )
          }
        })
      }

      test("does not affect a user who accepted it before", async (service) => {
        const own = await first(service).issue()
        const link = linkOf(
          await desk(service, own.key).invite(Visitor.staffInvitations, "operator")
        )
        assert.strictEqual((await accept(service, link)).status, 200)
        await first(service).revoke(own.id)
        const ada = await Visitor.first(service)
        const { json } = await ada.ask("GET", `${staff}/team`)
        const roles = json.members.map(({ role }: { role: string }) => role)
        assert.include(roles, "operator")
      })
    },

    "whose key expires": (test) => {
      test("cannot be sent, because staff do not expire", async (service) => {
        const { key } = await first(service).issue({ expires_at: after(60_000) })
        const refused = await desk(service, key).invite(Visitor.staffInvitations, "admin")
        assertProblem(refused, 403, "FORBIDDEN")
        assert.include(refused.json.message, "staff do not expire")
      })

      test("cannot be sent once the key has a successor", async (service) => {
        const own = await first(service).issue()
        await first(service).rotate(own.id, 1)
        const refused = await desk(service, own.key).invite(Visitor.staffInvitations, "admin")
        assertProblem(refused, 403, "FORBIDDEN")
      })
    }
  }
)

suite(
  "A key for a customer",
  {},
  {
    "issued by an operator's key": (test) => {
      const customerKey = async (service: Service.Service, key: string, more: object = {}) => {
        const path = `${accounts}/${await accountOf(service)}/api-keys`
        return desk(service, key).post(path, { name: `server ${named++}`, scope: "full", ...more })
      }
      const worksFor = async ({ call }: Service.Service, key: string) =>
        (await call("GET", "/v1/payouts", { key })).status === 200

      test("is revoked together with that key, and the audit log counts what ended", async (service) => {
        const own = await first(service).issue()
        const made = (await customerKey(service, own.key)).json
        assert.isTrue(await worksFor(service, made.key))
        linkOf(await desk(service, own.key).invite(Visitor.staffInvitations, "admin"))
        await first(service).revoke(own.id)
        assert.isFalse(await worksFor(service, made.key))
        const path = `/admin/v1/audit-logs?action=api_key.revoked&subject_id=${own.id}`
        const { json } = await service.call("GET", path, { key: Service.adminKey })
        assert.deepInclude(json.data[0].changes, { keys_ended: "1", invitations_ended: "1" })
      })

      test("remains after a rotation with an overlap, and is revoked together with the successor", async (service) => {
        const own = await first(service).issue()
        const made = (await customerKey(service, own.key)).json
        const next = (await desk(service, own.key).rotate(own.id, 1)).json
        await first(service).revoke(own.id)
        assert.isFalse(await desk(service, own.key).works())
        assert.isTrue(await desk(service, next.key).works())
        assert.isTrue(await worksFor(service, made.key))
        await first(service).revoke(next.id)
        assert.isFalse(await worksFor(service, made.key))
      })

      test("is revoked by a rotation without an overlap, and the successor works", async (service) => {
        const own = await first(service).issue()
        const made = (await customerKey(service, own.key)).json
        const next = (await desk(service, own.key).rotate(own.id, 0)).json
        assert.isFalse(await worksFor(service, made.key))
        const link = linkOf(
          await desk(service, next.key).invite(Visitor.staffInvitations, "operator")
        )
        assert.strictEqual((await accept(service, link)).status, 200)
      })

      test("expires at the latest when that key expires", async (service) => {
        const expires_at = after(60_000)
        const { key } = await first(service).issue({ expires_at })
        assertProblem(await customerKey(service, key), 403, "FORBIDDEN")
        assertProblem(
          await customerKey(service, key, { expires_at: after(90_000) }),
          403,
          "FORBIDDEN"
        )
        const made = await customerKey(service, key, { expires_at })
        assert.strictEqual(made.status, 201, made.text)
        const lasting = (await customerKey(service, Service.adminKey)).json
        const path = `${accounts}/${await accountOf(service)}/api-keys/${lasting.id}/rotate`
        assertProblem(await desk(service, key).post(path, {}), 403, "FORBIDDEN")
      })
    }
  }
)

suite("An operator's key", {}, (test) => {
  test("cannot replace the key that issued it without an overlap", async (service) => {
    const own = await first(service).issue()
    const { key } = await desk(service, own.key).issue()
    assertProblem(await desk(service, key).rotate(own.id, 0), 409, "INVALID_STATE")
    assert.isTrue(await desk(service, own.key).works())
  })

  test("cannot be revoked if no key without an expiry would remain", async (service) => {
    await first(service).issue()
    const [oldest] = (
      await service.call("GET", `${operators}?limit=100`, { key: Service.adminKey })
    ).json.data.slice(-1)
    assertProblem(await first(service).revoke(oldest.id), 409, "INVALID_STATE")
  })
})

suite("Two invitations to one address", {}, (test) => {
  test("that are accepted at the same time create one user", async (service) => {
    const email = "twice@example.com"
    const ada = await Visitor.first(service)
    const team = { email, role: "viewer" }
    // The two invitations have different issuers, because acceptances of one issuer's invitations
    // are decided one after another.
    const links = [
      linkOf(await first(service).post(Visitor.staffInvitations, { email, role: "operator" })),
      linkOf(await ada.ask("POST", "/dashboard/api/team/invitations", team))
    ]
    const answers = await Promise.all(links.map((link) => accept(service, link)))
    const statuses = answers.map(({ status }) => status).toSorted()
    assert.deepStrictEqual(statuses, [200, 409])
    const teams = await Promise.all(
      ["/dashboard/api/staff/team", "/dashboard/api/team"].map((path) => ada.ask("GET", path))
    )
    const members = teams.flatMap(({ json }) => json.members)
    assert.lengthOf(
      members.filter((each: { email: string }) => each.email === email),
      1
    )
    // The other link now requires a sign-in, because its user exists.
    const other = links[answers.findIndex(({ status }) => status === 409)] ?? ""
    assertProblem(await accept(service, other), 401, "SIGN_IN_REFUSED")
  })
})
