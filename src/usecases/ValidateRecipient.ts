/** Checks a recipient before a payout. Nothing is created or sent. */
import { Effect } from "effect"
import * as NameFolding from "../domain/NameFolding.ts"
import type * as Network from "../domain/Network.ts"
import * as NewPayout from "../domain/payout/NewPayout.ts"
import * as Provider from "../engine/ports/Provider.ts"
import * as PayoutPolicy from "./PayoutPolicy.ts"

export const dependencies = Effect.all({ policy: PayoutPolicy.make, provider: Provider.Provider })
export type Dependencies = Effect.Success<typeof dependencies>

export interface Input {
  readonly phone: string
  readonly network: Network.Network
  readonly name: string | null
}

interface Validation {
  readonly problems: ReadonlyArray<NewPayout.FieldProblem>
  readonly networkStatus: "operational" | "degraded" | "down"
  /** `undefined` if no provider has it. */
  readonly registeredName: string | undefined
  /** `undefined` if one of the names is missing. */
  readonly isNameMatch: boolean | undefined
}

const problemsOf = (
  { name, network, phone }: Input,
  policy: NewPayout.Policy
): ReadonlyArray<NewPayout.FieldProblem> => {
  const phoneProblem = NewPayout.phoneProblem(network, phone)
  const nameProblem = NewPayout.nameProblem(network.slug, name, policy)
  return [
    ...(phoneProblem === undefined ? [] : [{ field: "recipient_phone", ...phoneProblem } as const]),
    ...(nameProblem === undefined ? [] : [{ field: "recipient_name", ...nameProblem } as const])
  ]
}

export const run = Effect.fnUntraced(function* ({ policy, provider }: Dependencies, input: Input) {
  const { name, network, phone } = input
  const problems = problemsOf(input, policy)
  // An invalid phone number or name is not looked up.
  const registeredName =
    problems.length === 0
      ? yield* provider.registeredName({ phone, network: network.slug })
      : undefined
  const validation: Validation = {
    problems,
    networkStatus: provider.health(network.slug),
    registeredName,
    isNameMatch:
      name === null || registeredName === undefined
        ? undefined
        : NameFolding.isWithin(name, registeredName)
  }
  return validation
})
