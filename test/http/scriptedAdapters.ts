/**
 * Adapters that follow a script: the chain, providers and screening of the sandbox, with the
 * script's results.
 */
import { Effect, Layer } from "effect"
import * as Chain from "../../src/engine/ports/Chain.ts"
import * as Provider from "../../src/engine/ports/Provider.ts"
import * as Screening from "../../src/engine/ports/Screening.ts"
import { Unavailable } from "../../src/engine/ports/Unavailable.ts"
import type * as Service from "../support/service.ts"

/** Scripted results by object, in lower case. The sandbox decides on all other objects. */
export interface Script {
  readonly addresses: Map<string, "blacklisted" | "flagged" | "inconclusive" | "unavailable">
  readonly transactions: Map<string, Chain.Proof | "unavailable">
  /** The transactions that were looked up, in order. */
  readonly lookups: Array<string>
  readonly callbacks: Array<Provider.Callback>
  /** The payouts whose transfers were checked, in order. */
  readonly checked: Array<string>
  /** The provider's result of a check, by payout. */
  readonly checks: Map<string, Provider.Outcome>
  callbackResult: Provider.CallbackResult
  head: Chain.Head | undefined
}

export const make = (): Script => ({
  ...{
    addresses: new Map(),
    transactions: new Map(),
    lookups: [],
    callbacks: [],
    checked: [],
    checks: new Map()
  },
  ...{ callbackResult: { _tag: "UnknownProvider" }, head: undefined }
})

const away = Effect.fail(new Unavailable({ message: "The chain cannot be asked." }))

const chain = (script: Script) =>
  Layer.effect(
    Chain.Chain,
    Effect.map(Chain.Chain, (base) => ({
      ...base,
      head: () => script.head,
      isBlacklisted: (address: string) => {
        const word = script.addresses.get(address.toLowerCase())
        return word === "unavailable" ? away : Effect.succeed(word === "blacklisted")
      },
      prove: (txHash: string, to: string, amount: number) =>
        Effect.suspend(() => {
          script.lookups.push(`${txHash} ${to} ${amount}`)
          const proof = script.transactions.get(txHash)
          if (proof === "unavailable") return away
          return Effect.succeed<Chain.Proof>(
            proof ?? { _tag: "Final", transfers: 1, isThirdParty: false }
          )
        })
    }))
  )

const screening = (script: Script) =>
  Layer.effect(
    Screening.Screening,
    Effect.map(Screening.Screening, (base) => ({
      ...base,
      address: (address: string) =>
        Effect.sync((): Screening.Verdict => {
          switch (script.addresses.get(address.toLowerCase())) {
            case "flagged":
              return { _tag: "Flagged", reason: "a list that clients are not told of" }
            case "inconclusive":
              return { _tag: "Inconclusive", reason: "no list is there" }
            default:
              return { _tag: "Clear" }
          }
        })
    }))
  )

const provider = (script: Script) =>
  Layer.effect(
    Provider.Provider,
    Effect.map(Provider.Provider, (base) => ({
      ...base,
      check: (...[payout, transfer]: Parameters<typeof base.check>) =>
        Effect.suspend(() => {
          script.checked.push(payout.id)
          const outcome = script.checks.get(payout.id)
          return outcome === undefined ? base.check(payout, transfer) : Effect.succeed(outcome)
        }),
      takesCallbacks: () => script.callbackResult._tag !== "UnknownProvider",
      readCallback: (callback: Provider.Callback) =>
        Effect.sync(() => {
          script.callbacks.push(callback)
          return script.callbackResult
        })
    }))
  )

export const layer = (script: Script): Service.Adapters =>
  Layer.mergeAll(chain(script), screening(script), provider(script))
