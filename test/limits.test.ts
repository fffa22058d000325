/**
 * Bounds and the tests that name them. A new bound needs a test at the bound that reads it from
 * `config/Limits.ts`. The list below has the bounds without one, and only gets shorter. Some of
 * them are tested by their number or their effect.
 */
import * as fs from "node:fs"
import * as path from "node:path"
import { assert, describe, it } from "vitest"
import * as Limits from "../src/config/Limits.ts"

const here = import.meta.dirname

/** The bounds that no test names, by their group, each with the reason. */
const unnamed: Readonly<Record<string, string>> = {
  // Tests of the specification use the smallest amount as a number.
  amounts: `productionMax quoteMin sandboxMax`,
  // A batch with this number of rows takes minutes.
  batches: `bulkRowsMax`,
  // Pauses and ages of real Ethereum nodes last minutes.
  chain: `
    advanceMs alarmEveryMs answerBytesMax clockBehindMsMax headAgeMsMax headersAtOnce
    overlapBlocks  rangeBlocksMax rememberedMax restMsMin retryAfterMsMax
    stalledMsMax stragglerMsMax unfinalBlocksMax
  `,
  // Real processes have no test clock.
  cluster: `
    connectMsMax directoryAgeMsMax followMs handshakeMsMax healthMs linkCallsMax
    longCallMsMax pingMs pingMsMax renewMs statementMsMax sweepMs
  `,
  // Fees and pauses need a real chain.
  contracts: `
    answerBytesMax callsPerRequestMax feeGweiMaxDefault finalMsMax gasMarginPercent
    logBlocksMax messageCharsMax receiptMsMax receiptPauseMsMax receiptPauseMsMin
    saltsPerTransactionMax screenedMsMax tipDefault
  `,
  // The connections need a real server, and tests have only one version of it.
  database: `
    connectMsMax connectionsAllMax connectionsPerPartition majorVersionMin partitionsMax
    tableWritesMax
  `,
  // The start and stop of a real server take seconds and minutes.
  embedded: `
    connectMsMax emptyLockAgeMsMin fastStopMsMax immediateStopMsMax initdbMsMax logBytesMax
    logTailBytes outputTailMax predecessorMsMax predecessorPollMs sharedPollMs
    socketPathBytesMax
  `,
  // Tests see pauses of recovery only by their effect.
  engine: `
    conservationEvery providerPauseMsFloor providerPauseMsMin recoverBatch recoverPauseMs
    refundRoundsMax sleepMsMax sweepMs timersAtOnce transferAttemptsMax
  `,
  // The pauses need a follower in another process.
  follower: `leftOutMs leftOutMsMax unchangedMs`,
  // To reach a bound of memory or traffic takes many requests or megabytes.
  http: `
    accountIdsCharsMax backlogMax bodyDepthMax csvHeaderShownCharsMax cursorCharsMax
    discardBytesMax discardMsMax documentOriginsMax drainedBytesMax droppedMax exportRowsMax
    forwardedHopsMax gatheredActsMax gatheredRowsMax listEntriesMax metadataNameCharsMax
    metadataPairsMax networkBits overlapHoursMax pathParamCharsMax rateCallersMax
    reportPageMsMax reportsMax sortedNamesMax uploadBytesMax uploadFieldsBytesMax
    uploadHeadersBytesMax uploadPartsMax uploadPieceBytes wordCharsMax
  `,
  // The times need reads from a real database.
  incidents: `conditionsCachedMs usualMs`,
  // To reach a bound takes minutes of a stream, or hundreds of streams.
  changeStream: `heartbeatMs idsMax remoteChangesMax streamMsMax streamsMax`,
  // The bounds need batches of a real log, many writers of one key, and pauses while its database is
  // unavailable.
  log: `
    batchCharsMax batchEntriesMax drainPollMs keyRetriesMax replayTurnEntries resolvePauseMsMax
    resolvePauseMsMin statementMsMax takeoverAttemptsMax
  `,
  // No outcome shows the size at which a copy is made, and acts of long entries are rare.
  memory: `actEventsMax removedIdsMin`,
  // Our own files are far smaller.
  migrations: `fileBytesMax filesMax lockWaitMsMax`,
  // The bounds need a slow mail server, and more staff than tests have.
  notices: `mailMsMax recipientsMax`,
  // The times need real sockets and name servers.
  outgoing: `bodyKeptBytesMax bodyMsMax connectMsMax dnsTimeoutMs dnsTriesMax`,
  // Checks of these fields need a signed-in user and many requests.
  identity: `keyAddressesMax keyUseMs passkeyNameMax transportsMax`,
  // The times need a transaction that stays open for a minute.
  purge: `openTransactionMsMax openTransactionPollMs`,
  // The bounds need slow or large responses of a provider.
  providers: `
    answerBytesMax closedPauseMs configurationBytesMax nameMsMax precheckMsMax retryAfterMsMax
  `,
  // The times need a real process that hangs.
  databaseHealth: `checksMin connectMsMax silentMsMax`,
  // Tests pass these shares on both sides and do not meet them exactly.
  rates: `answerBytesMax confirmMax deviationMax jumpMax`,
  // The pause needs a busy service, and the bounds need thousands of runs, breaks or payouts.
  reconcile: `keptRuns openBreaksMax pagePauseMs`,
  // The time needs a real connection attempt.
  outbound: `connectMsMax`,
  // The time needs a real statement.
  requests: `statementMsMax`,
  // Tests do not have the real list, whose shares and sizes these are.
  screening: `
    containedScore downloadMsMax entriesMin fileBytesMax nameWordsMax oracleAtOnce
    oracleBytesMax oracleMsMax redirectsMax runMin sameNameScore shrinkMax spanWordsMax
  `,
  // The times need a real collector.
  telemetry: `eventLoopResolutionMs flushMsMax responseBytesMax sendMsMax`,
  // The times need a real lock between processes.
  leadership: `pulseMs unlockMsMax waitLoggedMs`,
  // To reach the bound takes a hundred decisions about one payout.
  retention: `exportedNotesMax`,
  // The bounds need a large read model.
  readModel: `
    deliveriesCountedMax followChangesMax backgroundPauseMs kycActsMax listedBytesMax readMsMax
    recentDeliveriesMax repliesEveryMs resetMsMax restoreMsMax rowsPerStatement searchedMax
    stalledMsMax stopMsMax waitersSweep writeMsMax
  `,
  // To reach a bound takes a thousand deliveries or many endpoints.
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

  it("is not listed here once a test names it, or once it is removed", () => {
    const stale = listed.filter((bound) => isNamed(bound) || !bounds.includes(bound))
    assert.deepStrictEqual(stale, [])
  })
})
