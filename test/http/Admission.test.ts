/** Invitations of staff under HOLD_APPROVALS=2: another user of the staff must approve them. */
import { assert } from "@effect/vitest"
import * as Service from "../support/service.ts"
import * as Visitor from "../support/visitor.ts"
import { assertProblem, suite } from "./suite.ts"

const staff = "/dashboard/api/staff"

let named = 0

const invite = async (who: Visitor.Visitor, role = "admin") => {
  const email = `guest.${named++}@example.com`
  const { json, status, text } = await who.ask("POST", Visitor.staffInvitations, { email, role })
  assert.strictEqual(status, 201, text)
  return json as { readonly id: string; readonly link: string; readonly approvals_missing: number }
}

const accept = (service: Service.Service, link: string) =>
  Visitor.visitor(service).ask("POST", "/dashboard/api/invitation/accept", {
    ...{ token: Visitor.tokenOf(link), password: Visitor.password, name: "Guest" }
  })

const approvalOf = (id: string) => `${Visitor.staffInvitations}/${id}/approve`

const approveWithKey = ({ call }: Service.Service, id: string, key = Service.adminKey) =>
  call("POST", approvalOf(id), { key, body: {} })

const personOf = async (who: Visitor.Visitor): Promise<string> =>
  (await who.ask("GET", "/dashboard/api/session")).json.person.id

suite(
  "An invitation of staff under HOLD_APPROVALS=2",
  { HOLD_APPROVALS: "2" },
  {
    "before another user approved it": (test) => {
      test("is refused at acceptance, even if its sender approved it with an API key", async (service) => {
        const ada = await Visitor.first(service)
        const { approvals_missing, id, link } = await invite(ada)
        assert.strictEqual(approvals_missing, 1)
        const own = await ada.ask("POST", "/admin/v1/operators", { name: `of ada ${named}` })
        for (const approval of [
          await ada.ask("POST", approvalOf(id), {}),
          await approveWithKey(service, id, own.json.key)
        ]) {
          assert.deepInclude(approval.json, { approvals: [ada.email], approvals_missing: 1 })
        }
        const refused = await accept(service, link)
        assertProblem(refused, 409, "INVALID_STATE")
        assert.include(refused.json.message, "1 more person of the staff must approve this link")
        const people = (await ada.ask("GET", `${staff}/team`)).json
        assert.deepInclude(
          people.invitations.find((each: { id: string }) => each.id === id),
          { approvals: [ada.email], approvals_missing: 1, is_reset: false }
        )
      })

      test("is refused at acceptance if the user who approved it was removed", async (service) => {
        const ada = await Visitor.first(service)
        const gone = await Visitor.invited(service, ada, "compliance", Visitor.staffInvitations)
        const { id, link } = await invite(ada)
        const approval = await gone.ask("POST", approvalOf(id), {})
        assert.strictEqual(approval.json.approvals_missing, 0, approval.text)
        await ada.ask("DELETE", `${staff}/team/members/${await personOf(gone)}`)
        assertProblem(await accept(service, link), 409, "INVALID_STATE")
      })

      test("cannot be approved by an operator, who may not release holds, or by a customer", async (service) => {
        const ada = await Visitor.first(service)
        const clerk = await Visitor.invited(service, ada, "operator", Visitor.staffInvitations)
        const { id } = await invite(ada)
        assertProblem(await clerk.ask("POST", approvalOf(id), {}), 403, "FORBIDDEN")
        assertProblem(await service.call("POST", approvalOf(id), { body: {} }), 401, "UNAUTHORIZED")
        const unknown = approvalOf(`${id.slice(0, -4)}0000`)
        assertProblem(await ada.ask("POST", unknown, {}), 404, "INVITATION_NOT_FOUND")
      })
    },

    "once another user approved it": (test) => {
      test("is accepted, and the audit log shows the approval", async (service) => {
        const ada = await Visitor.first(service)
        const { id, link } = await invite(ada)
        const approval = await approveWithKey(service, id)
        assert.deepInclude(approval.json, {
          approvals: [ada.email, "first operator"],
          approvals_missing: 0
        })
        assert.strictEqual((await accept(service, link)).status, 200)
        const path = `/admin/v1/audit-logs?action=invitation.approved&subject_id=${id}`
        const { json } = await service.call("GET", path, { key: Service.adminKey })
        assert.strictEqual(json.data[0].actor.name, "first operator")
      })

      test("is refused if only the first operator's key sent and approved it", async (service) => {
        const ada = await Visitor.first(service)
        const token = await Visitor.staffToken(service, "by.key@example.com")
        const link = `http://x/#token=${token}`
        assertProblem(await accept(service, link), 409, "INVALID_STATE")
        const { invitations } = (await ada.ask("GET", `${staff}/team`)).json
        const { id } = invitations.find(
          (each: { email: string }) => each.email === "by.key@example.com"
        )
        await approveWithKey(service, id)
        assertProblem(await accept(service, link), 409, "INVALID_STATE")
        await ada.ask("POST", approvalOf(id), {})
        assert.strictEqual((await accept(service, link)).status, 200)
      })
    }
  }
)

