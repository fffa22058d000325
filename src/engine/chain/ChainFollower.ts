/**
 * The follower of a chain: one reads its blocks for all partitions, and calls their engines, in
 * this process or another. A round follows for those that answer, from the lowest of their cursors.
 * One that fails to answer is left out, so that the others go on, and the round with it that begins
 * later starts at its cursor: nothing is skipped, and repeating changes nothing (L8).
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

const { follower } = Limits

const restarts = Metric.counter("payout_chain_follower_restarts_total", {
  description: "Restarts of the chain follower after a defect. Check the log for the defect"
})

/** The partitions, as `engine/Partitions.ts` has them. */
export interface Partitions {
  readonly count: number
  /** Whether other processes may run them. */
  readonly isShared: boolean
  /** The one of this number, where this process runs it. */
  readonly at: (number: number) => { readonly engine: Procedures.Followed } | undefined
  readonly whileRunning: <A>(
    number: number,
    effect: Effect.Effect<A>
  ) => Effect.Effect<A, { readonly _tag: "Moved" }>
  readonly call: <A, B>(
    procedure: Procedure<Procedures.Followed, A, B>,
    number: number,
    argument: A
  ) => Effect.Effect<B, Unavailable>
  readonly ofId: (id: string) => number
}

/** A partition that failed in a round. */
interface Failed {
  /** How often, one round after the other. */
  readonly times: number
  /** When it is tried again, milliseconds. */
  readonly until: number
}

interface Follower {
  readonly blocks: Chain.Blocks
  readonly partitions: Partitions
  readonly failed: Map<number, Failed>
  /** Those that the last look left out, to log each once. */
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
  /** How far the chain was read in this round; `null`: not at all yet. */
  looked: Chain.ChainReach | null
  /** Open when it was read further than partitions know. */
  readonly news: Latch.Latch
}

const tooSlow = new Unavailable({ message: "The partition does not answer in time." })

/**
 * Calls the engine of a partition. One in another process has so much time, and its failure must
 * not end the others'. One that is never elsewhere is waited for: nothing goes on without it.
 */
const call = <A extends Procedures.InSession, B>(
  { partitions }: Follower,
  procedure: Procedure<Procedures.Followed, A, B>,
  number: number,
  argument: A
): Effect.Effect<Exit.Exit<B, Unavailable>> => {
  const answer = partitions.call(procedure, number, argument)
  if (!partitions.isShared) return Effect.map(DepositIntake.persistently(answer), Exit.succeed)
  const late = { duration: follower.callMsMax, orElse: () => Effect.fail(tooSlow) }
  return Effect.exit(Effect.timeoutOrElse(answer, late))
}

/** A partition failed: the round goes on without it, and what it was given counts for nothing. */
const leaveOut = Effect.fnUntraced(function* (
  { follower: { absent, failed }, members }: Round,
  number: number,
  cause: Cause.Cause<Unavailable>
) {
  // Another call to it may have failed first.
  if (!members.delete(number)) return
  const times = (failed.get(number)?.times ?? 0) + 1
  const now = yield* Clock.currentTimeMillis
  const ms = Math.min(follower.leftOutMsMax, follower.leftOutMs * 2 ** (times - 1))
  failed.set(number, { times, until: now + ms })
  absent.add(number)
  yield* Effect.logWarning(`The follower of the chain leaves out partition ${number}`, cause)
})

/** Calls a partition that the round follows for; one that fails is left out. */
const ask = <A, B>(
  round: Round,
  number: number,
  procedure: Procedure<Procedures.Followed, A & Procedures.InSession, B>,
  argument: A
): Effect.Effect<Exit.Exit<B, Unavailable>> => {
  const whole = { ...argument, session: round.session }
  return Effect.tap(call(round.follower, procedure, number, whole), (exit) =>
    Exit.isFailure(exit) ? leaveOut(round, number, exit.cause) : Effect.void
  )
}

/** Asks all that the round follows for, side by side. */
const askAll = <A, B>(
  round: Round,
  procedure: Procedure<Procedures.Followed, A & Procedures.InSession, B>,
  argument: A
): Effect.Effect<ReadonlyArray<Exit.Exit<B, Unavailable>>> =>
  Effect.forEach([...round.members.keys()], (number) => ask(round, number, procedure, argument), {
    concurrency: "unbounded"
  })

const look =
  (round: Round, procedure: typeof Procedures.owners): Chain.DepositListener["owners"] =>
  (addresses) =>
    Effect.map(
      askAll(round, procedure, { addresses }),
      (exits) => new Map(exits.flatMap((exit) => (Exit.isSuccess(exit) ? exit.value : [])))
    )

const advance = Effect.fnUntraced(function* (
  round: Round,
  number: number,
  cursor: ChainCursor.ChainCursor
) {
  const member = round.members.get(number)
  if (member === undefined || member.cursor.blockNumber >= cursor.blockNumber) return
  const exit = yield* ask(round, number, Procedures.advance, { cursor })
  if (Exit.isFailure(exit)) return
  member.cursor = cursor
  round.follower.failed.delete(number)
})

