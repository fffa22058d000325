/**
 * The follower of a chain. One follower reads the chain's blocks for all partitions, and calls
 * their engines, in this process or another. A round follows for the partitions that respond, from
 * the lowest of their cursors. A partition that fails to respond is left out, so that the others
 * continue. A later round with it starts at its cursor: nothing is skipped, and repeating changes
 * nothing (L8).
 */
import { type Cause, Clock, Effect, Exit, Latch, Metric, Option } from "effect"
import * as Limits from "../../config/Limits.ts"
import type * as ChainCursor from "../../domain/ChainCursor.ts"
import type * as Chain from "../ports/Chain.ts"
import * as IdGenerator from "../ports/IdGenerator.ts"
import type { Procedure } from "../ports/Procedure.ts"
import { Unavailable } from "../ports/Unavailable.ts"
import * as DepositIntake from "./DepositIntake.ts"
import * as Procedures from "./DepositProcedures.ts"

const { follower: limits } = Limits

const restarts = Metric.counter("payout_chain_follower_restarts_total", {
  description: "Restarts of the chain follower after a defect. Check the log for the defect"
})

/** The part of `engine/Partitions.ts` that the follower uses. */
export interface Partitions {
  readonly count: number
  /** True if other processes may run partitions. */
  readonly isShared: boolean
  /** The partition with this number, if this process runs it. */
  readonly at: (number: number) => { readonly engine: Procedures.FollowedEngine } | undefined
  readonly whileRunning: <A>(
    number: number,
    effect: Effect.Effect<A>
  ) => Effect.Effect<A, { readonly _tag: "Moved" }>
  readonly call: <A, B>(
    procedure: Procedure<Procedures.FollowedEngine, A, B>,
    number: number,
    argument: A
  ) => Effect.Effect<B, Unavailable>
  readonly ofId: (id: string) => number
}

/** A partition that failed in a round. */
interface Failure {
  /** Failures in successive rounds. */
  readonly times: number
  /** When the partition is tried again, milliseconds. */
  readonly until: number
}

interface Follower {
  readonly blocks: Chain.Blocks
  readonly partitions: Partitions
  readonly failures: Map<number, Failure>
  /** Partitions that the last round left out, to log each once. */
  readonly absent: Set<number>
}

const numbersOf = ({ partitions: { count } }: Follower): ReadonlyArray<number> =>
  Array.from({ length: count }, (_, number) => number)

/** A partition that a round follows for. */
interface Member {
  cursor: ChainCursor.ChainCursor
  readonly pending: Chain.DepositListener["pending"]
}

interface Round extends Procedures.InSession {
  readonly follower: Follower
  readonly members: Map<number, Member>
  /** The part of the chain read in this round; `null` if none was read yet. */
  reach: Chain.ChainReach | null
  /** Open when the chain was read further than was reported to partitions. */
  readonly news: Latch.Latch
}

const tooSlow = new Unavailable({ message: "The partition does not respond in time." })

/**
 * Calls the engine of a partition. A call to another process has a time limit, and its failure must
 * not end the others'. If no partition can be in another process, the call waits: nothing continues
 * without it.
 */
const call = <A extends Procedures.InSession, B>(
  { partitions }: Follower,
  procedure: Procedure<Procedures.FollowedEngine, A, B>,
  number: number,
  argument: A
): Effect.Effect<Exit.Exit<B, Unavailable>> => {
  const answer = partitions.call(procedure, number, argument)
  if (!partitions.isShared) return Effect.map(DepositIntake.persistently(answer), Exit.succeed)
  const timeout = { duration: limits.callMsMax, orElse: () => Effect.fail(tooSlow) }
  return Effect.exit(Effect.timeoutOrElse(answer, timeout))
}

/** A partition failed: the round continues without it, and reports to it do not count. */
const leaveOut = Effect.fnUntraced(function* (
  { follower: { absent, failures }, members }: Round,
  number: number,
  cause: Cause.Cause<Unavailable>
) {
  // Another call to the partition may have failed first.
  if (!members.delete(number)) return
  const times = (failures.get(number)?.times ?? 0) + 1
  const now = yield* Clock.currentTimeMillis
  const ms = Math.min(limits.leftOutMsMax, limits.leftOutMs * 2 ** (times - 1))
  failures.set(number, { times, until: now + ms })
  absent.add(number)
  yield* Effect.logWarning(`The chain follower left out partition ${number}`, cause)
})

