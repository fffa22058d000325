/** Bounds of incidents and of their notices. */
import { cluster } from "./Cluster.ts"
import { chain } from "./Ethereum.ts"
import { screening } from "./Screening.ts"

const secondMs = 1_000
const minuteMs = 60 * secondMs

/** Bounds of incidents. */
export const incidents = {
  /** Milliseconds between two reads of the facts for metrics and notices: notices show seconds. */
  everyMs: 5 * secondMs,
  /** Milliseconds that a response is cached: each open page requests it every few seconds. */
  answerCachedMs: 2 * secondMs,
  /** Milliseconds that one read of the ports is cached: each view of a payout needs one. */
  conditionsCachedMs: 500,
  /** Payouts that are counted in one turn of the event loop: less than a millisecond. */
  payoutsPerTurn: 1_000,
  /** Milliseconds that a partition may take to report its facts. */
  partMsMax: 2 * secondMs,
  /** Milliseconds that the read of the last errors of failing endpoints may take. */
  attemptsMsMax: secondMs,
  /** Failing endpoints of one partition that are listed: those that have failed longest. */
  endpointsMax: 50,
  /**
   * Customers that are listed if their payouts wait, of each group of payouts in a partition and of
   * an incident. People read no more. The sums count all customers.
   */
  customersMax: 20,
  /**
   * Milliseconds for which past incidents are shown, and their number. People look back as far for
   * the cause of a complaint, and read as many. They are in memory.
   */
  pastMs: 7 * 24 * 60 * minuteMs,
  pastMax: 100,
  /** Characters of an incident's id in a filter: a host and a port after some words. */
  idCharsMax: 400,
  /** Status requests in a row that fail before a provider counts as silent: one a minute. */
  providerSilencesMin: 2,
  /**
   * Usual milliseconds of payouts in a state. Screening takes seconds, a provider accepts within
   * seconds, and mobile money arrives within minutes.
   */
  usualMs: {
    STABLECOIN_RECEIVED: 5 * minuteMs,
    PAYOUT_INITIATED: 10 * minuteMs,
    PAYOUT_CONFIRMED: 30 * minuteMs
  },
  /** Milliseconds after which a fact is an incident. */
  thresholds: {
    /** Two reads of a node. */
    nodeFailingMs: 10 * secondMs,
    /** Five blocks of Ethereum. */
    headStillMs: minuteMs,
    /** The delay of the watcher's alarm: twice Ethereum's usual time. */
    finalLagMs: chain.stalledMsMax,
    /** Fifteen reads of the chain. */
    followerSilentMs: minuteMs,
    /** The first three retries of a delivery. */
    endpointFailingMs: 10 * minuteMs,
    /** Three of the daily refreshes. */
    listOldMs: 3 * 24 * 60 * minuteMs,
    /** The age at which screening stops using the list. */
    listUnusableMs: screening.ageMsMax,
    /** Fifteen polls. A provider that does not respond at all has another incident long before. */
    floatUnknownMs: 15 * minuteMs,
    /** A quarter of the skew that keeps a node from joining. */
    clockSkewMs: cluster.clockSkewMsMax / 4
  }
} as const

/** Bounds of notices about incidents. */
export const notices = {
  /** Milliseconds after which an incident is reported: a shorter one needs no action. */
  openAfterMs: 15 * secondMs,
  /** Milliseconds from its last sight to the notice of its end: twice a breaker's longest pause. */
  closeAfterMs: 2 * minuteMs,
  /** Milliseconds between two notices, and their number in an hour. */
  pauseMs: minuteMs,
  perHourMax: 20,
  /** Milliseconds before each retry of a notice; after the last one it is given up. */
  retryMs: [10 * secondMs, minuteMs, 5 * minuteMs, 15 * minuteMs],
  /** Milliseconds of one attempt to send an e-mail. */
  mailMsMax: 20 * secondMs,
  /** Recipients of e-mails. */
  recipientsMax: 50
} as const
