/** Creates a payout from a quote, which cannot be used again. */
import { Effect, Result } from "effect"
import type * as Beneficiary from "../domain/Beneficiary.ts"
import * as Network from "../domain/Network.ts"
import * as NewPayout from "../domain/payout/NewPayout.ts"
import * as Parties from "../domain/payout/Parties.ts"
import * as Payout from "../domain/payout/Payout.ts"
import type * as PayoutEvent from "../domain/payout/PayoutEvent.ts"
import type * as Request from "../engine/commands/Request.ts"
import * as Engine from "../engine/Engine.ts"
import * as Chain from "../engine/ports/Chain.ts"
import type * as Entry from "../engine/ports/Entry.ts"
import * as IdGenerator from "../engine/ports/IdGenerator.ts"
import * as Beneficiaries from "./Beneficiaries.ts"
import * as FundingSource from "./FundingSource.ts"
import type { PartitionContext } from "./PartitionContext.ts"
import * as PayoutPolicy from "./PayoutPolicy.ts"
import * as RefundAddressScreening from "./RefundAddressScreening.ts"

/** The recipient's details in the request. Missing ones come from the beneficiary. */
interface Recipient {
  readonly phone: string | undefined
  readonly name: string | undefined
  readonly network: Network.Network | undefined
}

export interface Input
  extends Pick<
    NewPayout.Proposal,
    | "accountId"
    | "quoteId"
    | "idempotencyKey"
    | "beneficiaryId"
    | "reference"
    | "metadata"
    | "refundAddress"
    | "parties"
  > {
  /** Phone and network are required if there is no beneficiary. */
  readonly recipient: Recipient
  readonly funding: FundingSource.FundingSource
}

export interface CreatedPayout {
  readonly payout: Payout.Payout
  /** Warnings for the sender. They do not stop the payout. */
  readonly warnings: ReturnType<typeof NewPayout.warnings>
}

export const dependencies = Effect.all({
  policy: PayoutPolicy.make,
  chain: Chain.Chain,
  vet: RefundAddressScreening.make
})
export interface Dependencies extends Effect.Success<typeof dependencies>, PartitionContext {}

const recipientOf = (
  { name, network, phone }: Recipient,
  saved: Beneficiary.Beneficiary | undefined
): Pick<NewPayout.Proposal, "phone" | "name" | "network"> => ({
  phone: phone ?? saved?.phone ?? "",
  name: name ?? saved?.name ?? null,
  network: network ?? Network.bySlug((saved as Beneficiary.Beneficiary).network)
})

const proposalOf = (
  deps: Dependencies,
  at: number,
  input: Input,
  saved: Beneficiary.Beneficiary | undefined
): NewPayout.Proposal => {
  const id = IdGenerator.id(deps.source, "po", at)
  const { name, network, phone } = recipientOf(input.recipient, saved)
  return {
    id,
    accountId: input.accountId,
    quoteId: input.quoteId,
    batchId: null,
    phone,
    name,
    network,
    depositAddress: FundingSource.addressOf(deps, id, input),
    funding: input.funding === "balance" ? input.funding : undefined,
    excess: FundingSource.excessOf(deps, input),
    idempotencyKey: input.idempotencyKey,
    beneficiaryId: input.beneficiaryId,
    reference: input.reference,
    metadata: input.metadata,
    refundAddress: input.refundAddress,
    parties: Parties.withDefault(input.parties, saved?.details),
    at
  }
}

const noBeneficiary = Effect.succeed<Beneficiary.Beneficiary | undefined>(undefined)

const resultOf = (event: PayoutEvent.Created, policy: NewPayout.Policy): CreatedPayout => ({
  payout: NewPayout.events(event).slice(1).reduce(Payout.evolve, Payout.created(event)),
  warnings: NewPayout.warnings(event, policy)
})

/** The amount that a new payout takes from its account's balance, if it takes one. */
const reservationOf = ({ accountId, funding, sourceAmount }: PayoutEvent.Created) =>
  funding === undefined ? undefined : { accountId, amount: sourceAmount }

/** The result of an earlier run, from the events of its entry. */
export const fromEvents =
  (policy: NewPayout.Policy) =>
  ([event]: ReadonlyArray<Entry.Event>): CreatedPayout | undefined =>
    event?._tag === "PayoutCreated" ? resultOf(event, policy) : undefined

/** Reads the beneficiary and the quote, after screening. Synchronous if the quote is in memory. */
const read = ({ engine, vet }: Dependencies, input: Input) => {
  const { accountId, beneficiaryId, quoteId, refundAddress } = input
  const vetting = refundAddress === null ? Effect.void : vet(refundAddress)
  const recipient = Effect.flatMapEager(vetting, () =>
    beneficiaryId === null ? noBeneficiary : Beneficiaries.get(engine, accountId, beneficiaryId)
  )
  return Effect.flatMapEager(recipient, (saved) =>
    Effect.mapEager(engine.lockedQuote(quoteId), (quote) => ({ saved, quote }))
  )
}

type Rejection = NewPayout.Rejection | NewPayout.BalanceInsufficient

/**
 * Fails with `NewPayout.Rejection`, `BalanceInsufficient`, `BeneficiaryNotFound` or
 * `RefundAddressRefused`.
 */
export const run = (deps: Dependencies, request: Request.Request<CreatedPayout>, input: Input) =>
  deps.engine.execute(request, {
    locks: [Engine.quoteLock(input.quoteId)],
    read: () => read(deps, input),
    decide: ({ quote, saved }) => {
      const proposal = proposalOf(deps, request.at, input, saved)
      const available = deps.engine.availableBalance(input.accountId)
      const decision = Result.flatMap(
        NewPayout.decide(proposal, quote, deps.policy),
        (event): Result.Result<PayoutEvent.Created, Rejection> => NewPayout.afford(event, available)
      )
      return Result.map(decision, (event) => ({
        events: NewPayout.events(event),
        result: resultOf(event, deps.policy),
        reservation: reservationOf(event)
      }))
    }
  })
