/**
 * Bounds and the tests that name them. A new bound needs a test at the bound that reads it from
 * `config/Limits.ts`; the list below has those without one, and only gets shorter. Some of them are
 * tested by their number or their effect.
 */
import * as fs from "node:fs"
import * as path from "node:path"
import { assert, describe, it } from "vitest"
import * as Limits from "../src/config/Limits.ts"

const here = import.meta.dirname

/** Names in groups, by the group, with the reason why no test names them. */
const unnamed: Readonly<Record<string, string>> = {
  // Tests of the specification have the smallest amount as a number.
  amounts: `productionMax quoteMin sandboxMax`,
  // A batch of so many rows takes minutes.
  batches: `bulkRowsMax`,
  // Pauses and ages of real Ethereum nodes: minutes.
  chain: `
    advanceMs alarmEveryMs answerBytesMax clockBehindMsMax headAgeMsMax headersAtOnce
    overlapBlocks  rangeBlocksMax rememberedMax restMsMin retryAfterMsMax
    stalledMsMax stragglerMsMax unfinalBlocksMax
  `,
  // Times between real processes, which have no test clock.
  cluster: `
    connectMsMax directoryAgeMsMax followMs handshakeMsMax healthMs linkCallsMax
    longCallMsMax pingMs pingMsMax renewMs statementMsMax sweepMs
  `,
  // Fees and pauses of a real chain.
  contracts: `
    answerBytesMax callsPerRequestMax feeGweiMaxDefault gasMarginPercent messageCharsMax
    receiptMsMax receiptPauseMsMax receiptPauseMsMin saltsPerTransactionMax tipDefault
  `,
  // Connections of a real server; another version of it is not at hand.
  database: `
    connectMsMax connectionsAllMax connectionsPerPartition majorVersionMin partitionsMax
    tableWritesMax
  `,
  // Times of a real server's start and stop, in seconds and minutes.
  embedded: `
    connectMsMax emptyLockAgeMsMin fastStopMsMax immediateStopMsMax initdbMsMax logBytesMax
    logTailBytes outputTailMax predecessorMsMax predecessorPollMs sharedPollMs
    socketPathBytesMax
  `,
  // Pauses of recovery, which tests see only by their effect.
  engine: `
    conservationEvery providerPauseMsFloor providerPauseMsMin recoverBatch recoverPauseMs
    refundRoundsMax sleepMsMax sweepMs timersAtOnce transferAttemptsMax
  `,
  // Pauses of a follower of another process.
  follower: `leftOutMs leftOutMsMax unchangedMs`,
  // Memory and traffic: to reach one takes many requests or megabytes.
  http: `
    accountIdsCharsMax backlogMax bodyDepthMax csvHeaderShownCharsMax cursorCharsMax
    discardBytesMax discardMsMax documentOriginsMax drainedBytesMax droppedMax exportRowsMax
    forwardedHopsMax gatheredActsMax gatheredRowsMax listEntriesMax metadataNameCharsMax
    metadataPairsMax networkBits overlapHoursMax pathParamCharsMax rateCallersMax
    reportPageMsMax reportRowsMax reportsMax sortedNamesMax uploadBytesMax uploadFieldsBytesMax
    uploadHeadersBytesMax uploadPartsMax uploadPieceBytes wordCharsMax
  `,
  // Times within which facts are read from a real database.
  incidents: `conditionsCachedMs usualMs`,
  // Time: minutes of a stream, or hundreds of streams.
  changeStream: `heartbeatMs idsMax remoteChangesMax streamMsMax streamsMax`,
  // Batches of a real log, and pauses while its database is gone.
  log: `
    batchCharsMax batchEntriesMax drainPollMs replayTurnEntries resolvePauseMsMax
    resolvePauseMsMin statementMsMax takeoverAttemptsMax
  `,
  // Sizes at which a copy is made, and what one act shows of a long entry.
  memory: `actEventsMax removedIdsMin`,
  // Sizes of our own files, which are far smaller.
  migrations: `fileBytesMax filesMax lockWaitMsMax`,
  // A mail server's time, and more staff than tests have.
  notices: `mailMsMax recipientsMax`,
  // Times of real sockets and name servers.
  outgoing: `bodyKeptBytesMax bodyMsMax connectMsMax dnsTimeoutMs dnsTriesMax`,
  // Checks of fields, which need a signed-in user and many requests.
  identity: `keyAddressesMax keyUseMs passkeyNameMax transportsMax`,
  // Times and megabytes of a provider's answers.
  providers: `
    answerBytesMax closedPauseMs configurationBytesMax nameMsMax precheckMsMax retryAfterMsMax
  `,
  // Times of a real process that hangs.
  databaseHealth: `checksMin connectMsMax silentMsMax`,
  // Shares, which tests pass on both sides and do not meet exactly.
  rates: `answerBytesMax confirmMax deviationMax jumpMax`,
  // Questions at the same time, which no outcome shows.
  reconcile: `queriesAtOnce`,
  // The time of a real connection attempt.
  outbound: `connectMsMax`,
  // The time of a real statement.
  requests: `statementMsMax`,
  // Shares and sizes of the real list, which tests do not have.
  screening: `
    containedScore downloadMsMax entriesMin fileBytesMax nameWordsMax oracleAtOnce
    oracleBytesMax oracleMsMax redirectsMax runMin sameNameScore shrinkMax spanWordsMax
  `,
  // Times of a real collector.
  telemetry: `eventLoopResolutionMs flushMsMax responseBytesMax sendMsMax`,
  // Times of a real lock between processes.
  leadership: `pulseMs unlockMsMax waitLoggedMs`,
  // Times and sizes of a large read model.
  readModel: `
    deliveriesCountedMax followChangesMax backgroundPauseMs kycActsMax listedBytesMax readMsMax
    recentDeliveriesMax repliesEveryMs resetMsMax restoreMsMax rowsPerStatement searchedMax
    stalledMsMax stopMsMax waitersSweep writeMsMax
  `,
  // Time: to reach one takes a thousand deliveries or many endpoints.
  webhooks: `resentAtOnce resentMax signingKeysMax testReportMsMax`
}

const listed = Object.entries(unnamed).flatMap(([group, names]) =>
  names
    .trim()
    .split(/\s+/)
    .map((name) => `${group}.${name}`)
)

/** All bounds, as `group.name`. */
const bounds = Object.entries(Limits).flatMap(([group, values]) =>
  Object.getPrototypeOf(values) === Object.prototype
    ? Object.keys(values).map((name) => `${group}.${name}`)
    : []
)

const sources = fs
  .readdirSync(here, { recursive: true, encoding: "utf8" })
  .filter((file) => file.endsWith(".ts") && !file.includes("node_modules"))
  .filter((file) => file !== path.basename(import.meta.filename))
  .map((file) => fs.readFileSync(path.join(here, file), "utf8"))

const words = new Set(sources.flatMap((text) => text.match(/\w+/g) ?? []))

const isNamed = (bound: string): boolean => words.has(bound.slice(bound.indexOf(".") + 1))

describe("L10 A bound", () => {
  it("is named by a test, unless it is listed here", () => {
    const missing = bounds.filter((bound) => !isNamed(bound) && !listed.includes(bound))
    assert.deepStrictEqual(missing, [])
  })

  it("is not listed here once a test names it, or once it is gone", () => {
    const stale = listed.filter((bound) => isNamed(bound) || !bounds.includes(bound))
    assert.deepStrictEqual(stale, [])
  })
})
