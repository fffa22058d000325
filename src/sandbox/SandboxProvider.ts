/**
 * A provider that follows the sandbox's script. A transfer's outcome is a function of its payout,
 * so submitting one reference twice can never pay twice.
 */
import { Clock, Effect, Layer } from "effect"
import * as Limits from "../config/Limits.ts"
import * as Network from "../domain/Network.ts"
import type { Payout, Transfer } from "../domain/payout/Payout.ts"
import * as PayoutGuards from "../domain/payout/PayoutGuards.ts"
import * as SandboxScript from "../domain/payout/SandboxScript.ts"
import * as Provider from "../engine/ports/Provider.ts"

const name = "sandbox"

/**
 * The simulated float. It falls by what is paid, and is topped up before it is empty. A transfer
 * that is checked again after its payment counts again.
 */
const makeFloat = () => {
  const { sandboxMinor, sandboxMinorMin } = Limits.float
  const balances = new Map(Network.currencies.map((currency) => [currency, sandboxMinor]))
  return {
    pay: ({ currency, targetAmount }: Payout): void => {
      const left = (balances.get(currency) ?? 0) - targetAmount
      balances.set(currency, left < sandboxMinorMin ? sandboxMinor : left)
    },
    report: () => ({
      provider: name,
      balances: new Map([...balances].map(([currency, left]) => [currency, BigInt(left)] as const))
    })
  }
}

interface Options {
  readonly timeScale: number
}

const make = ({ timeScale }: Options): Provider.Provider["Service"] => {
  const float = makeFloat()

  const unknown = (checkAgainAt: number | null, isPermanent: boolean) =>
    ({ _tag: "Unknown", checkAgainAt, isPermanent }) as const

  const submit = Effect.fnUntraced(function* (payout: Payout) {
    // A payout from a balance waits for no funds, and is refused here.
    const reason = SandboxScript.refusal(payout)
    if (reason !== undefined) return { _tag: "Refused", reason, retryable: false } as const
    if (SandboxScript.magicOutcome(payout) === "review") return unknown(null, true)
    const acceptAt = SandboxScript.acceptAt(payout, timeScale)
    const now = yield* Clock.currentTimeMillis
    if (now < acceptAt) return unknown(acceptAt, false)
    return { _tag: "Accepted", checkAgainAt: SandboxScript.settleAt(payout, timeScale) } as const
  })

  const refused = { _tag: "Refused", reason: "unspecified", retryable: false } as const

  const check = Effect.fnUntraced(function* (payout: Payout, { reference }: Transfer) {
    const providerReference = `SBX-${reference.slice(0, 8).toUpperCase()}`
    const delivered = { _tag: "Delivered", providerReference } as const
    // The status of a final payout shows what was paid: its last reference, or none.
    if (PayoutGuards.isFinal(payout.status)) {
      const isPaid = payout.status === "SETTLED" && payout.transfer?.reference === reference
      return isPaid ? delivered : refused
    }
    // The provider reports a payout in review as never paid.
    if (payout.status === "MANUAL_REVIEW") return refused
    const settleAt = SandboxScript.settleAt(payout, timeScale)
    const now = yield* Clock.currentTimeMillis
    if (now < settleAt) return { _tag: "Accepted", checkAgainAt: settleAt } as const
    float.pay(payout)
    return delivered
  })

  return Provider.Provider.of({
    health: () => "operational",
    breaker: () => undefined,
    choose: () => undefined,
    hasNameLookup: () => false,
    registeredName: () => Effect.succeed(undefined),
    takesCallbacks: () => false,
    readCallback: () => Effect.succeed({ _tag: "UnknownProvider" }),
    precheck: (payout) => Effect.succeed(SandboxScript.refusal(payout)),
    submit: (payout) => submit(payout),
    routeOf: () => [name],
    wallets: Effect.sync(() => [float.report()]),
    check
  })
}

export const layer = (options: Options): Layer.Layer<Provider.Provider> =>
  Layer.effect(
    Provider.Provider,
    Effect.sync(() => make(options))
  )
