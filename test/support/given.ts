/**
 * Specifications of the payout's lifecycle: given a history, when a command comes, then these
 * events or this rejection. The linter reserves the name `then`, so the third word is `yields` or
 * `rejects`. Each returns the resulting situation, so a story may continue.
 */
import { Result } from "effect"
import { expect } from "vitest"
import * as Batch from "../../src/domain/batch/Batch.ts"
import * as Payout from "../../src/domain/payout/Payout.ts"
import { type BatchEvent, replay, replayBatch } from "./fixtures.ts"

export interface Situation {
  readonly payout: Payout.Payout
  readonly when: (command: Payout.Command) => Outcome
  /** Asserts the named fields of the payout. */
  readonly is: (fields: Partial<Payout.Payout>) => Situation
  /** Asserts the payout's next step. */
  readonly hasStep: (step: Payout.Step["_tag"], fields?: Record<string, unknown>) => Situation
}

interface Outcome {
  /** Asserts exactly these events in this order, or that nothing is to do if there are none. */
  readonly yields: (...events: ReadonlyArray<Payout.Event>) => Situation
  readonly rejects: (rejection: Payout.Rejection) => Situation
  /**
   * Asserts the rejection of a command that the state does not allow, and its cause if that is not
   * the status.
   */
  readonly isInvalid: (cause?: Payout.InvalidState["cause"]) => Situation
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
    isInvalid: (cause) =>
      rejects({
        ...{ _tag: "InvalidState", status: payout.status, command: command._tag },
        ...(cause === undefined ? {} : { cause })
      }),
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
    hasStep: (_tag, fields = {}) => {
      expect(Payout.nextStep(payout)).toMatchObject({ _tag, ...fields })
      return self
    }
  }
  return self
}

/** The start of a story, which is a history that starts with `PayoutCreated`. */
export const given = (...history: ReadonlyArray<Payout.Event>): Situation => situation(history)

// ----------------------------------------------------------------------------- batches

export interface BatchSituation {
  readonly batch: Batch.Batch
  readonly when: (command: Batch.Command) => BatchOutcome
  /** Applies events of the batch's rows. */
  readonly happens: (...events: ReadonlyArray<Payout.Event>) => BatchSituation
  readonly is: (fields: Partial<Batch.Batch>) => BatchSituation
  readonly shows: (status: Batch.Status) => BatchSituation
  readonly hasStep: (step: Batch.Step["_tag"], fields?: Record<string, unknown>) => BatchSituation
}

interface BatchOutcome {
  readonly yields: (...events: ReadonlyArray<Batch.Event>) => BatchSituation
  readonly isInvalid: () => BatchSituation
}

const batchOutcome = (history: ReadonlyArray<BatchEvent>, command: Batch.Command): BatchOutcome => {
  const { batch } = replayBatch(history)
  const decision = Batch.decide(batch, command)
  return {
    isInvalid: () => {
      const no = { status: Batch.status(batch), command: command._tag }
      expect(Result.isFailure(decision) ? decision.failure : decision).toMatchObject({
        ...{ _tag: "InvalidBatchState", ...no }
      })
      return givenBatch(...history)
    },
    yields: (...events) => {
      expect(decision).toEqual(Result.succeed(events))
      return givenBatch(...history, ...events)
    }
  }
}

/** The start of a batch's story, which is a history with the creation of the batch and its rows. */
export const givenBatch = (...history: ReadonlyArray<BatchEvent>): BatchSituation => {
  const { batch } = replayBatch(history)
  const self: BatchSituation = {
    batch,
    when: (command) => batchOutcome(history, command),
    happens: (...events) => givenBatch(...history, ...events),
    is: (fields) => {
      expect(batch).toMatchObject(fields)
      return self
    },
    shows: (status) => {
      expect(Batch.status(batch)).toBe(status)
      return self
    },
    hasStep: (_tag, fields = {}) => {
      expect(Batch.nextStep(batch)).toMatchObject({ _tag, ...fields })
      return self
    }
  }
  return self
}
