/** What is known of a recipient before a payout: nothing is created, and nothing is sent. */
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

interface Validated {
  readonly problems: ReadonlyArray<NewPayout.FieldProblem>
  readonly networkStatus: "operational" | "degraded" | "down"
  /** `undefined`: no provider tells it. */
  readonly registeredName: string | undefined
  /** `undefined` where a name is missing. */
  readonly isNameMatch: boolean | undefined
}

const problemsOf = (
  { name, network, phone }: Input,
  policy: NewPayout.Policy
): ReadonlyArray<NewPayout.FieldProblem> => {
  const ofPhone = NewPayout.phoneProblem(network, phone)
  const ofName = NewPayout.nameProblem(network.slug, name, policy)
  return [
    ...(ofPhone === undefined ? [] : [{ field: "recipient_phone", ...ofPhone } as const]),
    ...(ofName === undefined ? [] : [{ field: "recipient_name", ...ofName } as const])
  ]
}

export const run = Effect.fnUntraced(function* ({ policy, provider }: Dependencies, input: Input) {
  const { name, network, phone } = input
  const problems = problemsOf(input, policy)
  // A number that is not one of the country is not asked about.
  const registeredName =
    problems.length === 0
      ? yield* provider.registeredName({ phone, network: network.slug })
      : undefined
  const validated: Validated = {
    problems,
    networkStatus: provider.health(network.slug),
    registeredName,
    isNameMatch:
      name === null || registeredName === undefined
        ? undefined
        : NameFolding.isWithin(name, registeredName)
  }
  return validated
})
