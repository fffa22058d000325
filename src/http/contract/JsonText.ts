/** JSON texts that know the type of the value that they show. */

declare const shown: unique symbol

export type JsonText<A> = string & { readonly [shown]: A }

export const of = <A>(value: A): JsonText<A> => JSON.stringify(value) as JsonText<A>
