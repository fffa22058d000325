/** Bounds of incidents and of their notices. */
import { cluster } from "./Cluster.ts"
import { chain } from "./Ethereum.ts"
import { screening } from "./Screening.ts"

const secondMs = 1_000
const minuteMs = 60 * secondMs

/** Bounds of incidents. */
export const incidents = {
  /** How often facts are read for metrics and notices, milliseconds: notices name seconds. */
  everyMs: 5 * secondMs,
  /** How long an answer is given again, milliseconds: each open page asks every few seconds. */
  keptMs: 2 * secondMs,
  /** How long one reading of the ports serves, milliseconds: each view of a payout needs one. */
  conditionsKeptMs: 500,
  /** How long a partition may take to tell its facts, milliseconds. */
  partMsMax: 2 * secondMs,
  /** How long the last error of failing endpoints may take to read, milliseconds. */
  attemptsMsMax: secondMs,
  /** Failing endpoints of one partition that are named: the longest failing ones. */
  endpointsMax: 50,
  /**
   * Customers that are named where their payouts wait, of each group of payouts in a partition and
   * of an incident: as many as a person reads. The sums count all.
   */
  customersMax: 20,
  /**
   * Time for which incidents that have ended are shown, milliseconds, and their number: as far back
   * as people look for the cause of a complaint, and as many as they read. They are in memory.
   */
  pastMs: 7 * 24 * 60 * minuteMs,
  pastMax: 100,
  /** Characters of an incident's id in a filter: a host and a port with words before them. */
  idCharsMax: 400,
  /** Status requests in a row that fail before a provider counts as silent: one a minute. */
  providerSilencesMin: 2,
  /**
   * How long payouts usually are in a state, milliseconds. Screening takes seconds, a provider
   * accepts within seconds, and mobile money arrives within minutes.
   */
  usualMs: {
    STABLECOIN_RECEIVED: 5 * minuteMs,
    PAYOUT_INITIATED: 10 * minuteMs,
    PAYOUT_CONFIRMED: 30 * minuteMs
  },
  /** From when on a fact is an incident, milliseconds. */
  thresholds: {
    /** Two reads of a node. */
    nodeFailingMs: 10 * secondMs,
    /** Five blocks of Ethereum. */
    headStillMs: minuteMs,
    /** As long as the alarm of the watcher: twice Ethereum's usual time. */
    finalLagMs: chain.stalledMsMax,
    /** Fifteen reads of the chain. */
    followerSilentMs: minuteMs,
    /** The first three retries of a delivery. */
    endpointFailingMs: 10 * minuteMs,
    /** Three of the daily refreshes. */
    listOldMs: 3 * 24 * 60 * minuteMs,
    /** From then on screening does not use it. */
    listUnusableMs: screening.ageMsMax,
    /** A quarter of what keeps a node from joining. */
    clockSkewMs: cluster.clockSkewMsMax / 4
  }
} as const

/** Bounds of notices about incidents. */
export const notices = {
  /** Age at which an incident is reported, milliseconds: a shorter one needs no action. */
  openAfterMs: 15 * secondMs,
  /** Time from its last sight to the notice of its end, milliseconds: twice a breaker's longest pause. */
  closeAfterMs: 2 * minuteMs,
  /** The pause between two notices, milliseconds, and how many there are in an hour. */
  pauseMs: minuteMs,
  perHourMax: 20,
  /** Pauses before each retry of a notice, milliseconds; after the last one it is given up. */
  retryMs: [10 * secondMs, minuteMs, 5 * minuteMs, 15 * minuteMs],
  /** One attempt to send an e-mail, milliseconds. */
  mailMsMax: 20 * secondMs,
  /** Recipients of e-mails. */
  recipientsMax: 50
} as const
