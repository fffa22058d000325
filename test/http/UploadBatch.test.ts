/** CSV uploads to the running service. */
import { connect } from "node:net"
import { assert } from "@effect/vitest"
import type * as Service from "../support/service.ts"
import { assertInvalid, assertProblem, customer, exchange, suite, until } from "./suite.ts"

const header = "phone,network,amount_usdc,name,idempotency_key"
const type = { "content-type": "multipart/form-data; boundary=B" }
const line = (key: string) => `+256770000001,mtn_uganda,1.5,Jo,${key}`

const form = (csv: string, key?: string): string => {
  const file = 'Content-Disposition: form-data; name="file"; filename="rows.csv"'
  const field = 'Content-Disposition: form-data; name="idempotency_key"'
  const first = key === undefined ? "" : `--B\r\n${field}\r\n\r\n${key}\r\n`
  return `${first}--B\r\n${file}\r\n\r\n${csv}\r\n--B--\r\n`
}

const upload = (service: Service.Service, raw: string, headers = {}, path = "/v1/batches") =>
  service.call("POST", path, { raw, headers: { ...type, ...headers } })

suite(
  "A CSV upload to the service",
  {},
  {
    "with an idempotency key and rows": (test) => {
      test("is replayed under its key, from the field or the header, and refused with other rows", async (service) => {
        const body = form(`${header}\n${line("a")}\n`, "batch")
        const first = await upload(service, body)
        assert.strictEqual(first.status, 202, first.text)
        const again = await upload(service, body)
        assert.strictEqual(again.text, first.text)
        assert.strictEqual(again.headers.get("idempotent-replayed"), "true")
        const byHeader = await upload(service, form(`${header}\n${line("a")}\n`), {
          "idempotency-key": "batch"
        })
        assert.strictEqual(byHeader.text, first.text)
        const other = await upload(service, form(`${header}\n${line("b")}\n`, "batch"))
        assertProblem(other, 409, "DUPLICATE_IDEMPOTENCY_KEY")
        const two = await upload(service, body, { "idempotency-key": "another" })
        assertInvalid(two, "idempotency_key")
      })

      test("is the same request as its rows in JSON", async (service) => {
        const csv = await upload(service, form(`${header}\n${line("same")}\n`, "as json"))
        const row = { phone: "+256770000001", network: "mtn_uganda", amount_usdc: 1.5, name: "Jo" }
        const body = { payouts: [{ ...row, idempotency_key: "same" }], idempotency_key: "as json" }
        const json = await service.call("POST", "/v1/batches", { body })
        assert.strictEqual(json.text, csv.text)
      })

      test("is paid from the balance if the form says so", async (service) => {
        const { key } = await customer(service)
        const paid = (csv: string, funding: string) =>
          service.call("POST", "/v1/batches", {
            key,
            raw: `--B\r\nContent-Disposition: form-data; name="funding"\r\n\r\n${funding}\r\n${form(csv)}`,
            headers: type
          })
        const csv = `${header}\n${line("from the balance")}\n`
        const refused = await paid(csv, "balance")
        const short = { error: "INSUFFICIENT_BALANCE", needed_usdc: 1.5, available_usdc: 0 }
        assert.deepInclude(refused.json, short)
        assertInvalid(await paid(csv, "credit"), "funding")
        const body = { amount_usdc: 2 }
        await service.call("POST", "/v1/sandbox/balance/deposit", { key, body })
        const created = await paid(csv, "balance")
        assert.deepInclude(created.json, { funding: "balance", funding_status: "funded" })
      })

      test("reports errors of the file and of the schema, once for each field, in order", async (service) => {
        const rows = [
          "2.56E+11,mtn_mars,1,,c",
          line("d"),
          "+256770000001,mtn_uganda,1,c",
          "+254770000001,mtn_uganda,0.001,,e"
        ]
        const answer = await upload(service, form(`${header}\n${rows.join("\n")}\n`))
        assertProblem(answer, 400, "VALIDATION_ERROR")
        assert.deepStrictEqual(
          answer.json.errors.map(({ code, field, row }: Record<string, unknown>) => [
            row,
            field,
            code
          ]),
          [
            [1, "phone", "spreadsheet_number"],
            [1, "network", "unknown_network"],
            [3, "row", "wrong_cells"],
            [4, "amount_usdc", "too_small"]
          ]
        )
      })
    },

    "with its bounds": (test) => {
      test("has a separate size limit, and is accepted on its route only", async (service) => {
        const long = form(`${header}\n${"x".repeat(3 * 1024 * 1024)}`)
        assertProblem(await upload(service, long), 413, "PAYLOAD_TOO_LARGE")
        const elsewhere = await upload(service, form(header), {}, "/v1/quotes")
        assertProblem(elsewhere, 415, "UNSUPPORTED_MEDIA_TYPE")
        const json = JSON.stringify({ payouts: [], x: "x".repeat(1.5 * 1024 * 1024) })
        const large = await upload(service, json, { "content-type": "application/json" })
        assertProblem(large, 413, "PAYLOAD_TOO_LARGE")
      })

      test("is refused without a valid API key before it is read", async (service) => {
        const body = form(`${header}\n`)
        const head = `POST /v1/batches HTTP/1.1\r\nContent-Type: ${type["content-type"]}`
        const answer = await exchange(service, `${head}\r\nContent-Length: ${body.length}`, body)
        assertProblem(answer, 401, "UNAUTHORIZED")
      })

      test("that breaks off releases its slot and leaves no batch", async (service) => {
        const body = form(`${header}\n${line("broken")}\n`)
        const { hostname, port } = new URL(service.url)
        const before = (await service.call("GET", "/v1/batches")).json.total
        for (let n = 0; n < 50; n++) {
          await new Promise<void>((resolve) => {
            const socket = connect(Number(port), hostname, () => {
              const auth = "Authorization: Bearer sk_sandbox_0123456789abcdef"
              const head = `POST /v1/batches HTTP/1.1\r\nHost: h\r\n${auth}`
              const length = `Content-Length: ${body.length}\r\nContent-Type: ${type["content-type"]}`
              socket.write(
                `${head}\r\n${length}\r\n\r\n${body.slice(0, Math.floor((n * (body.length - 1)) / 49))}`,
                () => socket.destroy()
              )
            })
            socket.on("close", () => resolve())
          })
        }
        const after = await until(
          () => service.call("GET", "/v1/batches"),
          ({ status }) => status === 200
        )
        assert.strictEqual(after.json.total, before)
        const whole = await upload(service, body)
        assert.strictEqual(whole.status, 202)
      })
    }
  }
)
