/** Contract of `/v1/beneficiaries`. */
import { Schema } from "effect"
import { HttpApiEndpoint, HttpApiGroup, HttpApiSchema, OpenApi } from "effect/http-api"
import * as Sorting from "../Sorting.ts"
import * as Example from "./Example.ts"
import * as Data from "./ExampleData.ts"
import * as Fields from "./Fields.ts"

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

const byId = { params: { id: Schema.String } }
const name = Fields.text(200)
const nickname = Fields.maybe(Fields.text(100))

export const create = HttpApiEndpoint.post("createBeneficiary", "/v1/beneficiaries", {
  payload: Schema.Struct({
    name,
    phone: Fields.Phone,
    network: Fields.LongSlug,
    nickname,
    idempotency_key: Fields.maybe(Fields.IdempotencyKey)
  }),
  success: Beneficiary.pipe(HttpApiSchema.status(201)),
  error: Fields.writeErrors
})
  .annotateMerge(OpenApi.annotations({ summary: "Save a recipient" }))
  .annotate(
    OpenApi.Transform,
    Example.of({
      description: "A payout may then name the beneficiary in place of phone, name and network.",
      body: {
        name: Data.beneficiary.name,
        phone: Data.beneficiary.phone,
        network: Data.beneficiary.network,
        nickname: Data.beneficiary.nickname
      },
      answer: Data.beneficiary
    })
  )

export const list = HttpApiEndpoint.get("listBeneficiaries", "/v1/beneficiaries", {
  query: {
    ...Fields.sortedPage("ben", Sorting.byCreationOrName),
    search: Schema.optionalKey(Fields.searchText(200)),
    network: Schema.optionalKey(Fields.LongSlug)
  },
  success: Fields.cursorList(Beneficiary),
  error: Fields.readErrors
})
  .annotateMerge(
    OpenApi.annotations({
      summary: "List and search beneficiaries, newest first",
      description:
        "`search` finds every word by its beginning, in name, phone and nickname, in any order and letter case and without accents; digits anywhere in the phone. An empty one finds all."
    })
  )
  .annotate(
    OpenApi.Transform,
    Example.of({
      query: { search: "amina", network: "mtn_uganda" },
      answer: Data.cursorPage(Data.beneficiary)
    })
  )

export const get = HttpApiEndpoint.get("getBeneficiary", "/v1/beneficiaries/:id", {
  ...byId,
  success: Beneficiary,
  error: Fields.readErrors
})
  .annotateMerge(OpenApi.annotations({ summary: "Get a beneficiary" }))
  .annotate(
    OpenApi.Transform,
    Example.of({
      description: "A saved recipient of this account.",
      path: { id: Data.ids.beneficiary },
      answer: Data.beneficiary
    })
  )

export const update = HttpApiEndpoint.patch("updateBeneficiary", "/v1/beneficiaries/:id", {
  ...byId,
  payload: Schema.Struct({
    name: Fields.maybe(name),
    phone: Fields.maybe(Fields.Phone),
    network: Fields.maybe(Fields.LongSlug),
    nickname
  }),
  success: Beneficiary,
  error: Fields.writeErrors
})
  .annotateMerge(
    OpenApi.annotations({
      summary: "Change what is given, keep the rest",
      description: "A `nickname` of null takes it away. Payouts made before are not changed."
    })
  )
  .annotate(
    OpenApi.Transform,
    Example.of({
      path: { id: Data.ids.beneficiary },
      body: { nickname: "Amina (Kampala)" },
      answer: { ...Data.beneficiary, nickname: "Amina (Kampala)" }
    })
  )

export const remove = HttpApiEndpoint.delete("deleteBeneficiary", "/v1/beneficiaries/:id", {
  ...byId,
  success: Schema.Struct({ id: Schema.String, deleted: Schema.Literal(true) }),
  error: Fields.writeErrors
})
  .annotateMerge(
    OpenApi.annotations({ summary: "Delete a beneficiary; payouts made to it are not changed" })
  )
  .annotate(
    OpenApi.Transform,
    Example.of({
      description: "For good. Payouts that were made to it stay as they are.",
      path: { id: Data.ids.beneficiary },
      answer: { id: Data.ids.beneficiary, deleted: true }
    })
  )

export class Group extends HttpApiGroup.make("Beneficiaries")
  .add(create, list, get, update, remove)
  .annotate(OpenApi.Description, "Saved recipients.") {}
