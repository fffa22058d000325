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

/** Names in groups, by the group. */
const unnamed: Readonly<Record<string, string>> = {
  amounts: `productionMax quoteMin sandboxMax`,
  batches: `bulkRowsMax`,
  chain: `
    advanceMs alarmEveryMs answerBytesMax clockBehindMsMax headAgeMsMax headersAtOnce
    overlapBlocks questionMsMax rangeBlocksMax rememberedMax restMsMin retryAfterMsMax
    stalledMsMax stragglerMsMax unfinalBlocksMax
  `,
  cluster: `
    connectMsMax directoryAgeMsMax followMs gatherMs handshakeMsMax healthMs linkCallsMax
    longCallMsMax pingMs pingMsMax renewMs statementMsMax sweepMs
  `,
  contracts: `
    answerBytesMax callsPerRequestMax feeGweiMaxDefault gasMarginPercent messageCharsMax
    receiptMsMax receiptPauseMsMax receiptPauseMsMin saltsPerTransactionMax tipDefault
  `,
  database: `
    connectMsMax connectionsAllMax connectionsPerPartition majorVersionMin partitionsMax
    tableWritesMax
  `,
  embedded: `
    connectMsMax emptyLockAgeMsMin fastStopMsMax immediateStopMsMax initdbMsMax logBytesMax
    logTailBytes outputTailMax predecessorMsMax predecessorPollMs sharedPollMs
    socketPathBytesMax
  `,
  engine: `
    conservationEvery providerPauseMsFloor providerPauseMsMin recoverBatch recoverPauseMs
    refundRoundsMax sleepMsMax sweepMs timersAtOnce transferAttemptsMax
  `,
  follower: `leftOutMs leftOutMsMax unchangedMs`,
  http: `
    accountIdsCharsMax backlogMax bodyDepthMax csvHeaderShownCharsMax cursorCharsMax
    discardBytesMax discardMsMax documentOriginsMax drainedBytesMax droppedMax exportRowsMax
    forwardedHopsMax gatheredActsMax gatheredRowsMax listEntriesMax metadataNameCharsMax
    metadataPairsMax networkBits overlapHoursMax pathParamCharsMax rateCallersMax
    reportPageMsMax reportRowsMax reportsMax uploadBytesMax uploadFieldsBytesMax
    uploadHeadersBytesMax uploadPartsMax uploadPieceBytes wordCharsMax
  `,
  incidents: `attemptsMsMax conditionsKeptMs endpointsMax partMsMax usualMs`,
  live: `againMs heartbeatMs idsMax othersMax streamMsMax streamsMax`,
  log: `
    batchCharsMax batchEntriesMax drainPollMs replayTurnEntries resolvePauseMsMax
    resolvePauseMsMin statementMsMax takeoverAttemptsMax
  `,
  migrations: `fileBytesMax filesMax lockWaitMsMax`,
  notices: `mailMsMax recipientsMax`,
  outgoing: `bodyKeptBytesMax bodyMsMax connectMsMax dnsTimeoutMs dnsTriesMax`,
  people: `keyAddressesMax keyUseMs passkeyNameMax transportsMax`,
  providers: `
    answerBytesMax closedPauseMs configurationBytesMax nameMsMax precheckMsMax retryAfterMsMax
  `,
  pulse: `connectMsMax looksMin silentMsMax`,
  rates: `answerBytesMax confirmMax deviationMax jumpMax`,
  reconcile: `questionsAtOnce`,
  remote: `connectMsMax`,
  requests: `statementMsMax`,
  screening: `
    containedScore downloadMsMax entriesMin fileBytesMax nameWordsMax oracleAtOnce
    oracleBytesMax oracleMsMax redirectsMax runMin sameNameScore shrinkMax spanWordsMax
  `,
  telemetry: `eventLoopResolutionMs flushMsMax sendMsMax`,
  turn: `firstLookMs pulseMs unlockMsMax`,
  views: `
    deliveriesCountedMax followChangesMax gentleRestMs listedBytesMax readMsMax
    recentDeliveriesMax repliesEveryMs resetMsMax restoreMsMax rowsPerStatement searchedMax
    stalledMsMax stopMsMax waitersSweep writeMsMax
  `,
  webhooks: `endpointsPerAccountMax resentAtOnce resentMax signingKeysMax testReportMsMax`
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
