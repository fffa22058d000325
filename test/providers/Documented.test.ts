/**
 * The simulated providers respond as the providers document it, field by field. The lists here are
 * from the documentation, and the tests compare them with the simulators' responses. The only
 * undocumented field is `somethingNew`, since responses may gain fields at any time.
 * https://momodeveloper.mtn.com/api-documentation https://docs.pawapay.io/v2/api-reference
 */
import { assert, describe, it } from "vitest"
import * as Mtn from "../support/mtn.ts"
import * as PawaPay from "../support/pawapay.ts"
import * as Signing from "../support/signing.ts"

/** The type of a field, its fields `{ … }`, or a list `[…]`. `?` marks an optional field. */
type Field = string | { readonly [name: string]: Field } | readonly [Field]

const typeOf = (value: unknown): string => (Array.isArray(value) ? "array" : typeof value)

/** Differences from the documentation, each with its path. */
const differences = (
  documented: Field,
  answered: unknown,
  at = "answer"
): ReadonlyArray<string> => {
  if (typeof documented === "string") {
    const isRight = documented.split("|").some((one) => one === typeOf(answered))
    return isRight ? [] : [`${at} is ${typeOf(answered)}, documented is ${documented}`]
  }
  if (Array.isArray(documented)) {
    if (!Array.isArray(answered) || answered.length === 0) return [`${at} is no list with entries`]
    return answered.flatMap((one, n) => differences(documented[0], one, `${at}[${n}]`))
  }
  if (typeOf(answered) !== "object") return [`${at} is ${typeOf(answered)}, documented are fields`]
  const given = answered as Readonly<Record<string, unknown>>
  const names = new Map(
    Object.entries(documented).map(([name, field]) => [name.replace(/\?$/, ""), [name, field]])
  )
  const extra = Object.keys(given)
    .filter((name) => !names.has(name) && name !== "somethingNew")
    .map((name) => `${at}.${name} is not documented`)
  const others = [...names].flatMap(([name, [written, field]]) => {
    if (given[name] !== undefined) return differences(field as Field, given[name], `${at}.${name}`)
    return String(written).endsWith("?") ? [] : [`${at}.${name} is documented and not there`]
  })
  return [...extra, ...others]
}

const assertDocumented = (documented: Field, answered: unknown): void =>
  assert.deepStrictEqual(differences(documented, answered), [], JSON.stringify(answered))

