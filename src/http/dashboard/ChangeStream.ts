/**
 * Sends changes to the open pages of the dashboard: the kinds and ids of changed objects, never
 * their content. A page then reads its objects again, with its current permissions.
 */
import { Effect, Queue, Stream } from "effect"
import * as Limits from "../../config/Limits.ts"
import * as Partitions from "../../engine/Partitions.ts"
import * as Entry from "../../engine/ports/Entry.ts"
import * as OtherNodes from "../../engine/ports/OtherNodes.ts"
import type * as Directory from "../../engine/queries/Directory.ts"
import type { Refusal } from "../contract/Rejection.ts"
import type * as Authorization from "../middleware/Authorization.ts"
import type * as Route from "../middleware/Route.ts"

type ChangeKind =
  | "payouts"
  | "batches"
  | "balance"
  | "quotes"
  | "deliveries"
  | "endpoints"
  | "beneficiaries"
  | "recipients"
  | "keys"
  | "team"
  | "accounts"

interface Change {
  readonly kind: ChangeKind
  readonly id: string
  /** `undefined` if the account is not known; the change is sent to staff only. */
  readonly accountId: string | undefined
}

const kindOf = (event: Entry.Event): ChangeKind | undefined => {
  if (Entry.isPayoutEvent(event)) return "payouts"
  if (Entry.isBatchEvent(event)) return "batches"
  if (Entry.isBalanceEvent(event) || Entry.isWithdrawalEvent(event)) return "balance"
  if (Entry.isDeliveryEvent(event)) return "deliveries"
  if (Entry.isPersonEvent(event)) return "team"
  if (Entry.isRecipientEvent(event)) return "recipients"
  const { _tag } = event
  if (_tag.startsWith("Quote")) return "quotes"
  if (_tag.startsWith("Endpoint")) return "endpoints"
  if (_tag.startsWith("Beneficiary")) return "beneficiaries"
  if (_tag.startsWith("ApiKey")) return "keys"
  return _tag.startsWith("Account") ? "accounts" : undefined
}

/** The account that sees a change; `undefined` if only staff do. */
const ownerOf = (directory: Directory.Directory, event: Entry.Event): string | undefined => {
  // A customer must not learn of a legal hold.
  if (Entry.isRecipientEvent(event)) return undefined
  if ("accountId" in event) return event.accountId ?? undefined
  if (event._tag === "PersonInvited") return event.grants[0]?.accountId ?? undefined
  if (!("id" in event)) return undefined
  return directory.ownerOf(event.id) ?? (event._tag.startsWith("Account") ? event.id : undefined)
}

const changesOf = (
  directory: Directory.Directory,
  { events }: Entry.Entry
): ReadonlyArray<Change> =>
  events.flatMap((event) => {
    const kind = kindOf(event)
    if (kind === undefined || !("id" in event)) return []
    return [{ kind, id: event.id, accountId: ownerOf(directory, event) }]
  })

/** An open page. */
interface Reader {
  readonly personId: string
  /** `null` for staff, who receive every change. */
  readonly accountId: string | null
  readonly sink: Route.Sink
  readonly kinds: Set<ChangeKind>
  readonly ids: Set<string>
  timer: NodeJS.Timeout | undefined
}

const messageOf = ({ ids, kinds }: Reader): string => {
  const listed = ids.size <= Limits.changeStream.idsMax ? { ids: [...ids] } : {}
  return `event: changed\ndata: ${JSON.stringify({ kinds: [...kinds], ...listed })}\n\n`
}

const flush = (reader: Reader): void => {
  reader.timer = undefined
  const message = messageOf(reader)
  reader.kinds.clear()
  reader.ids.clear()
  reader.sink.write(message)
}

const add = (reader: Reader, { id, kind }: Change): void => {
  reader.kinds.add(kind)
  if (reader.ids.size <= Limits.changeStream.idsMax) reader.ids.add(id)
  reader.timer ??= setTimeout(() => flush(reader), Limits.changeStream.pauseMs)
}

const mayReceive = ({ accountId }: Reader, change: Change): boolean =>
  accountId === null || accountId === change.accountId

const endsSession = ["PersonRemoved", "PersonGranted", "PersonSignedOut", "PersonPasswordSet"]

const tooManyStreams: Refusal = {
  _tag: "NotNow",
  message: "Too many dashboard pages are open. Close one and reload this page."
}

export interface ChangeStream {
  /** A stream for a caller, or a refusal if there are too many. */
  readonly open: (
    caller: Pick<Authorization.Caller, "id" | "accountId">
  ) => Effect.Effect<Route.Answer, Refusal>
  /** Changes in a partition that runs here, for another node. */
  readonly of: (number: number) => Stream.Stream<string>
  /** Ends all streams when the service stops. */
  readonly end: () => void
}

