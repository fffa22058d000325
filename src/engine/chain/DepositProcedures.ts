/**
 * The procedures that the follower of the chain calls at a partition, wherever its engine runs. The
 * follower begins a session with each engine, and an engine takes no reports of another session.
 * The engine's responses in this session were complete as long as it can still write its log (L3).
 */
import { Effect } from "effect"
import type * as ChainCursor from "../../domain/ChainCursor.ts"
import type * as Chain from "../ports/Chain.ts"
import * as Procedure from "../ports/Procedure.ts"
import { Unavailable } from "../ports/Unavailable.ts"
import * as ChainProgress from "./ChainProgress.ts"
import * as DepositIntake from "./DepositIntake.ts"

/** The part of an engine that the follower uses. */
export interface FollowedEngine {
  readonly deposits: DepositIntake.Intake
}

/** The follower's session. */
export interface InSession {
  readonly session: string
}

export interface SessionStart {
  readonly cursor: ChainCursor.ChainCursor
  readonly pending: Chain.DepositListener["pending"]
}

type Pairs = ReadonlyArray<readonly [address: string, id: string]>

const procedure = Procedure.on<FollowedEngine>()

const noSession = new Unavailable({ message: "The engine is in no session with this follower." })

/** The progress that an engine has in this session. */
const progressOf = (
  { progress }: DepositIntake.Intake,
  { session }: InSession
): Effect.Effect<ChainProgress.Progress, Unavailable> =>
  Effect.suspend(() => (progress.session === session ? Effect.succeed(progress) : noSession))

/** Changes the log in the session, which is checked again when the change starts. */
const change = <A>(
  intake: DepositIntake.Intake,
  session: InSession,
  effect: (progress: ChainProgress.Progress) => Effect.Effect<A, Unavailable>
): Effect.Effect<A, Unavailable> =>
  Effect.flatMap(progressOf(intake, session), ({ inTurn }) =>
    inTurn(Effect.flatMap(progressOf(intake, session), effect))
  )

/** Begins a session, and ends the previous one. */
export const open = procedure<InSession, SessionStart>({
  name: "chain: open",
  run: ({ deposits }, { session }) => {
    const { progress } = deposits
    return progress.inTurn(
      Effect.suspend(() => {
        const cursor = DepositIntake.cursorOf(deposits)
        if (cursor === undefined) return noSession
        progress.session = session
        return Effect.succeed({ cursor, pending: DepositIntake.pendingOf(deposits) })
      })
    )
  }
})

const lookUp = (
  name: string,
  find: (intake: DepositIntake.Intake) => Chain.DepositListener["owners"]
) =>
  procedure<InSession & { readonly addresses: ReadonlyArray<string> }, Pairs>({
    name,
    run: ({ deposits }, argument) =>
      progressOf(deposits, argument).pipe(
        Effect.andThen(find(deposits)(argument.addresses)),
        Effect.map((found) => [...found])
      )
  })

/** Owners of these addresses among active payouts and batches. */
export const active = lookUp("chain: active", DepositIntake.activeIn)

/** Owners of these addresses among all payouts and batches. */
export const owners = lookUp("chain: owners", DepositIntake.ownersIn)

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

/** Stores the cursor, unless the partition has reached it already. */
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

/** Reports the part of the chain that was read in this session; `null` if none was read yet. */
export const recordReach = procedure<
  InSession & { readonly looked: Chain.ChainReach | null },
  void
>({
  name: "chain: looked",
  run: ({ deposits }, argument) =>
    Effect.flatMap(progressOf(deposits, argument), (progress) =>
      ChainProgress.record(progress, argument.looked)
    )
})

export const procedures: ReadonlyArray<Procedure.Procedure<FollowedEngine, never, unknown>> = [
  ...[open, active, owners, report, advance, recordReach]
]