/** Calls a partition that the round follows for. A partition that fails is left out. */
const callMember = <A, B>(
  round: Round,
  number: number,
  procedure: Procedure<Procedures.FollowedEngine, A & Procedures.InSession, B>,
  argument: A
): Effect.Effect<Exit.Exit<B, Unavailable>> => {
  const fullArgument = { ...argument, session: round.session }
  return Effect.tap(call(round.follower, procedure, number, fullArgument), (exit) =>
    Exit.isFailure(exit) ? leaveOut(round, number, exit.cause) : Effect.void
  )
}

/** Calls all partitions that the round follows for, concurrently. */
const callAll = <A, B>(
  round: Round,
  procedure: Procedure<Procedures.FollowedEngine, A & Procedures.InSession, B>,
  argument: A
): Effect.Effect<ReadonlyArray<Exit.Exit<B, Unavailable>>> =>
  Effect.forEach(
    [...round.members.keys()],
    (number) => callMember(round, number, procedure, argument),
    {
      concurrency: "unbounded"
    }
  )

const lookUp =
  (round: Round, procedure: typeof Procedures.owners): Chain.DepositListener["owners"] =>
  (addresses) =>
    Effect.map(
      callAll(round, procedure, { addresses }),
      (exits) => new Map(exits.flatMap((exit) => (Exit.isSuccess(exit) ? exit.value : [])))
    )

const advance = Effect.fnUntraced(function* (
  round: Round,
  number: number,
  cursor: ChainCursor.ChainCursor
) {
  const member = round.members.get(number)
  if (member === undefined || member.cursor.blockNumber >= cursor.blockNumber) return
  const exit = yield* callMember(round, number, Procedures.advance, { cursor })
  if (Exit.isFailure(exit)) return
  member.cursor = cursor
  round.follower.failures.delete(number)
})

const isSame = (one: Chain.ChainReach, other: Chain.ChainReach | null): boolean =>
  one.completeBefore === other?.completeBefore &&
  one.head.latest === other?.head.latest &&
  one.head.finalized === other?.head.finalized

const listenerOf = (round: Round): Chain.DepositListener => ({
  pending: [...round.members.values()].flatMap(({ pending }) => pending),
  active: lookUp(round, Procedures.active),
  owners: lookUp(round, Procedures.owners),
  report: (id, observation) =>
    Effect.suspend(() => {
      const number = round.follower.partitions.ofId(id)
      // The partition is left out. Its cursor does not move, so the deposit is reported again.
      if (!round.members.has(number)) return Effect.void
      return Effect.asVoid(callMember(round, number, Procedures.report, { id, observation }))
    }),
  advance: (cursor) =>
    Effect.forEach([...round.members.keys()], (number) => advance(round, number, cursor), {
      concurrency: "unbounded",
      discard: true
    }),
  onRead: (found) => {
    if (isSame(found, round.reach)) return
    round.reach = found
    Latch.openUnsafe(round.news)
  }
})

/**
 * Reports to partitions how far the chain was read: their funding windows wait for it. If nothing
 * changes, it reports now and then that the chain is followed.
 */
const reportProgress = Effect.fnUntraced(function* (round: Round) {
  const { news } = round
  while (true) {
    yield* Effect.sleep(limits.progressMs)
    Latch.closeUnsafe(news)
    yield* callAll(round, Procedures.recordReach, { looked: round.reach })
    yield* Effect.timeoutOption(Latch.await(news), limits.unchangedMs)
  }
})

/** Begins a session with each of these partitions that may be tried now. */
const openAll = Effect.fnUntraced(function* (
  follower: Follower,
  session: string,
  numbers: ReadonlyArray<number>
) {
  const now = yield* Clock.currentTimeMillis
  const due = numbers.filter((number) => (follower.failures.get(number)?.until ?? 0) <= now)
  const sessions = new Map<number, Member>()
  yield* Effect.forEach(
    due,
    Effect.fnUntraced(function* (number) {
      const opening = call(follower, Procedures.open, number, { session })
      const exit = follower.partitions.isShared
        ? yield* Effect.timeoutOption(opening, limits.openMsMax)
        : Option.some(yield* opening)
      if (Option.isSome(exit) && Exit.isSuccess(exit.value)) {
        sessions.set(number, { ...exit.value.value })
      }
    }),
    { concurrency: "unbounded", discard: true }
  )
  return sessions
})

