/** A procedure: a function that a node runs at the engine of a partition for other nodes. */
import type { Effect } from "effect"
import type { Unavailable } from "./Unavailable.ts"

type Callable = (...given: never) => unknown
type Collection = ReadonlyMap<unknown, unknown> | ReadonlySet<unknown> | ArrayBufferView

/** The type of a value that JSON preserves; `never` if JSON does not. */
export type Portable<A> = A extends bigint | symbol | Callable | Date | Collection
  ? never
  : { readonly [K in keyof A]: Portable<A[K]> }

/**
 * A function that an engine runs for other nodes. Argument and result travel between nodes as JSON.
 * One call may run it twice. `On` is the part of the engine that it uses.
 */
export interface Procedure<in On, in A, out B> {
  readonly name: string
  readonly run: (engine: On, argument: A) => Effect.Effect<B, Unavailable>
}

/** Makes a procedure whose argument and result the compiler has checked to be JSON. */
export const on =
  <On>() =>
  <A, B>(
    procedure: Procedure<On, A, B> &
      (A extends Portable<A> ? unknown : never) &
      (B extends Portable<B> ? unknown : never)
  ): Procedure<On, A, B> =>
    procedure
