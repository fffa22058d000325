/** Scripted adapters: a chain, providers and screening over the sandbox's. */
import { Effect, Layer } from "effect"
import * as Chain from "../../src/engine/ports/Chain.ts"
import * as Provider from "../../src/engine/ports/Provider.ts"
import * as Screening from "../../src/engine/ports/Screening.ts"
import { Unavailable } from "../../src/engine/ports/Unavailable.ts"
import type * as Service from "../support/service.ts"

/** Results by object, in lower case; the sandbox decides on all others. */
export interface Said {
  readonly addresses: Map<string, "blacklisted" | "flagged" | "inconclusive" | "unavailable">
  readonly transactions: Map<string, Chain.Proof | "unavailable">
  /** The transactions that were looked up, in order. */
  readonly asked: Array<string>
  readonly callbacks: Array<Provider.Callback>
  /** The provider's result of a check, by payout. */
  readonly checks: Map<string, Provider.Outcome>
  callbackResult: Provider.CallbackResult
  head: Chain.Head | undefined
}

export const said = (): Said => ({
  ...{ addresses: new Map(), transactions: new Map(), asked: [], callbacks: [], checks: new Map() },
  ...{ callbackResult: { _tag: "UnknownProvider" }, head: undefined }
})

const away = Effect.fail(new Unavailable({ message: "The chain cannot be asked." }))

const chain = (world: Said) =>
  Layer.effect(
    Chain.Chain,
    Effect.map(Chain.Chain, (base) => ({
      ...base,
      head: () => world.head,
      isBlacklisted: (address: string) => {
        const word = world.addresses.get(address.toLowerCase())
        return word === "unavailable" ? away : Effect.succeed(word === "blacklisted")
      },
      prove: (txHash: string, to: string, amount: number) =>
        Effect.suspend(() => {
          world.asked.push(`${txHash} ${to} ${amount}`)
          const proof = world.transactions.get(txHash)
          if (proof === "unavailable") return away
          return Effect.succeed<Chain.Proof>(
            proof ?? { _tag: "Final", transfers: 1, isThirdParty: false }
          )
        })
    }))
  )

const screening = (world: Said) =>
  Layer.effect(
    Screening.Screening,
    Effect.map(Screening.Screening, (base) => ({
      ...base,
      address: (address: string) =>
        Effect.sync((): Screening.Verdict => {
          switch (world.addresses.get(address.toLowerCase())) {
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

const provider = (world: Said) =>
  Layer.effect(
    Provider.Provider,
    Effect.map(Provider.Provider, (base) => ({
      ...base,
      check: (...[payout, transfer]: Parameters<typeof base.check>) =>
        Effect.suspend(() => {
          const said = world.checks.get(payout.id)
          return said === undefined ? base.check(payout, transfer) : Effect.succeed(said)
        }),
      readCallback: (callback: Provider.Callback) =>
        Effect.sync(() => {
          world.callbacks.push(callback)
          return world.callbackResult
        })
    }))
  )

export const parts = (world: Said): Service.Adapters =>
  Layer.mergeAll(chain(world), screening(world), provider(world))
