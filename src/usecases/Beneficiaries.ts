/** Recipients that an account saves, to pay them again. */
import { Effect, Result } from "effect"
import * as Beneficiary from "../domain/Beneficiary.ts"
import * as Network from "../domain/Network.ts"
import * as NewPayout from "../domain/payout/NewPayout.ts"
import type * as Request from "../engine/commands/Request.ts"
import type * as Engine from "../engine/Engine.ts"
import * as IdGenerator from "../engine/ports/IdGenerator.ts"
import type { InPartition, Owned } from "./InPartition.ts"

export interface BeneficiaryNotFound {
  readonly _tag: "BeneficiaryNotFound"
  readonly id: string
}

/** The phone is not one that its network can pay. */
export interface PhoneRefused {
  readonly _tag: "PhoneRefused"
  readonly code: string
  readonly message: string
}

/** What an account stores about a recipient. */
export type Details = Pick<Beneficiary.Beneficiary, "name" | "phone" | "network" | "nickname">

export type NewBeneficiary = Details & Pick<Beneficiary.Beneficiary, "accountId">

export interface Change extends Owned {
  readonly changes: Partial<Details>
}

type BeneficiaryEngine = Pick<Engine.Engine["Service"], "beneficiary" | "execute">
type Saved = typeof Beneficiary.Saved.Type

const lockOf = (id: string): string => `beneficiary ${id}`

/** The account's own beneficiary. */
export const get = Effect.fnUntraced(function* (
  engine: Pick<BeneficiaryEngine, "beneficiary">,
  accountId: string,
  id: string
) {
  const found = yield* engine.beneficiary(id)
  return found === undefined || found.accountId !== accountId
    ? yield* Effect.fail<BeneficiaryNotFound>({ _tag: "BeneficiaryNotFound", id })
    : found
})

const decide = (
  event: Saved
): Result.Result<Request.Decision<Beneficiary.Beneficiary>, PhoneRefused> => {
  const problem = NewPayout.phoneProblem(Network.bySlug(event.network), event.phone)
  return problem === undefined
    ? Result.succeed({ events: [event], result: Beneficiary.saved(event) })
    : Result.fail({ _tag: "PhoneRefused", ...problem })
}

/** Fails with `PhoneRefused`. */
export const save = (
  { engine, source }: InPartition,
  request: Request.Request<Beneficiary.Beneficiary>,
  details: NewBeneficiary
) => {
  const { at } = request
  const id = IdGenerator.id(source, "ben", at)
  const event = { _tag: "BeneficiarySaved", id, ...details, createdAt: at, at } as const
  return engine.execute(request, { locks: [], decide: () => decide(event) })
}

/** Fails with `BeneficiaryNotFound` or `PhoneRefused`. */
export const change = (
  engine: BeneficiaryEngine,
  request: Request.Request<Beneficiary.Beneficiary>,
  { accountId, changes, id }: Change
) =>
  engine.execute(request, {
    locks: [lockOf(id)],
    read: () => get(engine, accountId, id),
    decide: ({ updatedAt: _, ...found }) =>
      decide({ _tag: "BeneficiarySaved", ...found, ...changes, at: request.at })
  })

/** Fails with `BeneficiaryNotFound`. */
export const remove = (
  engine: BeneficiaryEngine,
  request: Request.Request<{ readonly id: string }>,
  { accountId, id }: Owned
) =>
  engine.execute(request, {
    locks: [lockOf(id)],
    read: () => get(engine, accountId, id),
    decide: () =>
      Result.succeed({
        events: [{ _tag: "BeneficiaryDeleted", id, accountId, at: request.at } as const],
        result: { id }
      })
  })
