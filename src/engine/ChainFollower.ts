/**
 * The follower of a chain for the partitions of several processes: one reads its blocks, and calls
 * the owners of the partitions. A round follows for those that answer, from the lowest of their
 * cursors. One that fails to answer is left out, so that the others go on, and the round with it
 * that begins later starts at its cursor: nothing is skipped, and repeating changes nothing (L8).
 */
import { type Cause, Clock, Effect, Exit, Option } from "effect"
import * as Limits from "../config/Limits.ts"
import type * as ChainCursor from "../domain/ChainCursor.ts"
import * as DepositIntake from "./DepositIntake.ts"
import * as Procedures from "./DepositProcedures.ts"
import type * as Partitions from "./Partitions.ts"
import type * as Chain from "./ports/Chain.ts"
import * as IdGenerator from "./ports/IdGenerator.ts"
import { Unavailable } from "./ports/Unavailable.ts"

const { follower } = Limits

/** A partition that failed in a round. */
interface Failed {
  /** How often, one round after the other. */
  readonly times: number
  /** When it is tried again, milliseconds. */
  readonly until: number
}

interface Follower {
  readonly chain: Chain.Chain["Service"]
  readonly partitions: Pick<Partitions.PartitionsService, "call" | "count" | "ofId">
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
  looked: Chain.Looked | null
}

const tooSlow = new Unavailable({ message: "The partition does not answer in time." })

/** Calls the owner of a partition. An exit: no failure of one partition may end the others'. */
const call = <A extends Procedures.InSession, B>(
  { partitions }: Follower,
  procedure: Partitions.Procedure<A, B>,
  number: number,
  argument: A
): Effect.Effect<Exit.Exit<B, Unavailable>> =>
  partitions
    .call(procedure, number, argument)
    .pipe(
      Effect.timeoutOrElse({ duration: follower.callMsMax, orElse: () => Effect.fail(tooSlow) }),
      Effect.exit
    )

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
  procedure: Partitions.Procedure<A & Procedures.InSession, B>,
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
  procedure: Partitions.Procedure<A & Procedures.InSession, B>,
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

const listenerOf = (round: Round): Chain.DepositListener => ({
  pending: [...round.members.values()].flatMap(({ pending }) => pending),
  active: look(round, Procedures.active),
  // A chain that is read block by block has no use for it.
  awaiting: () => undefined,
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
  ready: Effect.void,
  looked: (found) => {
    round.looked = found
  }
})

const isSame = (one: Chain.Looked | null, other: Chain.Looked | null): boolean =>
  one?.past === other?.past &&
  one?.head.latest === other?.head.latest &&
  one?.head.finalized === other?.head.finalized

/**
 * Reports to partitions how far the chain was read: their windows for funds wait for it. Where
 * nothing changes it reports now and then that the chain is followed.
 */
const reportProgress = Effect.fnUntraced(function* (round: Round) {
  let reported: Chain.Looked | null = null
  let reportedAt = Number.NEGATIVE_INFINITY
  while (true) {
    yield* Effect.sleep(follower.progressMs)
    const { looked } = round
    const now = yield* Clock.currentTimeMillis
    if (isSame(looked, reported) && now - reportedAt < follower.unchangedMs) continue
    yield* askAll(round, Procedures.looked, { looked })
    reported = looked
    reportedAt = now
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
      const exit = yield* Effect.timeoutOption(opening, follower.openMsMax)
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
  const from = DepositIntake.lowest([...members.values()].map(({ cursor }) => cursor))
  if (from === undefined) return yield* Effect.sleep(follower.lookMs)
  const round: Round = { follower: of, session, members, looked: null }
  const { chain } = of
  yield* Effect.raceAllFirst([
    chain.follow(from, listenerOf(round)),
    reportProgress(round),
    anotherAnswers(round)
  ])
})

/** Follows the chain for all partitions until it is interrupted, round by round. */
export const run = Effect.fnUntraced(function* (
  chain: Chain.Chain["Service"],
  partitions: Follower["partitions"]
) {
  const ids = yield* IdGenerator.IdGenerator
  const of: Follower = { chain, partitions, failed: new Map(), absent: new Set() }
  const round = Effect.suspend(() => Effect.exit(follow(of, IdGenerator.reference(ids))))
  return yield* Effect.forever(
    Effect.flatMap(round, (exit) =>
      Exit.isFailure(exit) ? DepositIntake.failed(exit.cause) : Effect.void
    )
  )
})