const isSame = (one: Chain.ChainReach, other: Chain.ChainReach | null): boolean =>
  one.completeBefore === other?.completeBefore &&
  one.head.latest === other?.head.latest &&
  one.head.finalized === other?.head.finalized

const listenerOf = (round: Round): Chain.DepositListener => ({
  pending: [...round.members.values()].flatMap(({ pending }) => pending),
  active: look(round, Procedures.active),
  owners: look(round, Procedures.owners),
  report: (id, observation) =>
    Effect.suspend(() => {
      const number = round.follower.partitions.ofId(id)
      // Of one that is left out: its cursor stays where it is, so it is reported again.
      if (!round.members.has(number)) return Effect.void
      return Effect.asVoid(ask(round, number, Procedures.report, { id, observation }))
    }),
  advance: (cursor) =>
    Effect.forEach([...round.members.keys()], (number) => advance(round, number, cursor), {
      concurrency: "unbounded",
      discard: true
    }),
  looked: (found) => {
    if (isSame(found, round.looked)) return
    round.looked = found
    Latch.openUnsafe(round.news)
  }
})

/**
 * Reports to partitions how far the chain was read: their windows for funds wait for it. Where
 * nothing changes it reports now and then that the chain is followed.
 */
const reportProgress = Effect.fnUntraced(function* (round: Round) {
  const { news } = round
  while (true) {
    yield* Effect.sleep(follower.progressMs)
    Latch.closeUnsafe(news)
    yield* askAll(round, Procedures.looked, { looked: round.looked })
    yield* Effect.timeoutOption(Latch.await(news), follower.unchangedMs)
  }
})

/** Begins a session with those of these partitions that may be tried now. */
const openAll = Effect.fnUntraced(function* (
  of: Follower,
  session: string,
  numbers: ReadonlyArray<number>
) {
  const now = yield* Clock.currentTimeMillis
  const due = numbers.filter((number) => (of.failed.get(number)?.until ?? 0) <= now)
  const opened = new Map<number, Member>()
  yield* Effect.forEach(
    due,
    Effect.fnUntraced(function* (number) {
      const opening = call(of, Procedures.open, number, { session })
      const exit = of.partitions.isShared
        ? yield* Effect.timeoutOption(opening, follower.openMsMax)
        : Option.some(yield* opening)
      if (Option.isSome(exit) && Exit.isSuccess(exit.value)) {
        opened.set(number, { ...exit.value.value })
      }
    }),
    { concurrency: "unbounded", discard: true }
  )
  return opened
})

/** Ends when a partition answers that the round does not follow for. */
const anotherAnswers = Effect.fnUntraced(function* ({ follower: of, members, session }: Round) {
  while (true) {
    yield* Effect.sleep(follower.lookMs)
    const others = numbersOf(of).filter((number) => !members.has(number))
    const opened = yield* openAll(of, session, others)
    if (opened.size > 0) return
  }
})

/** Logs once which partitions cannot be followed for, and once that they can. */
const note = Effect.fnUntraced(function* (of: Follower, members: ReadonlyMap<number, Member>) {
  const { absent } = of
  for (const number of numbersOf(of)) {
    if (members.has(number) === !absent.has(number)) continue
    if (absent.delete(number)) {
      yield* Effect.logInfo(`The chain is followed for partition ${number} again`)
    } else {
      absent.add(number)
      yield* Effect.logWarning(`The chain cannot be followed for partition ${number} yet`)
    }
  }
})

/** Follows for the partitions that answer, until another one does. */
const follow = Effect.fnUntraced(function* (of: Follower, session: string) {
  const members = yield* openAll(of, session, numbersOf(of))
  yield* note(of, members)
  const [from] = Array.from(members.values(), ({ cursor }) => cursor).toSorted(
    (left, right) => left.blockNumber - right.blockNumber
  )
  if (from === undefined) return yield* Effect.sleep(follower.lookMs)
  const round: Round = { follower: of, session, members, looked: null, news: Latch.makeUnsafe() }
  yield* Effect.raceAllFirst([
    of.blocks.follow(from, listenerOf(round)),
    reportProgress(round),
    anotherAnswers(round)
  ])
})

/**
 * The engines of this process, to which a simulated chain in it reports. A partition that left has
 * its deposits from the chain of its new owner.
 */
const here = ({ at, ofId, whileRunning }: Partitions): Chain.ArrivalListener => ({
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
      const reported = DepositIntake.report(running.engine.deposits, id, observation)
      return Effect.catchTag(
        whileRunning(number, DepositIntake.persistently(reported)),
        "Moved",
        () => Effect.never
      )
    })
})

/** Logs and counts that a round failed, and waits until the next one may begin. */
const failed = (cause: Cause.Cause<unknown>): Effect.Effect<void> =>
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
    const of: Follower = { blocks, partitions, failed: new Map(), absent: new Set() }
    return Effect.suspend(() => follow(of, IdGenerator.reference(ids)))
  }
  const round: Effect.Effect<void> =
    deposits._tag === "Simulation" ? deposits.follow(here(partitions)) : roundOf(deposits)
  yield* Metric.update(restarts, 0)
  return yield* Effect.forever(Effect.catchCause(round, failed))
})
