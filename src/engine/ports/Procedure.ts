/** What a process does at the engine of a partition for other processes. */
import type { Effect } from "effect"
import type { Unavailable } from "./Unavailable.ts"

type Callable = (...given: never) => unknown
type Collection = ReadonlyMap<unknown, unknown> | ReadonlySet<unknown> | ArrayBufferView

/** What is the same after JSON; `never` stands where it is not. */
export type Portable<A> = A extends bigint | symbol | Callable | Date | Collection
  ? never
  : { readonly [K in keyof A]: Portable<A[K]> }

/**
 * What an engine does for the processes of others. Argument and answer go from one process to
 * another as JSON. It may run twice for one call. `On`: the part of the engine that it uses.
 */
export interface Procedure<in On, in A, out B> {
  readonly name: string
  readonly run: (engine: On, argument: A) => Effect.Effect<B, Unavailable>
}

/** Makes procedures of which the compiler has seen that argument and answer are JSON. */
export const on =
  <On>() =>
  <A, B>(
    given: Procedure<On, A, B> &
      (A extends Portable<A> ? unknown : never) &
      (B extends Portable<B> ? unknown : never)
  ): Procedure<On, A, B> =>
    given
