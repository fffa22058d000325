/** The processes of a run for clients, operators and helpers of the auditor. */
import type { Exit } from "effect"
import type * as State from "../../src/engine/state/State.ts"
import type { RunningEngine } from "../support/engine.ts"
import type { Host } from "./Host.ts"
import type { Realm } from "./Machine.ts"
import type { Answered, Ask, Wish } from "./Requests.ts"

export type Outcome =
  | { readonly _tag: "Answered"; readonly answer: Answered }
  /** `isCurrent` is true if the writer refused, and not a replaced process. */
  | { readonly _tag: "Refused"; readonly tag: string; readonly isCurrent: boolean }
  /** No response, or an unavailable service. The request may have been executed. */
  | { readonly _tag: "Nothing" }

export type Ended = Exit.Exit<Answered, { readonly _tag: string }>

/** Judges an engine's result, and reports it to the auditor. */
export type Judge = (host: Host, ask: Ask, exit: Ended) => Outcome

/** A process that accepts requests. */
export interface Door {
  readonly realm: Realm
  /** Runs one attempt, and returns its cancellation. `undefined` without this partition. */
  readonly enter: (
    wish: Wish,
    judge: Judge,
    end: (outcome: Outcome) => void
  ) => (() => void) | undefined
}

/** The writing process of a partition. */
interface Place {
  readonly host: Host
  readonly engine: RunningEngine
}

export interface Processes {
  readonly start: () => void
  /** True if all partitions have a writer. */
  readonly isServing: () => boolean
  readonly writer: (partition: number) => Place | undefined
  /** The process that a client reaches, usually the latest, sometimes an older one. */
  readonly reach: () => Door | undefined
  readonly stateOf: (host: Host) => State.State | undefined
  readonly isCurrent: (host: Host) => boolean
  readonly count: () => number
  /** Number of processes that continued although they were replaced in some of their logs. */
  readonly splits: () => number
  /** Number of processes, whether they serve or not. */
  readonly running: () => number
}
