/** The processes of a run as its clients, its operators and the auditor's helpers see them. */
import type { Exit } from "effect"
import type * as State from "../../src/engine/state/State.ts"
import type { RunningEngine } from "../support/engine.ts"
import type { Host } from "./Host.ts"
import type { Realm } from "./Machine.ts"
import type { Answered, Ask, Wish } from "./Requests.ts"

export type Outcome =
  | { readonly _tag: "Answered"; readonly answer: Answered }
  /** `isCurrent`: by the writer, not by one that was replaced and has not noticed. */
  | { readonly _tag: "Refused"; readonly tag: string; readonly isCurrent: boolean }
  /** No answer, or "not now": it may have happened or not. */
  | { readonly _tag: "Nothing" }

export type Ended = Exit.Exit<Answered, { readonly _tag: string }>

/** What an engine's answer means, reported to the auditor where it is made. */
export type Judge = (host: Host, ask: Ask, exit: Ended) => Outcome

/** A process that answers when a client knocks. */
export interface Door {
  readonly realm: Realm
  /** Runs one attempt; hangs up when called. `undefined`: it does not serve this partition. */
  readonly enter: (
    wish: Wish,
    judge: Judge,
    end: (outcome: Outcome) => void
  ) => (() => void) | undefined
}

/** The writer of a partition. */
interface Place {
  readonly host: Host
  readonly engine: RunningEngine
}

export interface Processes {
  readonly start: () => void
  /** Whether all partitions have their writers. */
  readonly isServing: () => boolean
  readonly writer: (partition: number) => Place | undefined
  /** The process that a client comes to: the latest, at times an older one. */
  readonly reach: () => Door | undefined
  readonly stateOf: (host: Host) => State.State | undefined
  readonly isCurrent: (host: Host) => boolean
  readonly count: () => number
  /** How often a process went on that was replaced in some of its logs only. */
  readonly splits: () => number
  /** How many run, serving or not. */
  readonly running: () => number
}