/** Changes by one entry of a log, for the open pages. */
interface EntryChanges {
  readonly changes: ReadonlyArray<Change>
  /** Users who lost a permission or were removed. Their pages connect again if they may. */
  readonly expelled: ReadonlyArray<string>
}

const changedBy = (directory: Directory.Directory, entry: Entry.Entry): EntryChanges => ({
  changes: changesOf(directory, entry),
  expelled: entry.events.flatMap((event) =>
    endsSession.includes(event._tag) && "id" in event ? [event.id] : []
  )
})

const show = (readers: ReadonlySet<Reader>, { changes, expelled }: EntryChanges): void => {
  for (const reader of readers) {
    if (expelled.includes(reader.personId)) reader.sink.end()
    for (const change of changes) if (mayReceive(reader, change)) add(reader, change)
  }
}

/** Takes the changes of a partition that runs here. */
type Listener = (number: number, changed: EntryChanges) => void

/** Shows changes in a partition that another node runs, while pages are open. */
const relayOthers = (
  peers: OtherNodes.OtherNodesService,
  { at }: Pick<Partitions.PartitionsService, "at">,
  number: number,
  readers: ReadonlySet<Reader>
) =>
  Effect.suspend(() =>
    readers.size === 0 || at(number) !== undefined
      ? Effect.void
      : Stream.runForEach(
          Stream.takeWhile(peers.changes(number), () => readers.size > 0),
          // This program, on another node, wrote the text.
          (text) => Effect.sync(() => show(readers, JSON.parse(text)))
        )
  ).pipe(
    // The owner may end the stream in any way when the partition moves.
    Effect.ignoreCause,
    Effect.andThen(Effect.sleep(Limits.changeStream.retryMs)),
    Effect.forever
  )

export const make = Effect.gen(function* () {
  const readers = new Set<Reader>()
  const listeners = new Set<Listener>()
  const partitions = yield* Partitions.Partitions
  const { attach, count } = partitions
  listeners.add((_, changed) => show(readers, changed))

  const isIdle = (): boolean => readers.size === 0 && listeners.size === 1
  yield* attach(({ engine }) =>
    Effect.sync(() =>
      engine.watch((entry) => {
        if (isIdle()) return
        const changed = changedBy(engine.directory, entry)
        for (const listen of listeners) listen(engine.partition.number, changed)
      })
    )
  )
  const peers = yield* OtherNodes.OtherNodes
  if (partitions.isShared) {
    for (let number = 0; number < count; number++) {
      yield* Effect.forkScoped(relayOthers(peers, partitions, number, readers))
    }
  }

  const isCrowded = (personId: string): boolean => {
    const own = [...readers].filter((reader) => reader.personId === personId).length
    return (
      own >= Limits.changeStream.streamsPerUserMax || readers.size >= Limits.changeStream.streamsMax
    )
  }

  const begin =
    (personId: string, accountId: string | null): Route.Stream =>
    (sink) => {
      const reader: Reader = {
        ...{ personId, accountId, sink, timer: undefined },
        ...{ kinds: new Set(), ids: new Set() }
      }
      readers.add(reader)
      sink.write(": here\n\n")
      const beat = setInterval(
        () => sink.write(": still here\n\n"),
        Limits.changeStream.heartbeatMs
      )
      const expiry = setTimeout(() => sink.end(), Limits.changeStream.streamMsMax)
      return () => {
        readers.delete(reader)
        clearInterval(beat)
        clearTimeout(expiry)
        clearTimeout(reader.timer)
      }
    }

  const stream: ChangeStream = {
    open: ({ accountId, id }) =>
      Effect.suspend(
        (): Effect.Effect<Route.Answer, Refusal> =>
          isCrowded(id)
            ? Effect.fail(tooManyStreams)
            : Effect.succeed({ status: 200, body: "", stream: begin(id, accountId) })
      ),
    of: (number) =>
      Stream.callback<string>(
        (queue) =>
          Effect.acquireRelease(
            Effect.sync((): Listener => {
              const listen: Listener = (of, changed) => {
                const isRelevant =
                  of === number && changed.changes.length + changed.expelled.length > 0
                if (isRelevant) Queue.offerUnsafe(queue, JSON.stringify(changed))
              }
              listeners.add(listen)
              return listen
            }),
            (listen) => Effect.sync(() => listeners.delete(listen))
          ),
        { bufferSize: Limits.changeStream.remoteChangesMax, strategy: "dropping" }
      ),
    end: () => {
      for (const { sink } of readers) sink.end()
    }
  }
  return stream
})
