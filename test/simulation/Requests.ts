/** Requests that simulated clients send to an engine. */
import type { Effect } from "effect"
import type * as Batch from "../../src/domain/batch/Batch.ts"
import type * as Engine from "../../src/engine/Engine.ts"
import type * as Partitions from "../../src/engine/Partitions.ts"
import * as Repetition from "../../src/http/middleware/Idempotency.ts"
import type * as TestAsk from "../support/ask.ts"

/** Millionths of a shilling per USDC, before the spread. */
export const middle = 3_700_000_000

export type Service = Engine.Engine["Service"]
/** A call of a procedure in any partition, from the process that runs a request. */
export type Called = Partitions.PartitionsService["call"]
export type Request = Engine.CommandContext
export type Idempotency = NonNullable<Request["idempotency"]>
export type Answered = TestAsk.Answered
/** One attempt of a request. */
export interface Ask {
  readonly request: Request
  /** The partition whose engine gets the request. */
  readonly partition: number
  /** The id of the request's object, for the judgement of a refusal. */
  readonly subject: string
  /** The submitted rows of a batch. */
  readonly rows?: Submitted
  /** True if the response waits until all nodes show the change. */
  readonly isOfDirectory?: boolean
  /** The hash of the key that the request revokes. */
  readonly revokes?: string
  readonly effect: (
    engine: Service,
    call: Called
  ) => Effect.Effect<Answered, { readonly _tag: string }>
}

/** The time of a request, and its id if several processes may run it. */
export interface Moment {
  readonly at: number
  readonly id?: string
}

/** A request that may be attempted many times. */
export type Wish = (moment: Moment) => Ask

/** A command without its time, which the client's clock adds. */
export type Timeless<C> = C extends unknown ? Omit<C, "at"> : never

export interface Voice {
  readonly by: string
  readonly accountId: string
  /** `undefined` for a request without idempotency. */
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

/** A row with an amount belongs to a batch, and a row with a quote to a bulk batch. */
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
