/** Requests that simulated clients send to an engine. */
import type { Effect } from "effect"
import type * as Batch from "../../src/domain/batch/Batch.ts"
import type * as Engine from "../../src/engine/Engine.ts"
import * as Repetition from "../../src/http/middleware/Idempotency.ts"
import type * as TestAsk from "../support/ask.ts"

/** Millionths of a shilling for a USDC, before the margin. */
export const middle = 3_700_000_000

export type Service = Engine.Engine["Service"]
export type Request = Engine.CommandContext
export type Idempotency = NonNullable<Request["idempotency"]>
export type Answered = TestAsk.Answered
/** One attempt. */
export interface Ask {
  readonly request: Request
  /** The partition whose engine it goes to. */
  readonly partition: number
  /** The id of what it is about, for those who judge a refusal. */
  readonly subject: string
  /** What it submits, if it is a batch. */
  readonly rows?: Submitted
  /** Whether its answer waits until all nodes show what it changed. */
  readonly isOfDirectory?: boolean
  /** The hash of the key that it revokes. */
  readonly revokes?: string
  readonly effect: (engine: Service) => Effect.Effect<Answered, { readonly _tag: string }>
}

/** When a request came, and its own id where several processes may run it. */
export interface Moment {
  readonly at: number
  readonly id?: string
}

/** A request that may be attempted many times. */
export type Wish = (moment: Moment) => Ask

/** A command without its time: the client's clock gives it. */
export type Timeless<C> = C extends unknown ? Omit<C, "at"> : never

export interface Voice {
  readonly by: string
  readonly accountId: string
  /** `undefined`: without idempotency. */
  readonly key: string | undefined
}

export const requestOf = (
  { accountId, by, key }: Voice,
  route: string,
  print: string,
  { at, id }: Moment
): Request => {
  const scope = `${accountId} ${route}`
  const idempotency = key === undefined ? null : { scope, key, fingerprint: print }
  if (id === undefined) return { at, by, idempotency }
  const operation = { method: "POST", path: route } as const
  const asked = { route: { operation }, canonical: undefined }
  return { at, by, ...Repetition.orRequest({ idempotency }, asked, accountId, id) }
}

/** With an amount it is a row of a batch, with a quote of a bulk batch. */
export interface Row {
  readonly key: string
  readonly name: string
  readonly phone: string
  readonly amount?: number
  readonly quoteId?: string
}

export interface Submitted {
  readonly accountId: string
  readonly kind: Batch.Kind
  readonly asked: ReadonlyArray<Row>
}
