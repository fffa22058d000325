/** A payout on a quote; the quote cannot be used again. */
import { Effect, Result } from "effect"
import type * as Beneficiary from "../domain/Beneficiary.ts"
import * as Network from "../domain/Network.ts"
import * as NewPayout from "../domain/payout/NewPayout.ts"
import * as Payout from "../domain/payout/Payout.ts"
import type * as PayoutEvent from "../domain/payout/PayoutEvent.ts"
import type * as Request from "../engine/commands/Request.ts"
import * as Engine from "../engine/Engine.ts"
import * as Chain from "../engine/ports/Chain.ts"
import * as IdGenerator from "../engine/ports/IdGenerator.ts"
import * as Beneficiaries from "./Beneficiaries.ts"
import type { InPartition } from "./InPartition.ts"
import * as PayoutPolicy from "./PayoutPolicy.ts"
import * as RefundAddressScreening from "./RefundAddressScreening.ts"

/** A recipient as far as it is given: the rest is the beneficiary's. */
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
  > {
  /** Whole where there is no beneficiary. */
  readonly recipient: Recipient
}

export interface Created {
  readonly payout: Payout.Payout
  /** What is unusual about it, for its sender; it does not keep it from being paid. */
  readonly warnings: ReturnType<typeof NewPayout.warnings>
}

export const dependencies = Effect.all({
  policy: PayoutPolicy.make,
  chain: Chain.Chain,
  vet: RefundAddressScreening.make
})
export interface Dependencies extends Effect.Success<typeof dependencies>, InPartition {}

const recipientOf = (
  { name, network, phone }: Recipient,
  saved: Beneficiary.Beneficiary | undefined
): Pick<NewPayout.Proposal, "phone" | "name" | "network"> => ({
  phone: phone ?? saved?.phone ?? "",
  name: name ?? saved?.name ?? null,
  network: network ?? Network.bySlug((saved as Beneficiary.Beneficiary).network)
})

const proposalOf = (
  { chain, source }: Dependencies,
  at: number,
  input: Input,
  saved: Beneficiary.Beneficiary | undefined
): NewPayout.Proposal => {
  const id = IdGenerator.id(source, "po", at)
  const { name, network, phone } = recipientOf(input.recipient, saved)
  return {
    id,
    accountId: input.accountId,
    quoteId: input.quoteId,
    batchId: null,
    phone,
    name,
    network,
    depositAddress: chain.depositAddress(id),
    idempotencyKey: input.idempotencyKey,
    beneficiaryId: input.beneficiaryId,
    reference: input.reference,
    metadata: input.metadata,
    refundAddress: input.refundAddress,
    at
  }
}

const unsaved = Effect.succeed<Beneficiary.Beneficiary | undefined>(undefined)

const decisionOf = (event: PayoutEvent.Created, policy: NewPayout.Policy) => {
  const result: Created = {
    payout: Payout.created(event),
    warnings: NewPayout.warnings(event, policy)
  }
  return { events: [event], result }
}

/** Screening comes first. It waits for nothing if the quote is in memory. */
const read = ({ engine, vet }: Dependencies, input: Input) => {
  const { accountId, beneficiaryId, quoteId, refundAddress } = input
  const vetted = refundAddress === null ? Effect.void : vet(refundAddress)
  const recipient = Effect.flatMapEager(vetted, () =>
    beneficiaryId === null ? unsaved : Beneficiaries.get(engine, accountId, beneficiaryId)
  )
  return Effect.flatMapEager(recipient, (saved) =>
    Effect.mapEager(engine.lockedQuote(quoteId), (quote) => ({ saved, quote }))
  )
}

/** Fails with `NewPayout.Rejection`, `BeneficiaryNotFound` or `RefundAddressRefused`. */
export const run = (deps: Dependencies, request: Request.Request<Created>, input: Input) =>
  deps.engine.execute(request, {
    locks: [Engine.quoteLock(input.quoteId)],
    read: () => read(deps, input),
    decide: ({ quote, saved }) => {
      const proposal = proposalOf(deps, request.at, input, saved)
      const decided = NewPayout.decide(proposal, quote, deps.policy)
      return Result.map(decided, (event) => decisionOf(event, deps.policy))
    }
  })
