/** Contract of `/v1/beneficiaries`. */
import { Schema } from "effect"
import * as Data from "../contract/ExampleData.ts"
import * as Objects from "../contract/ExampleObjects.ts"
import * as Fields from "../contract/Fields.ts"
import * as Operation from "../contract/Operation.ts"
import * as Sorting from "../contract/Sorting.ts"
import * as BeneficiaryJson from "./BeneficiaryJson.ts"

const Beneficiary = Schema.Struct({
  id: Schema.String,
  customer_id: Schema.String,
  name: Schema.String,
  phone: Schema.String,
  network: Schema.String,
  nickname: Schema.NullOr(Schema.String),
  created_at: Fields.Instant,
  updated_at: Fields.Instant
}).annotate({ identifier: "Beneficiary" })

const example = BeneficiaryJson.beneficiary(Objects.beneficiary)

const name = Fields.text(200)
const nickname = Fields.maybe(Fields.text(100))

export const create = Operation.post("createBeneficiary", "/v1/beneficiaries", {
  summary: "Save a recipient",
  description: "A payout may then name the beneficiary in place of phone, name and network.",
  access: { by: "account", area: "payouts" },
  payload: Schema.Struct({
    name,
    phone: Fields.Phone,
    network: Fields.LongSlug,
    nickname,
    idempotency_key: Fields.maybe(Fields.IdempotencyKey)
  }),
  success: Beneficiary,
  status: 201,
  example: {
    body: {
      name: example.name,
      phone: example.phone,
      network: example.network,
      nickname: example.nickname
    },
    answer: example
  }
})

export const list = Operation.get("listBeneficiaries", "/v1/beneficiaries", {
  summary: "List and search beneficiaries, newest first",
  description:
    "`search` finds every word by its beginning, in name, phone and nickname, in any order and letter case and without accents; digits anywhere in the phone. An empty one finds all.",
  access: { by: "account", area: "payouts" },
  query: {
    ...Fields.sortedPage("ben", Sorting.byCreationOrName),
    search: Schema.optionalKey(Fields.searchText(200)),
    network: Schema.optionalKey(Fields.LongSlug)
  },
  success: Fields.cursorList(Beneficiary),
  example: {
    query: { search: "amina", network: "mtn_uganda" },
    answer: Data.cursorPage(example)
  }
})

export const get = Operation.get("getBeneficiary", "/v1/beneficiaries/:id", {
  summary: "Get a beneficiary",
  description: "A saved recipient of this account.",
  missing: ["BENEFICIARY_NOT_FOUND"],
  access: { by: "account", area: "payouts" },
  success: Beneficiary,
  example: { path: { id: Data.ids.beneficiary }, answer: example }
})

export const update = Operation.patch("updateBeneficiary", "/v1/beneficiaries/:id", {
  summary: "Change what is given, keep the rest",
  description: "A `nickname` of null takes it away. Payouts made before are not changed.",
  missing: ["BENEFICIARY_NOT_FOUND"],
  access: { by: "account", area: "payouts" },
  payload: Schema.Struct({
    name: Fields.maybe(name),
    phone: Fields.maybe(Fields.Phone),
    network: Fields.maybe(Fields.LongSlug),
    nickname
  }),
  success: Beneficiary,
  example: {
    path: { id: Data.ids.beneficiary },
    body: { nickname: "Amina (Kampala)" },
    answer: { ...example, nickname: "Amina (Kampala)" }
  }
})

export const remove = Operation.delete("deleteBeneficiary", "/v1/beneficiaries/:id", {
  summary: "Delete a beneficiary; payouts made to it are not changed",
  description: "For good. Payouts that were made to it stay as they are.",
  missing: ["BENEFICIARY_NOT_FOUND"],
  access: { by: "account", area: "payouts" },
  success: Schema.Struct({ id: Schema.String, deleted: Schema.Literal(true) }),
  example: {
    path: { id: Data.ids.beneficiary },
    answer: { id: Data.ids.beneficiary, deleted: true }
  }
})

export const group = Operation.group({
  name: "Beneficiaries",
  description: "Saved recipients.",
  operations: [create, list, get, update, remove]
})
