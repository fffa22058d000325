/** A payout on a quote; the quote cannot be used again. */
import { Effect } from "effect"
import type * as Beneficiary from "../domain/Beneficiary.ts"
import * as Network from "../domain/Network.ts"
import * as NewPayout from "../domain/payout/NewPayout.ts"
import * as Payout from "../domain/payout/Payout.ts"
import type * as Request from "../engine/commands/Request.ts"
import * as Engine from "../engine/Engine.ts"
import * as Chain from "../engine/ports/Chain.ts"
import * as IdGenerator from "../engine/ports/IdGenerator.ts"
import * as Beneficiaries from "./Beneficiaries.ts"
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
  engine: Engine.Engine,
  policy: PayoutPolicy.make,
  chain: Chain.Chain,
  source: IdGenerator.IdGenerator,
  vet: RefundAddressScreening.make
})
export type Dependencies = Effect.Success<typeof dependencies>

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
  { recipient, ...input }: Input,
  saved: Beneficiary.Beneficiary | undefined
): NewPayout.Proposal => {
  const id = IdGenerator.id(source, "po", at)
  return {
    ...input,
    ...recipientOf(recipient, saved),
    id,
    batchId: null,
    depositAddress: chain.depositAddress(id),
    at
  }
}

/** Runs while the quote is locked. With the quote in memory there is nothing to wait for. */
const decide = Effect.fnUntraced(function* (deps: Dependencies, at: number, input: Input) {
  const { engine, policy, vet } = deps
  const { accountId, beneficiaryId, quoteId, refundAddress } = input
  if (refundAddress !== null) yield* vet(refundAddress)
  const saved =
    beneficiaryId === null ? undefined : yield* Beneficiaries.get(engine, accountId, beneficiaryId)
  const quote = yield* engine.claimedQuote(quoteId)
  const proposal = proposalOf(deps, at, input, saved)
  const event = yield* Effect.fromResult(NewPayout.decide(proposal, quote, policy))
  const warnings = NewPayout.warnings(event, policy)
  return { events: [event], result: { payout: Payout.created(event), warnings } }
})

/** Fails with `NewPayout.Rejection`, `BeneficiaryNotFound` or `RefundAddressRefused`. */
export const run = (deps: Dependencies, request: Request.Request<Created>, input: Input) =>
  deps.engine.execute(request, [Engine.quoteClaim(input.quoteId)], decide(deps, request.at, input))