/** Ends when a partition responds that is not in the round. */
const awaitAnother = Effect.fnUntraced(function* ({ follower, members, session }: Round) {
  while (true) {
    yield* Effect.sleep(limits.retryMs)
    const absentNumbers = numbersOf(follower).filter((number) => !members.has(number))
    const sessions = yield* openAll(follower, session, absentNumbers)
    if (sessions.size > 0) return
  }
})

/** Logs once that the follower could not reach a partition, and once that it did. */
const logChanges = Effect.fnUntraced(function* (
  follower: Follower,
  members: ReadonlyMap<number, Member>
) {
  const { absent } = follower
  for (const number of numbersOf(follower)) {
    if (members.has(number) === !absent.has(number)) continue
    if (absent.delete(number)) {
      yield* Effect.logInfo(`The chain follower reached partition ${number} again`)
    } else {
      absent.add(number)
      yield* Effect.logWarning(`The chain follower could not reach partition ${number}`)
    }
  }
})

/** Follows for the partitions that respond, until another one does. */
const follow = Effect.fnUntraced(function* (follower: Follower, session: string) {
  const members = yield* openAll(follower, session, numbersOf(follower))
  yield* logChanges(follower, members)
  const [from] = Array.from(members.values(), ({ cursor }) => cursor).toSorted(
    (left, right) => left.blockNumber - right.blockNumber
  )
  if (from === undefined) return yield* Effect.sleep(limits.retryMs)
  const round: Round = {
    follower,
    session,
    members,
    reach: null,
    news: Latch.makeUnsafe()
  }
  yield* Effect.raceAllFirst([
    follower.blocks.follow(from, listenerOf(round)),
    reportProgress(round),
    awaitAnother(round)
  ])
})

/**
 * The listener of this process's engines, for a simulated chain in it. A partition that moved away
 * gets its deposits from the chain of its new owner.
 */
const localListener = ({ at, ofId, whileRunning }: Partitions): Chain.ArrivalListener => ({
  awaiting: (id) =>
    Effect.suspend(() => {
      const running = at(ofId(id))
      if (running === undefined) return Effect.never
      return Effect.succeed(DepositIntake.awaitingIn(running.engine.deposits, id))
    }),
  report: (id, observation) =>
    Effect.suspend(() => {
      const number = ofId(id)
      const running = at(number)
      if (running === undefined) return Effect.never
      const reporting = DepositIntake.report(running.engine.deposits, id, observation)
      return Effect.catchTag(
        whileRunning(number, DepositIntake.persistently(reporting)),
        "Moved",
        () => Effect.never
      )
    })
})

/** Logs and counts that a round failed, and waits until the next one may begin. */
const logFailure = (cause: Cause.Cause<unknown>): Effect.Effect<void> =>
  Effect.logError("The chain follower failed and restarts", cause).pipe(
    Effect.andThen(Metric.update(restarts, 1)),
    Effect.andThen(Effect.sleep(Limits.engine.followPauseMs))
  )

/** Follows the chain for all partitions until it is interrupted, round by round. */
export const run = Effect.fnUntraced(function* (
  { deposits }: Chain.Chain["Service"],
  partitions: Partitions
) {
  const ids = yield* IdGenerator.IdGenerator
  const roundOf = (blocks: Chain.Blocks) => {
    const follower: Follower = { blocks, partitions, failures: new Map(), absent: new Set() }
    return Effect.suspend(() => follow(follower, IdGenerator.reference(ids)))
  }
  const round: Effect.Effect<void> =
    deposits._tag === "Simulation" ? deposits.follow(localListener(partitions)) : roundOf(deposits)
  yield* Metric.update(restarts, 0)
  return yield* Effect.forever(Effect.catchCause(round, logFailure))
})
