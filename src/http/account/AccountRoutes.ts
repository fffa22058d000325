/** `/v1/account` and `/v1/recipients`: translates between the wire and the engine. */
import { Effect } from "effect"
import * as Limits from "../../config/Limits.ts"
import * as Money from "../../domain/money/Money.ts"
import * as Network from "../../domain/Network.ts"
import * as Policy from "../../engine/ports/Policy.ts"
import { Unavailable } from "../../engine/ports/Unavailable.ts"
import * as Accounts from "../../usecases/Accounts.ts"
import * as ValidateRecipient from "../../usecases/ValidateRecipient.ts"
import * as Route from "../middleware/Route.ts"
import * as Contract from "./AccountContract.ts"
import * as AccountJson from "./AccountJson.ts"

const limitsOf = (policy: Policy.Rules) => {
  const { bulk, quotes, ...usual } = Limits.http.requestsPerWindow
  return {
    requests_per_minute: usual[policy.environment],
    quotes_per_minute: quotes,
    bulk_requests_per_minute: bulk,
    quote_min_usdc: Money.toJson(policy.amountMin, 6),
    quote_max_usdc: Money.toJson(policy.amountMax, 6),
    quote_ttl_seconds: policy.quoteTtlMs / 1000,
    funding_window_seconds: policy.fundingWindowMs / 1000,
    payouts_per_bulk: Limits.batches.bulkRowsMax,
    payouts_per_batch: Limits.batches.rowsMax
  }
}

export const routes = Effect.gen(function* () {
  const policy = yield* Policy.Policy
  const deps = yield* ValidateRecipient.dependencies

  const get = Route.make(
    Contract.get,
    Effect.fnUntraced(function* ({ accountId, command: { by }, engine: { registry } }) {
      // Admission has found the account, but a node that follows the directory may be a moment
      // behind.
      const account = yield* Effect.mapError(
        Effect.fromResult(Accounts.find({ registry }, accountId)),
        () => new Unavailable({ message: "The account is not known to this node yet." })
      )
      const key = registry.keys.get(by)
      return Route.answer(Contract.get, {
        ...AccountJson.ownAccount(account),
        ...(Accounts.maySeeOriginator({ registry }, accountId, by)
          ? AccountJson.originator(account)
          : {}),
        environment: policy.environment,
        key: key === undefined ? null : AccountJson.keyFacts(key),
        limits: limitsOf(policy)
      })
    })
  )

  const validate = Route.make(
    Contract.validate,
    Effect.fnUntraced(function* ({ payload }) {
      const { name = null, phone } = payload
      const network = Network.parse(payload.network) as Network.Network
      const validation = yield* ValidateRecipient.run(deps, { name, network, phone })
      return Route.answer(Contract.validate, {
        is_valid: validation.problems.length === 0 && validation.networkStatus !== "down",
        ...{ phone, network: network.slug, name: network.name },
        ...{ country: network.country, currency: network.currency },
        network_status: validation.networkStatus,
        registered_name: validation.registeredName ?? null,
        is_name_match: validation.isNameMatch ?? null,
        problems: validation.problems.map(({ code, field, message }) => ({
          field: field.replace("recipient_", ""),
          ...{ code, message }
        }))
      })
    })
  )

  return [get, validate]
})
