/** A staff user's choice to get e-mails about incidents. */
import { assert } from "@effect/vitest"
import * as Service from "../support/service.ts"
import * as Visitor from "../support/visitor.ts"
import { assertProblem, suite } from "./suite.ts"

const path = "/dashboard/api/staff/notice-choice"

suite(
  "E-mails about incidents",
  { SMTP_URL: "smtp://127.0.0.1:2525", SMTP_FROM: "payouts@example.com" },
  {
    "of a user of the staff": (test) => {
      test("are disabled until chosen, and each choice is in the audit log", async (service) => {
        const ada = await Visitor.first(service)
        const before = { incidents: false, is_mail_set_up: true }
        assert.deepStrictEqual((await ada.ask("GET", path)).json, before)
        for (const incidents of [true, true, false]) {
          const chosen = await ada.ask("PATCH", path, { incidents })
          assert.strictEqual(chosen.status, 200, chosen.text)
          assert.deepStrictEqual(chosen.json, { ...before, incidents })
          assert.deepStrictEqual((await ada.ask("GET", path)).json, { ...before, incidents })
        }
        const { json } = await service.call(
          "GET",
          "/admin/v1/audit-logs?action=person.notices_chosen",
          { key: Service.adminKey }
        )
        assert.strictEqual(json.total, 2, "the same choice again is none")
      })

      test("are refused with any value other than true or false", async (service) => {
        const ada = await Visitor.first(service)
        assertProblem(await ada.ask("PATCH", path, { incidents: "yes" }), 400, "VALIDATION_ERROR")
      })
    },

    "of customers and keys": (test) => {
      test("are not offered", async (service) => {
        const ada = await Visitor.first(service)
        const owner = await Visitor.invited(service, ada, "owner")
        assertProblem(await owner.ask("GET", path), 403, "FORBIDDEN")
        const byKey = await service.call("GET", path, { key: Service.adminKey })
        assertProblem(byKey, 401, "UNAUTHORIZED")
      })
    }
  }
)
