/**
 * What the follower of the chain asks of a partition, wherever its engine runs. It begins a session
 * with each engine, and an engine takes nothing of another session: what it answered in this one
 * was complete as long as it can still write its log (L3).
 */
import { Effect } from "effect"
import type * as ChainCursor from "../../domain/ChainCursor.ts"
import type * as Chain from "../ports/Chain.ts"
import * as Procedure from "../ports/Procedure.ts"
import { Unavailable } from "../ports/Unavailable.ts"
import * as ChainProgress from "./ChainProgress.ts"
import * as DepositIntake from "./DepositIntake.ts"

/** The part of an engine that the follower uses. */
export interface Followed {
  readonly deposits: DepositIntake.Intake
}

/** Names the follower's session. */
export interface InSession {
  readonly session: string
}

export interface Opened {
  readonly cursor: ChainCursor.ChainCursor
  readonly pending: Chain.DepositListener["pending"]
}

type Pairs = ReadonlyArray<readonly [address: string, id: string]>

const procedure = Procedure.on<Followed>()

const ended = new Unavailable({ message: "The engine is in no session with this follower." })

/** The progress that an engine has in this session. */
const progressOf = (
  { progress }: DepositIntake.Intake,
  { session }: InSession
): Effect.Effect<ChainProgress.Progress, Unavailable> =>
  Effect.suspend(() => (progress.session === session ? Effect.succeed(progress) : ended))

/** Changes the log in the session: looked at again when it is its turn. */
const change = <A>(
  intake: DepositIntake.Intake,
  session: InSession,
  effect: (progress: ChainProgress.Progress) => Effect.Effect<A, Unavailable>
): Effect.Effect<A, Unavailable> =>
  Effect.flatMap(progressOf(intake, session), ({ inTurn }) =>
    inTurn(Effect.flatMap(progressOf(intake, session), effect))
  )

/** Begins a session, and ends the one before. */
export const open = procedure<InSession, Opened>({
  name: "chain: open",
  run: ({ deposits }, { session }) => {
    const { progress } = deposits
    return progress.inTurn(
      Effect.suspend(() => {
        const cursor = DepositIntake.cursorOf(deposits)
        if (cursor === undefined) return ended
        progress.session = session
        return Effect.succeed({ cursor, pending: DepositIntake.pendingOf(deposits) })
      })
    )
  }
})

const looking = (
  name: string,
  how: (intake: DepositIntake.Intake) => Chain.DepositListener["owners"]
) =>
  procedure<InSession & { readonly addresses: ReadonlyArray<string> }, Pairs>({
    name,
    run: ({ deposits }, argument) =>
      progressOf(deposits, argument).pipe(
        Effect.andThen(how(deposits)(argument.addresses)),
        Effect.map((found) => [...found])
      )
  })

/** Of these addresses, those of active payouts and batches. */
export const active = looking("chain: active", DepositIntake.activeIn)

/** Of these addresses, those of all payouts and batches. */
export const owners = looking("chain: owners", DepositIntake.ownersIn)

export const report = procedure<
  InSession & { readonly id: string; readonly observation: Chain.Observation },
  void
>({
  name: "chain: report",
  run: ({ deposits }, argument) =>
    change(deposits, argument, () =>
      DepositIntake.report(deposits, argument.id, argument.observation)
    )
})

/** Stores the cursor, unless the partition is there already. */
export const advance = procedure<InSession & { readonly cursor: ChainCursor.ChainCursor }, void>({
  name: "chain: advance",
  run: ({ deposits }, argument) =>
    change(deposits, argument, (progress) => {
      const { cursor } = argument
      const stored = DepositIntake.cursorOf(deposits)
      if (stored !== undefined && stored.blockNumber >= cursor.blockNumber) return Effect.void
      return Effect.andThen(
        DepositIntake.advance(deposits, cursor),
        Effect.sync(() => ChainProgress.wake(progress))
      )
    })
})

/** How far the chain was read, and reported, in this session; `null`: not at all yet. */
export const looked = procedure<InSession & { readonly looked: Chain.ChainReach | null }, void>({
  name: "chain: looked",
  run: ({ deposits }, argument) =>
    Effect.flatMap(progressOf(deposits, argument), (progress) =>
      ChainProgress.record(progress, argument.looked)
    )
})

export const all: ReadonlyArray<Procedure.Procedure<Followed, never, unknown>> = [
  ...[open, active, owners, report, advance, looked]
]
