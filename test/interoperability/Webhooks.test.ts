/** Deliveries of the service, verified by third-party libraries of Standard Webhooks. */
import { createRequire } from "node:module"
import * as path from "node:path"
import { assert } from "@effect/vitest"
import { describe } from "vitest"
import { PayoutClient } from "../../src/client/main.ts"
import { suite } from "../http/suite.ts"
import * as Program from "../support/program.ts"
import * as Service from "../support/service.ts"
import * as Tools from "./tools.ts"

type Verify = (body: string, headers: Readonly<Record<string, string>>) => unknown
type Library = new (secret: string) => { readonly verify: Verify }

/** Names that have caused failures in other libraries. */
const names = ["Amina Nakato", "Ọlájùmọ̀kẹ́", "ተስፋዬ", "محمد علي", "陈 美玲", "Zoë 🎉"]

const libraries = (): Readonly<Record<string, Library>> => {
  const load = createRequire(path.join(import.meta.dirname, "package.json"))
  return { standardwebhooks: load("standardwebhooks").Webhook, svix: load("svix").Webhook }
}

describe.skipIf(!Tools.areInstalled)("With third-party libraries", () => {
  suite("a webhook", { SANDBOX_TIME_SCALE: "0.001" }, (test) => {
    test("is verified before, during and after a rotation of its secret", async ({ url }) => {
      const client = new PayoutClient({ apiKey: Service.apiKey, baseUrl: url })
      const receiver = await Program.receiver()
      const { endpoints } = client.webhooks
      const { id, secret } = await endpoints.create({ url: receiver.url, events: ["*"] })
      const submit = (name: string) =>
        client.batches.create({
          name: `Löhne ${name}`,
          payouts: names.map((each, index) => ({
            ...{ phone: "+256770000001", network: "MTN_UG", amount_usdc: 10 + index },
            ...{ name: each, reference: `réf-${index}`, idempotency_key: `${name}-${index}` }
          }))
        })
      const completed = (count: number) =>
        receiver.until(
          (received) =>
            received.filter(({ body }) => body.includes('"batch.completed"')).length >= count
        )
      await submit("one")
      await completed(1)
      const rotated = await endpoints.rotateSecret(id, { overlap_hours: 1 })
      const second = await submit("two")
      await completed(2)
      receiver.close()
      for (const [name, Webhook] of Object.entries(libraries())) {
        const verifies = (by: string, { body, headers }: Program.Received): boolean => {
          try {
            new Webhook(by).verify(body, headers as Readonly<Record<string, string>>)
            return true
          } catch {
            return false
          }
        }
        for (const [index, delivery] of receiver.received.entries()) {
          assert.isTrue(verifies(secret, delivery), `${name}: delivery ${index}, old secret`)
          if (!delivery.body.includes(second.id)) continue
          assert.isTrue(
            verifies(rotated.secret, delivery),
            `${name}: delivery ${index}, new secret`
          )
        }
        const [first] = receiver.received
        assert.isDefined(first)
        assert.isFalse(verifies(secret, { ...first, body: `${first.body} ` }), name)
      }
    })
  })
})
