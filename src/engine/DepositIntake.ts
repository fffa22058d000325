/**
 * Follows the chain: whatever arrives at an address of ours is told to the payout or batch it
 * belongs to, active or long finished, and the place up to which this is done stands in the log. So
 * nothing is missed over a stop of any length, and nothing depends on who is awake.
 */
import { Cause, Clock, Effect, Latch, Metric } from "effect"
import * as Limits from "../config/Limits.ts"
import * as ChainCursor from "../domain/ChainCursor.ts"
import type * as Funding from "../domain/money/Funding.ts"
import * as PayoutSteps from "./actor/PayoutSteps.ts"
import type { CommandExecutor } from "./commands/CommandExecutor.ts"
import type * as Chain from "./ports/Chain.ts"
import { LogRefused } from "./ports/Log.ts"
import type { ReadModel } from "./ports/ReadModel.ts"
import type * as State from "./state/State.ts"

/** Gives a payout or batch a command about a deposit; returns when it is decided and durable. */
export type Tell = (
  id: string,
  command: {
    readonly _tag: "SeeDeposit" | "DropDeposit" | "FinalizeDeposit"
    readonly deposit: Funding.Deposit
    readonly at: number
  }
) => Effect.Effect<unknown, unknown>

const restarts = Metric.counter("payout_chain_follower_restarts_total", {
  description: "Times that following the chain began anew after a defect: someone must look"
})

/** What was seen and is not final, of everything active. */
const pendingOf = (core: State.State): Chain.DepositListener["pending"] =>
  [...core.payouts.values(), ...core.batches.values()].flatMap(({ deposits, id }) =>
    deposits.filter(({ final }) => !final).map((deposit) => ({ id, deposit }))
  )

/** Money is at stake: who cannot be asked or told now is asked again until it can be. */
const persistently = <A, E>(effect: Effect.Effect<A, E>): Effect.Effect<A> =>
  effect.pipe(
    Effect.tapError((error) =>
      Effect.logWarning("The chain waits for the log or the read model", String(error))
    ),
    Effect.retry({ schedule: Limits.waitForDatabase }),
    Effect.orDie
  )

/**
 * Whether a log may be gone on with: one that followed another chain has its deposits there. A
 * simulated chain, of the sandbox alone, follows nothing.
 */
export const refusal = (
  core: State.State,
  { chainId }: Chain.Chain["Service"]
): LogRefused | undefined => {
  if (chainId === undefined) return undefined
  const followed = [...core.chainCursors.values()].map(({ place }) => place.chainId)
  const other = followed.find((one) => one !== chainId)
  if (other === undefined) return undefined
  const message = `This log follows the deposits of chain ${other}, and the settings name ${chainId}.`
  return new LogRefused({ message })
}

/** Follows for ever. `begun` opens once there is a place: what comes from then on is not missed. */
export const make = (
  core: State.State,
  chain: Chain.Chain["Service"],
  views: Pick<ReadModel["Service"], "owners">,
  requests: Pick<CommandExecutor, "execute">,
  tell: Tell,
  begun: Latch.Latch
): Effect.Effect<never> => {
  const owners: Chain.DepositListener["owners"] = Effect.fnUntraced(function* (addresses) {
    const found = new Map<string, string>()
    for (const address of addresses) {
      const id = core.addresses.get(address)
      if (id !== undefined) found.set(address, id)
    }
    const others = addresses.filter((address) => !found.has(address))
    if (others.length === 0) return found
    const finished = yield* persistently(views.owners(others))
    for (const [address, id] of finished) found.set(address, id)
    return found
  })

  const report: Chain.DepositListener["report"] = (id, observation) =>
    PayoutSteps.observed(observation, (command) => persistently(tell(id, command)))

  const advance: Chain.DepositListener["advance"] = Effect.fnUntraced(function* (place) {
    const at = yield* Clock.currentTimeMillis
    const id = ChainCursor.idOf(place.chainId)
    const reached = { _tag: "ChainReached", id, at, place } as const
    const request = { at, by: "engine", idempotency: null }
    yield* persistently(
      requests.execute(request, [], Effect.succeed({ events: [reached], result: undefined }))
    )
    yield* Latch.open(begun)
  })

  const follow = Effect.suspend(() => {
    const active = (address: string) => core.addresses.get(address)
    const pending = pendingOf(core)
    const places = [...core.chainCursors.values()]
    return chain.follow(places[0]?.place, { pending, active, owners, report, advance })
  })

  /** After a defect it begins anew where the log says: what was told is told again. */
  const forever: Effect.Effect<never> = Effect.catchCause(follow, (cause) =>
    Cause.hasInterrupts(cause)
      ? Effect.failCause(cause)
      : Effect.logError("Following the chain failed and begins anew", cause).pipe(
          Effect.andThen(Metric.update(restarts, 1)),
          Effect.andThen(Effect.sleep(Limits.engine.followPauseMs)),
          Effect.andThen(forever)
        )
  )
  return Effect.andThen(Metric.update(restarts, 0), forever)
}
