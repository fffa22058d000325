/** Contract of `/v1/beneficiaries`. */
import { Schema } from "effect"
import * as Data from "../contract/ExampleData.ts"
import * as Objects from "../contract/ExampleObjects.ts"
import * as Fields from "../contract/Fields.ts"
import * as Operation from "../contract/Operation.ts"
import * as PartyFields from "../contract/PartyFields.ts"
import * as Sorting from "../contract/Sorting.ts"
import * as BeneficiaryJson from "./BeneficiaryJson.ts"

const description = "Full name of the recipient."

export const Beneficiary = Schema.Struct({
  id: Schema.String,
  customer_id: Schema.String,
  name: Schema.String.annotate({ description }),
  phone: Schema.String,
  network: Schema.String,
  nickname: Schema.NullOr(Schema.String),
  details: PartyFields.shownDetails,
  created_at: Fields.Instant,
  updated_at: Fields.Instant
}).annotate({ identifier: "Beneficiary" })

export const example = BeneficiaryJson.beneficiary(Objects.beneficiary)

const name = Fields.text(200).annotate({ description })
const nickname = Fields.maybe(Fields.text(100))

export const create = Operation.post("createBeneficiary", "/v1/beneficiaries", {
  summary: "Save a recipient",
  description: "Saves a recipient, whose id can replace phone, name and network in a payout.",
  access: { by: "account", area: "payouts" },
  payload: Schema.Struct({
    name,
    phone: Fields.Phone,
    network: Fields.LongSlug,
    nickname,
    details: PartyFields.givenDetails,
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
  summary: "List beneficiaries, newest first",
  description:
    "Returns the beneficiaries of the account. `search` finds words of the name, phone " +
    "and nickname.",
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
  description: "Returns one beneficiary of the account.",
  missing: ["BENEFICIARY_NOT_FOUND"],
  access: { by: "account", area: "payouts" },
  success: Beneficiary,
  example: { path: { id: Data.ids.beneficiary }, answer: example }
})

export const update = Operation.patch("updateBeneficiary", "/v1/beneficiaries/:id", {
  summary: "Update a beneficiary",
  description:
    "Changes the fields that the request contains. A `nickname` or `details` of `null` removes " +
    "them. New `details` replace all earlier ones. Existing payouts do not change.",
  missing: ["BENEFICIARY_NOT_FOUND"],
  access: { by: "account", area: "payouts" },
  payload: Schema.Struct({
    name: Fields.maybe(name),
    phone: Fields.maybe(Fields.Phone),
    network: Fields.maybe(Fields.LongSlug),
    nickname,
    details: PartyFields.givenDetails
  }),
  success: Beneficiary,
  example: {
    path: { id: Data.ids.beneficiary },
    body: { nickname: "Amina (Kampala)" },
    answer: { ...example, nickname: "Amina (Kampala)" }
  }
})

export const remove = Operation.delete("deleteBeneficiary", "/v1/beneficiaries/:id", {
  summary: "Delete a beneficiary",
  description:
    "Deletes a beneficiary permanently. If the recipient was never paid, the deletion also erases " +
    "the recipient's personal data, which then reads `erased` in payouts that failed. Data that " +
    "another beneficiary, an unfinished payout or a law needs stays, and so does the data of a " +
    "reversed payout. Former phone numbers of the beneficiary follow the same rule. Payouts that " +
    "paid the recipient do not change.",
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
  description: "A beneficiary is a saved recipient.",
  operations: [create, list, get, update, remove]
})