suite("The staff under HOLD_APPROVALS=2", { HOLD_APPROVALS: "2" }, (test) => {
  test("need another user's approval to reset a colleague's access", async (service) => {
    const ada = await Visitor.first(service)
    const bob = await Visitor.invited(service, ada, "compliance", Visitor.staffInvitations)
    const path = `${staff}/people/${await personOf(bob)}/reset`
    const { json } = await ada.ask("POST", path, { reason: "lost phone" })
    assert.deepInclude(json, { approvals_missing: 1, is_reset: true })
    assertProblem(await accept(service, json.link), 409, "INVALID_STATE")
    const { invitations } = (await ada.ask("GET", `${staff}/team`)).json
    assert.include(
      invitations.map(({ id }: { id: string }) => id),
      json.id
    )
    await approveWithKey(service, json.id)
    assert.strictEqual((await accept(service, json.link)).status, 200)
  })

  test("cannot give a member a role that releases holds", async (service) => {
    const ada = await Visitor.first(service)
    const clerk = await Visitor.invited(service, ada, "operator", Visitor.staffInvitations)
    const path = `${staff}/team/members/${await personOf(clerk)}`
    for (const role of ["admin", "compliance"]) {
      const refused = await ada.ask("PATCH", path, { role })
      assertProblem(refused, 409, "INVALID_STATE")
    }
  })

  test("invite users of a customer's account without an approval", async (service) => {
    const ada = await Visitor.first(service)
    const body = { email: `member.${named++}@example.com`, role: "viewer" }
    const { json } = await ada.ask("POST", "/dashboard/api/team/invitations", body)
    assert.deepInclude(json, { approvals: [], approvals_missing: 0 })
    assert.strictEqual((await accept(service, json.link)).status, 200)
  })
})

suite("The first user of the staff under HOLD_APPROVALS=2", { HOLD_APPROVALS: "2" }, (test) => {
  test("is admitted by the first operator's key alone, and the second user is not", async (service) => {
    const links = await Promise.all(
      ["first@example.com", "second@example.com"].map(
        async (email) => `http://x/#token=${await Visitor.staffToken(service, email)}`
      )
    )
    const [one = "", two = ""] = links
    assert.strictEqual((await accept(service, one)).status, 200)
    assertProblem(await accept(service, two), 409, "INVALID_STATE")
  })
})

suite("An invitation of staff under HOLD_APPROVALS=1", {}, (test) => {
  test("works without another approval", async (service) => {
    const { approvals_missing, link } = await invite(await Visitor.first(service))
    assert.strictEqual(approvals_missing, 0)
    assert.strictEqual((await accept(service, link)).status, 200)
  })
})
