/** The passwords that users may set. */
import { assert, describe, it } from "@effect/vitest"
import * as CommonPasswords from "../../src/usecases/CommonPasswords.ts"
import * as Visitor from "../support/visitor.ts"
import { assertInvalid, suite } from "./suite.ts"

describe("A password", () => {
  it("is common in any letter case, repeated, and with a few characters added", () => {
    const common = [
      ...["administrator", "AdminiStrator", "qwerty123456", "passwordpassword"],
      ...["password1234", "!!Password2026!!", "12345letmein", "aaaaaaaaaaaa", "123123123123"]
    ]
    assert.deepStrictEqual(
      common.filter((one) => !CommonPasswords.isCommon(one)),
      []
    )
  })

  it("is not common if its words or characters are unusual together", () => {
    const good = [
      "correct horse battery",
      "another long password",
      "vK3-pq9-wLm2-zz",
      "кот и пёс на реке"
    ]
    assert.deepStrictEqual(good.filter(CommonPasswords.isCommon), [])
  })
})

suite("A new password", {}, (test) => {
  test("is refused where it is too short or common, and the rule is named", async (service) => {
    const someone = Visitor.visitor(service)
    const path = "/dashboard/api/invitation/accept"
    const given = { token: service.token, email: "ada@example.com", name: "Ada" }
    const short = await someone.ask("POST", path, { ...given, password: "elevenchars" })
    assertInvalid(short, "password")
    assert.include(short.json.errors[0].message, "at least 12 characters")
    const common = await someone.ask("POST", path, { ...given, password: "Administrator1" })
    assertInvalid(common, "password")
    assert.strictEqual(common.json.errors[0].code, "too_common")
    assert.include(common.json.errors[0].message, "several unrelated words")
    assert.notInclude(common.text, "Administrator1")
    // The refused passwords did not use the invitation up.
    const ada = await Visitor.first(service)
    const change = { current_password: Visitor.password, new_password: "password1234" }
    assertInvalid(await ada.ask("POST", "/dashboard/api/password", change), "new_password")
  })
})
