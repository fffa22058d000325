/** Recipients that an account saves for later payouts. */
import { Effect, Result } from "effect"
import * as Beneficiary from "../domain/Beneficiary.ts"
import * as Network from "../domain/Network.ts"
import type * as Party from "../domain/Party.ts"
import * as NewPayout from "../domain/payout/NewPayout.ts"
import * as KeyLocks from "../engine/commands/KeyLocks.ts"
import type * as Request from "../engine/commands/Request.ts"
import type * as Engine from "../engine/Engine.ts"
import * as IdGenerator from "../engine/ports/IdGenerator.ts"
import type { OwnedId, PartitionContext } from "./PartitionContext.ts"

export interface BeneficiaryNotFound {
  readonly _tag: "BeneficiaryNotFound"
  readonly id: string
}

/** The network cannot pay this phone number. */
export interface PhoneRefused {
  readonly _tag: "PhoneRefused"
  readonly code: string
  readonly message: string
}

/** A recipient's details that an account can change. */
type Facts = Pick<Beneficiary.Beneficiary, "name" | "phone" | "network" | "nickname">

export type NewBeneficiary = Facts & Pick<Beneficiary.Beneficiary, "accountId" | "details">

export interface Change extends OwnedId {
  readonly changes: Partial<Facts> & {
    /** `null` removes the details. */
    readonly details?: Party.Recipient | null
  }
}

type BeneficiaryEngine = Pick<Engine.Engine["Service"], "beneficiary" | "execute">
type SavedEvent = typeof Beneficiary.Saved.Type

/** The lock of a beneficiary. */
export const lockOf = (id: string): string => `beneficiary ${id}`

/** A beneficiary, if the account has it. */
export const get = Effect.fnUntraced(function* (
  engine: Pick<BeneficiaryEngine, "beneficiary">,
  accountId: string,
  id: string
) {
  const beneficiary = yield* engine.beneficiary(id)
  return beneficiary === undefined || beneficiary.accountId !== accountId
    ? yield* Effect.fail<BeneficiaryNotFound>({ _tag: "BeneficiaryNotFound", id })
    : beneficiary
})

const decide = (
  event: SavedEvent
): Result.Result<Request.Decision<Beneficiary.Beneficiary>, PhoneRefused> => {
  const problem = NewPayout.phoneProblem(Network.bySlug(event.network), event.phone)
  return problem === undefined
    ? Result.succeed({ events: [event], result: Beneficiary.saved(event) })
    : Result.fail({ _tag: "PhoneRefused", ...problem })
}

/**
 * Locks of a change. An erasure of the number's data holds its lock too, so that it knows every
 * beneficiary with the number: their data is sealed with keys that it destroys.
 */
const locksOf = (ids: ReadonlyArray<string>, accountId: string, phone: string | undefined) => [
  ...ids.map(lockOf),
  ...(phone === undefined ? [] : [KeyLocks.recipientLock({ accountId, phone })])
]

/** Fails with `PhoneRefused`. */
export const save = (
  { engine, source }: PartitionContext,
  request: Request.Request<Beneficiary.Beneficiary>,
  details: NewBeneficiary
) => {
  const { at } = request
  const id = IdGenerator.id(source, "ben", at)
  const event = { _tag: "BeneficiarySaved", id, ...details, createdAt: at, at } as const
  const locks = locksOf([], details.accountId, details.phone)
  return engine.execute(request, { locks, decide: () => decide(event) })
}

/** The beneficiary with the changes. It has no `details` if the changes remove them. */
const changed = (
  { details: before, updatedAt: _, ...saved }: Beneficiary.Beneficiary,
  { details = before, ...changes }: Change["changes"]
) => ({ ...saved, ...changes, ...(details == null ? {} : { details }) })

/** Fails with `BeneficiaryNotFound` or `PhoneRefused`. */
export const change = (
  engine: BeneficiaryEngine,
  request: Request.Request<Beneficiary.Beneficiary>,
  { accountId, changes, id }: Change
) =>
  engine.execute(request, {
    locks: locksOf([id], accountId, changes.phone),
    read: () => get(engine, accountId, id),
    decide: (saved) =>
      decide({ _tag: "BeneficiarySaved", ...changed(saved, changes), at: request.at })
  })
