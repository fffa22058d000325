/**
 * Specifications of the payout's lifecycle: given a history, when a command comes, then these
 * events or this rejection. The linter reserves the name `then`, so the third word is `yields` or
 * `rejects`; each hands on the situation that follows, so a story may go on.
 */
import { Result } from "effect"
import { expect } from "vitest"
import * as Payout from "../../src/domain/Payout.ts"
import { replay } from "./fixtures.ts"

export interface Situation {
  readonly payout: Payout.Payout
  readonly when: (command: Payout.Command) => Outcome
  /** What the payout looks like now; only the named fields count. */
  readonly is: (fields: Partial<Payout.Payout>) => Situation
  /** What it owes the world now. */
  readonly owes: (step: Payout.Step["_tag"], fields?: Record<string, unknown>) => Situation
}

export interface Outcome {
  /** Exactly these events in this order; none: there is nothing to do. */
  readonly yields: (...events: ReadonlyArray<Payout.Event>) => Situation
  readonly rejects: (rejection: Payout.Rejection) => Situation
  /** The rejection that the state does not allow the command. */
  readonly isInvalid: () => Situation
}

const outcome = (history: ReadonlyArray<Payout.Event>, command: Payout.Command): Outcome => {
  const payout = replay(history)
  const decision = Payout.decide(payout, command)
  const rejects = (rejection: Payout.Rejection): Situation => {
    expect(decision).toEqual(Result.fail(rejection))
    return situation(history)
  }
  return {
    rejects,
    isInvalid: () =>
      rejects({ _tag: "InvalidState", status: payout.status, command: command._tag }),
    yields: (...events) => {
      expect(decision).toEqual(Result.succeed(events))
      return situation([...history, ...events])
    }
  }
}

const situation = (history: ReadonlyArray<Payout.Event>): Situation => {
  const payout = replay(history)
  const self: Situation = {
    payout,
    when: (command) => outcome(history, command),
    is: (fields) => {
      expect(payout).toMatchObject(fields)
      return self
    },
    owes: (_tag, fields = {}) => {
      expect(Payout.nextStep(payout)).toMatchObject({ _tag, ...fields })
      return self
    }
  }
  return self
}

/** Where a story begins: a history that starts with `PayoutCreated`. */
export const given = (...history: ReadonlyArray<Payout.Event>): Situation => situation(history)
