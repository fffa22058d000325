/**
 * Erases restricted data of recipients once no law demands it any more. Data under a legal hold
 * waits for the end of the hold.
 */
import { Clock, Effect, Result } from "effect"
import * as Limits from "../config/Limits.ts"
import * as RecipientData from "../domain/recipient/RecipientData.ts"
import type { CommandExecutor } from "./commands/CommandExecutor.ts"
import { recipientLock } from "./commands/KeyLocks.ts"
import { orDie, type ReadModel } from "./ports/ReadModel.ts"
import * as Lookups from "./queries/Lookups.ts"
import type * as State from "./state/State.ts"

/** The event of an erasure that is due; `undefined` for other records. */
const erasureOf = (
  data: RecipientData.RecipientData | undefined,
  at: number,
  keys: ReadonlyArray<string> = []
): RecipientData.Event | undefined =>
  data && Result.getOrUndefined(RecipientData.decide(data, { _tag: "EndRestriction", at, keys }))

const due = ({ recipients }: State.State, at: number): ReadonlyArray<RecipientData.RecipientData> =>
  [...recipients.values()].filter((data) => erasureOf(data, at) !== undefined)

/** Never ends. A change that cannot be stored now is made by a later run. */
export const run = (
  state: State.State,
  requests: Pick<CommandExecutor, "executeOwn">,
  readModel: Pick<ReadModel["Service"], "restrictedKeys">
): Effect.Effect<never> =>
  Effect.gen(function* () {
    const at = yield* Clock.currentTimeMillis
    for (const data of due(state, at)) {
      const read = () => orDie(readModel.restrictedKeys(data.accountId, data.phone))
      const decide = (keys: ReadonlyArray<string>) => {
        const event = erasureOf(state.recipients.get(data.id), at, keys)
        // A payout that was opened again ends first.
        const isBusy = Lookups.isBusy(state, data.accountId, data.phone)
        const events = event === undefined || isBusy ? [] : [event]
        return Result.succeed({ events, result: undefined })
      }
      yield* requests.executeOwn(at, { locks: [recipientLock(data)], read, decide })
    }
  }).pipe(
    Effect.catchTag("Unavailable", ({ message }) =>
      Effect.logWarning(`Restricted data was not erased: ${message}`)
    ),
    Effect.andThen(Effect.sleep(Limits.retention.everyMs)),
    Effect.forever
  )