const reference = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`

interface Answer {
  readonly status: number
  readonly text: string
  readonly json: unknown
}

const asker =
  (url: string, usual: Readonly<Record<string, string>>) =>
  async (
    method: string,
    path: string,
    { body, headers = {} }: { body?: unknown; headers?: Readonly<Record<string, string>> } = {}
  ): Promise<Answer> => {
    const response = await fetch(`${url}${path}`, {
      method,
      headers: { ...usual, ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) })
    })
    const text = await response.text()
    return { status: response.status, text, json: text === "" ? undefined : JSON.parse(text) }
  }

/** Uses a simulator, and closes it at the end. */
const using = async <A extends { readonly close: () => Promise<void> }>(
  start: Promise<A>,
  use: (server: A) => Promise<void>
): Promise<void> => {
  const server = await start
  try {
    await use(server)
  } finally {
    await server.close()
  }
}

const mtn = {
  token: { access_token: "string", token_type: "string", expires_in: "number" },
  error: { code: "string", message: "string" },
  transfer: {
    ...{ amount: "string", currency: "string", "financialTransactionId?": "string" },
    ...{ externalId: "string", payee: { partyIdType: "string", partyId: "string" } },
    ...{ payerMessage: "string", payeeNote: "string", status: "string" }
  },
  reason: { code: "string", message: "string" },
  balance: { availableBalance: "string", currency: "string" },
  active: { result: "boolean" },
  basicuserinfo: {
    ...{ given_name: "string", family_name: "string", birthdate: "string" },
    ...{ locale: "string", gender: "string", status: "string" }
  }
} as const

const mtnAsker = async (server: Mtn.Mtn) => {
  const { account, target, url } = server
  const subscription = { "ocp-apim-subscription-key": account.subscriptionKey }
  const basic = Buffer.from(`${account.user}:${account.key}`).toString("base64")
  const token = await asker(url, subscription)("POST", "/disbursement/token/", {
    headers: { authorization: `Basic ${basic}` }
  })
  const { access_token: bearer } = token.json as { readonly access_token: string }
  const usual = { ...subscription, authorization: `Bearer ${bearer}` }
  const ask = asker(`${url}/disbursement`, { ...usual, "x-target-environment": target })
  const send = (n: number, partyId = "256770000001", currency = "UGX") =>
    ask("POST", "/v1_0/transfer", {
      headers: { "x-reference-id": reference(n) },
      body: {
        ...{ amount: "91575", currency, externalId: `po_${n}`, payerMessage: "Payout" },
        ...{ payeeNote: "Payout", payee: { partyIdType: "MSISDN", partyId } }
      }
    })
  return { ask, send, token }
}

describe("The simulated MTN", () => {
  it("responds for tokens, balances and account holders as the portal documents", () =>
    using(Mtn.start(), async (server) => {
      const { ask, token } = await mtnAsker(server)
      assertDocumented(mtn.token, token.json)
      assertDocumented(mtn.balance, (await ask("GET", "/v1_0/account/balance")).json)
      const holder = "/v1_0/accountholder/msisdn/256770000001"
      assertDocumented(mtn.active, (await ask("GET", `${holder}/active`)).json)
      assertDocumented(mtn.basicuserinfo, (await ask("GET", `${holder}/basicuserinfo`)).json)
    }))

  it("responds for transfers as the portal documents, with both forms of a reason", async () => {
    for (const [reasons, reason] of [
      ["object", mtn.reason],
      ["string", "string"]
    ] as const) {
      await using(Mtn.start({ reasons }), async (server) => {
        const { ask, send } = await mtnAsker(server)
        // A response with 202 Accepted has no body.
        assert.deepInclude(await send(1), { status: 202, text: "" })
        const paid = await ask("GET", `/v1_0/transfer/${reference(1)}`)
        assertDocumented(mtn.transfer, paid.json)
        assert.deepInclude(paid.json as object, { status: "SUCCESSFUL" })
        assert.property(paid.json, "financialTransactionId")
        await send(2, "46733123450")
        const failed = await ask("GET", `/v1_0/transfer/${reference(2)}`)
        assertDocumented({ ...mtn.transfer, reason }, failed.json)
        await send(3, "46733123453")
        const pending = await ask("GET", `/v1_0/transfer/${reference(3)}`)
        assertDocumented(mtn.transfer, pending.json)
        assert.deepInclude(pending.json as object, { status: "PENDING" })
      })
    }
  })

  it("refuses with the statuses and codes of the portal's table", () =>
    using(Mtn.start(), async (server) => {
      const { ask, send } = await mtnAsker(server)
      await send(1)
      const refusals: ReadonlyArray<readonly [Answer, number, string]> = [
        [await send(1), 409, "RESOURCE_ALREADY_EXIST"],
        [await ask("GET", `/v1_0/transfer/${reference(9)}`), 404, "RESOURCE_NOT_FOUND"],
        [await send(2, "256770000001", "KES"), 500, "INVALID_CURRENCY"],
        [
          await ask("GET", "/v1_0/account/balance", {
            headers: { "x-target-environment": "mtnghana" }
          }),
          ...([500, "NOT_ALLOWED_TARGET_ENVIRONMENT"] as const)
        ]
      ]
      for (const [answer, status, code] of refusals) {
        assert.strictEqual(answer.status, status, code)
        assertDocumented(mtn.error, answer.json)
        assert.deepInclude(answer.json as object, { code })
      }
      const stranger = await ask("GET", "/v1_0/account/balance", {
        headers: { "ocp-apim-subscription-key": "another" }
      })
      assert.strictEqual(stranger.status, 401)
      assertDocumented({ statusCode: "number", message: "string" }, stranger.json)
    }))
})

const failureReason = { failureCode: "string", failureMessage: "string" }

const pawapay = {
  initiation: { payoutId: "string", status: "string", created: "string" },
  data: {
    ...{ payoutId: "string", status: "string", amount: "string", currency: "string" },
    ...{ country: "string", customerMessage: "string", created: "string" },
    ...{ "clientReferenceId?": "string", "providerTransactionId?": "string" },
    recipient: {
      type: "string",
      accountDetails: { phoneNumber: "string", provider: "string" }
    },
    "failureReason?": failureReason
  },
  balances: {
    balances: [
      { country: "string", balance: "string", currency: "string", provider: "string" }
    ] as const
  },
  keys: [{ id: "string", key: "string" }] as const,
  configuration: {
    companyName: "string",
    signatureConfiguration: { signedRequestsOnly: "boolean", signedCallbacks: "boolean" },
    countries: [
      {
        ...{ country: "string", prefix: "string", flag: "string" },
        displayName: { en: "string", fr: "string" },
        providers: [
          {
            ...{ provider: "string", displayName: "string", logo: "string" },
            nameDisplayedToCustomer: "string",
            currencies: [
              {
                ...{ currency: "string", displayName: "string" },
                operationTypes: {
                  PAYOUT: {
                    ...{ minAmount: "string", maxAmount: "string", decimalsInAmount: "string" },
                    ...{ status: "string", "callbackUrl?": "string" }
                  }
                }
              }
            ] as const
          }
        ] as const
      }
    ] as const
  }
} as const

const pawaPayAsker = (server: PawaPay.PawaPay) => {
  const ask = asker(server.url, { authorization: `Bearer ${server.token}` })
  const send = (n: number, phoneNumber = "256783456789", more: object = {}) =>
    ask("POST", "/v2/payouts", {
      headers: { "content-type": "application/json" },
      body: {
        ...{ payoutId: reference(n), amount: "5000", currency: "UGX", clientReferenceId: "po_1" },
        recipient: {
          type: "MMO",
          accountDetails: { phoneNumber, provider: "MTN_MOMO_UGA" }
        },
        ...more
      }
    })
  const see = (n: number) => ask("GET", `/v2/payouts/${reference(n)}`)
  return { ask, send, see }
}

describe("The simulated pawaPay", () => {
  it("responds to instructions as the reference documents", () =>
    using(PawaPay.start(), async (server) => {
      const { send } = pawaPayAsker(server)
      const taken = await send(1)
      assertDocumented(pawapay.initiation, taken.json)
      assert.deepInclude(taken.json as object, { status: "ACCEPTED", payoutId: reference(1) })
      const again = await send(1)
      assertDocumented(pawapay.initiation, again.json)
      assert.deepInclude(again.json as object, { status: "DUPLICATE_IGNORED" })
      const rejected = await send(2, "12")
      assert.strictEqual(rejected.status, 200)
      assertDocumented({ ...pawapay.initiation, failureReason }, rejected.json)
      assert.deepInclude(rejected.json as object, { status: "REJECTED" })
    }))

  it("responds about payouts as the reference documents", () =>
    using(PawaPay.start(), async (server) => {
      const { send, see } = pawaPayAsker(server)
      await send(1)
      const paid = await see(1)
      assertDocumented({ status: "string", data: pawapay.data }, paid.json)
      await send(2, "256783456119")
      const failed = await see(2)
      const data = { ...pawapay.data, failureReason }
      assertDocumented({ status: "string", data }, failed.json)
      assert.deepStrictEqual((await see(9)).json, { status: "NOT_FOUND" })
      const { body, headers } = server.callback(reference(1), "https://payouts.example/callbacks", {
        form: "der"
      })
      // A callback contains only the data, and these headers sign it.
      assertDocumented(pawapay.data, JSON.parse(body.toString("utf8")))
      for (const name of ["content-digest", "signature-date", "signature-input", "signature"]) {
        assert.property(headers, name)
      }
    }))

  it("responds for wallets, keys and the account's configuration as documented", () =>
    using(PawaPay.start(), async (server) => {
      const { ask } = pawaPayAsker(server)
      const all = await ask("GET", "/v2/wallet-balances")
      assertDocumented(pawapay.balances, all.json)
      const one = await ask("GET", "/v2/wallet-balances?country=UGA")
      assertDocumented(pawapay.balances, one.json)
      assert.lengthOf((one.json as { balances: ReadonlyArray<unknown> }).balances, 1)
      assertDocumented(pawapay.keys, (await ask("GET", "/v2/public-key/http")).json)
      const configuration = await ask("GET", "/v2/active-conf?operationType=PAYOUT")
      assertDocumented(pawapay.configuration, configuration.json)
    }))

  it("refuses with the statuses and codes of the documentation", () =>
    using(PawaPay.start(), async (server) => {
      const { ask, send } = pawaPayAsker(server)
      const see = (authorization: string) =>
        ask("GET", `/v2/payouts/${reference(1)}`, { headers: { authorization } })
      const key = Signing.makeKey("ecdsa-p256-sha256", "OURS:1")
      const refusals: Array<readonly [Answer, number, string]> = [
        [await see("Bearer another"), 403, "AUTHENTICATION_ERROR"],
        [await send(3, "256783456789", { unknown: 1 }), 400, "UNSUPPORTED_PARAMETER"],
        [await send(3, "256783456789", { payoutId: "1" }), 400, "INVALID_PARAMETER"]
      ]
      server.requests.keys = new Map([[key.id, Signing.pem(key)]])
      refusals.push([await send(3), 403, "HTTP_SIGNATURE_ERROR"])
      for (const [answer, status, failureCode] of refusals) {
        assert.strictEqual(answer.status, status, failureCode)
        assertDocumented({ failureReason }, answer.json)
        const { failureReason: found } = answer.json as { failureReason: object }
        assert.deepInclude(found, { failureCode })
      }
    }))
})

describe("The comparison of a simulator with the documentation", () => {
  it("finds fields that are missing, undocumented or of another type", () => {
    const documented = { a: "string", "b?": "number", c: [{ d: "string" }] } as const
    assert.deepStrictEqual(differences(documented, { a: "", c: [{ d: "" }], somethingNew: 1 }), [])
    const wrong: ReadonlyArray<unknown> = [
      { c: [{ d: "" }] },
      { a: 1, c: [{ d: "" }] },
      { a: "", b: "", c: [{ d: "" }] },
      { a: "", c: [] },
      { a: "", c: [{ d: 1 }] },
      { a: "", c: [{ d: "" }], e: 1 },
      ""
    ]
    for (const one of wrong) assert.lengthOf(differences(documented, one), 1, JSON.stringify(one))
  })
})
