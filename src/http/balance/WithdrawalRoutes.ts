/** Withdrawals and their addresses: translates between the wire and the use cases. */
import { Effect } from "effect"
import type * as Balance from "../../domain/balance/Balance.ts"
import type * as Withdrawal from "../../domain/balance/Withdrawal.ts"
import * as Money from "../../domain/money/Money.ts"
import type * as Engine from "../../engine/Engine.ts"
import type * as IdGenerator from "../../engine/ports/IdGenerator.ts"
import * as Policy from "../../engine/ports/Policy.ts"
import * as Accounts from "../../usecases/Accounts.ts"
import type * as Refunds from "../../usecases/Refunds.ts"
import * as Withdrawals from "../../usecases/Withdrawals.ts"
import * as FieldRejections from "../FieldRejections.ts"
import * as CommandResponses from "../middleware/CommandResponses.ts"
import * as MergedList from "../middleware/MergedList.ts"
import * as Pagination from "../middleware/Pagination.ts"
import * as Route from "../middleware/Route.ts"
import * as StaffView from "../payouts/StaffView.ts"
import * as Contract from "./WithdrawalContract.ts"
import * as Json from "./WithdrawalJson.ts"

type Shared = Omit<Withdrawals.Dependencies, "engine" | "source">

interface Own {
  readonly engine: Engine.EngineService
  readonly ids: IdGenerator.Source
}

const customerRoutes = (shared: Shared) => {
  const depsOf = ({ engine, ids: source }: Own) => ({ ...shared, engine, source })
  return [
    Route.make(Contract.addAddress, (sent) => {
      const { accountId, command, payload } = sent
      const { address, name } = payload
      return CommandResponses.of(
        Contract.addAddress,
        command,
        (balance: Balance.Balance) =>
          Json.address(Withdrawals.addedAddress(balance, address), command.at),
        (request) => Withdrawals.addAddress(depsOf(sent), request, { accountId, address, name })
      ).pipe(Effect.mapError(FieldRejections.refundAddress("address")))
    }),

    Route.make(Contract.listAddresses, ({ accountId, at, engine }) => {
      const addresses = engine.balanceOf(accountId)?.addresses ?? []
      const data = addresses.map((one) => Json.address(one, at))
      return Effect.succeed(Route.answer(Contract.listAddresses, { data }))
    }),

    Route.make(Contract.removeAddress, ({ accountId, command, engine, params: { id } }) =>
      CommandResponses.of(
        Contract.removeAddress,
        command,
        (_: Balance.Balance) => ({ id, deleted: true as const }),
        (request) => Withdrawals.removeAddress({ engine }, request, { accountId, id })
      )
    ),

    Route.make(Contract.create, (sent) => {
      const { accountId, command, payload } = sent
      const { address_id: addressId, amount_usdc, reference = null } = payload
      const wanted = { accountId, addressId, amount: Money.micro(amount_usdc), reference }
      return CommandResponses.of(Contract.create, command, Json.withdrawal, (request) =>
        Withdrawals.request(depsOf(sent), request, wanted)
      ).pipe(Effect.mapError(FieldRejections.refundAddress("address_id")))
    }),

    Route.make(Contract.list, ({ accountId, engine, query }) =>
      Pagination.answer(
        Contract.list,
        query,
        (page) => engine.lists.withdrawals({ accountId, status: query.status }, page),
        Json.withdrawal
      )
    ),

    Route.make(Contract.get, ({ accountId, engine, params: { id } }) =>
      Effect.map(Withdrawals.own(engine, { accountId, id }), (found) =>
        Route.answer(Contract.get, Json.withdrawal(found))
      )
    ),

    Route.make(Contract.cancel, ({ accountId, command, engine, params: { id } }) =>
      CommandResponses.of(Contract.cancel, command, Json.withdrawal, (request) =>
        Withdrawals.cancel({ engine }, request, { accountId, id })
      )
    )
  ]
}

type Decide = typeof Withdrawals.approve

const staffRoutes = Effect.fnUntraced(function* (shared: Shared) {
  const viewOf = yield* StaffView.make
  const depsOf = ({ engine, ids: source }: Own) => ({ ...shared, engine, source })
  const shown = (engine: Engine.EngineService) => (state: Withdrawal.Withdrawal) =>
    Json.adminWithdrawal(state, viewOf(engine))
  const addressesOf =
    (engine: Engine.EngineService, at: number) =>
    (balance: Pick<Balance.Balance, "addresses" | "pendingAction">) => ({
      data: balance.addresses.map((one) => Json.address(one, at)),
      ...Json.decision(balance.pendingAction, viewOf(engine))
    })

  const decisionRoute = (
    contract: typeof Contract.approve | typeof Contract.reject,
    decide: Decide | typeof Withdrawals.reject
  ) =>
    Route.make(contract, (sent) =>
      CommandResponses.of(
        contract,
        CommandResponses.withReason(sent),
        shown(sent.engine),
        (request) => decide(depsOf(sent), request, sent.params.id)
      )
    )

  return [
    Route.gathered(Contract.listAll, MergedList.list, ({ engine, query }) =>
      Pagination.answer(
        Contract.listAll,
        query,
        (page) =>
          engine.lists.withdrawals({ accountId: query.account_id, status: query.status }, page),
        shown(engine)
      )
    ),
    decisionRoute(Contract.approve, Withdrawals.approve),
    decisionRoute(Contract.reject, Withdrawals.reject),

    Route.make(Contract.sent, (sent) =>
      CommandResponses.of(
        Contract.sent,
        CommandResponses.withReason(sent),
        shown(sent.engine),
        (request) => {
          const { params, payload } = sent
          const transfer = { id: params.id, txHash: payload.tx_hash }
          return Withdrawals.recordSent(depsOf(sent), request, transfer)
        }
      ).pipe(Effect.mapError(FieldRejections.refundProof))
    ),

    Route.make(
      Contract.listAddressesOfAccount,
      Effect.fnUntraced(function* ({ at, engine, params }) {
        const { id: accountId } = yield* Effect.fromResult(Accounts.find(engine, params.id))
        const balance = engine.balanceOf(accountId) ?? { addresses: [], pendingAction: null }
        return Route.answer(Contract.listAddressesOfAccount, addressesOf(engine, at)(balance))
      })
    ),

    Route.make(
      Contract.activateAddress,
      Effect.fnUntraced(function* (sent) {
        const { at, engine, params } = sent
        const { id: accountId } = yield* Effect.fromResult(Accounts.find(engine, params.id))
        const owned = { accountId, id: params.address_id }
        return yield* CommandResponses.of(
          Contract.activateAddress,
          CommandResponses.withReason(sent),
          addressesOf(engine, at),
          (request) => Withdrawals.activateAddress(depsOf(sent), request, owned)
        )
      })
    )
  ]
})

/** `refunds` records transfers one by one, so that a transaction proves one refund or withdrawal. */
export const routes = Effect.fnUntraced(function* (
  refunds: Effect.Success<typeof Refunds.dependencies>
) {
  const shared: Shared = { ...refunds, policy: yield* Policy.Policy }
  return [...customerRoutes(shared), ...(yield* staffRoutes(shared))]
})
