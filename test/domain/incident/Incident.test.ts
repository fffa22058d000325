/** Incidents that follow from facts: their kinds, thresholds, beginnings and waiting money. */
import { assert, describe, it } from "vitest"
import * as Limits from "../../../src/config/Limits.ts"
import type * as Facts from "../../../src/domain/incident/Facts.ts"
import * as Incident from "../../../src/domain/incident/Incident.ts"

const { thresholds } = Limits.incidents
const now = Date.UTC(2026, 10, 26, 12)
const dayMs = 24 * 60 * 60 * 1000

const processFacts = (more: Partial<Facts.ProcessFacts> = {}): Facts.ProcessFacts => ({
  ...{ providers: [], floats: [], chain: null, rates: [], list: null, float: null },
  ...more
})

const part = (more: Partial<Facts.PartitionFacts> = {}): Facts.PartitionFacts => ({
  process: processFacts(),
  ...{ waiting: [], parked: { count: 0, amount: 0, oldest: null } },
  ...{ unfinalDeposits: 0, endpoints: [], isWritable: true },
  ...more
})

const facts = (more: Partial<Facts.Facts> = {}): Facts.Facts => ({
  ...{
    partitions: [part()],
    silent: [],
    cutOff: [],
    clocks: [],
    ownerless: [],
    isClustered: false
  },
  ...more
})

/** The incidents of one partition. */
const inPartition = (more: Partial<Facts.PartitionFacts>, known: Incident.FirstSeen = new Map()) =>
  Incident.of(facts({ partitions: [part(more)] }), thresholds, known, now)

const inProcess = (
  more: Partial<Facts.ProcessFacts>,
  waiting: ReadonlyArray<Facts.WaitingPayouts> = []
) => inPartition({ process: processFacts(more), waiting })

const waiting = (more: Partial<Facts.WaitingPayouts>): Facts.WaitingPayouts => ({
  ...{ state: "PAYOUT_INITIATED", network: "MTN_UG", provider: "pawapay" },
  ...{ count: 2, amount: 50_000_000, oldest: now - 1_000, lateCount: 0, lateAmount: 0 },
  customers: [],
  ...more
})

const provider = (more: Partial<Facts.ProviderTrouble> = {}): Facts.ProviderTrouble => ({
  ...{ provider: "pawapay", network: null, networks: ["MTN_UG", "MPESA_KE"], cause: "failing" },
  ...{ since: now - 60_000, nextTryAt: null, isSending: false },
  ...more
})

const node = (more: Partial<Facts.ChainNode> = {}): Facts.ChainNode => ({
  ...{ name: "rpc.one", failingSince: null, failure: null },
  ...more
})

const chain = (more: Partial<Facts.ChainCondition> = {}): Facts.ChainCondition => ({
  ...{ chainId: 1, isReading: true, reportedAt: now, headAt: now - 6_000 },
  ...{ headMovedAt: now - 6_000, finalAt: now - 15 * 60_000 },
  ...{ nodes: [node(), node({ name: "rpc.two" })], nodesNeeded: 2, contradiction: null },
  ...more
})

/** The only incident of a list that must have one. */
const only = (found: ReadonlyArray<Incident.Incident>): Incident.Incident => {
  assert.strictEqual(found.length, 1, JSON.stringify(found))
  return found[0] as Incident.Incident
}

const sums = ({ waitingAmount, waitingCount }: Incident.Incident) => [waitingCount, waitingAmount]

/** The incidents for a fact just below the limit, at the limit and a millisecond above it. */
const edges = (limitMs: number, found: (ageMs: number) => ReadonlyArray<Incident.Incident>) =>
  [limitMs - 1, limitMs, limitMs + 1].map((ageMs) => found(ageMs).length)

const onlyBeyond = [0, 0, 1]

describe("A healthy service", () => {
  it("has no incident", () => {
    const well = { chain: chain(), list: { at: now - dayMs, brokenSince: null, failure: null } }
    assert.deepStrictEqual(inProcess(well, [waiting({})]), [])
  })
})

describe("An incident of a provider", () => {
  it("names the provider, its networks, the beginning and the payouts that wait", () => {
    const others = [
      waiting({ state: "PAYOUT_CONFIRMED", network: "MPESA_KE", count: 1, amount: 7_000_000 }),
      waiting({ provider: "mtn", count: 100 }),
      waiting({ network: "MTN_GH", count: 100 }),
      waiting({ state: "AWAITING_FUNDS", provider: null, count: 100 })
    ]
    const found = only(inProcess({ providers: [provider()] }, [waiting({}), ...others]))
    assert.strictEqual(found.id, "provider.pawapay")
    assert.strictEqual(found.title, "pawaPay is down")
    assert.strictEqual(found.severity, "critical")
    assert.strictEqual(found.since, now - 60_000)
    assert.deepStrictEqual(found.subject.networks, ["MTN_UG", "MPESA_KE"])
    assert.deepStrictEqual(sums(found), [3, 57_000_000])
  })

  it("sums over partitions and begins when the first process saw it", () => {
    const at = (ageMs: number) =>
      part({
        process: processFacts({ providers: [provider({ since: now - ageMs })] }),
        waiting: [waiting({})]
      })
    const found = only(
      Incident.of(facts({ partitions: [at(5_000), at(9_000)] }), thresholds, new Map(), now)
    )
    assert.strictEqual(found.since, now - 9_000)
    assert.deepStrictEqual(sums(found), [4, 100_000_000])
  })

  it("hides incidents of single networks while the whole provider is down", () => {
    const closed = provider({ network: "MTN_UG", networks: ["MTN_UG"], cause: "closed" })
    assert.strictEqual(only(inProcess({ providers: [closed] })).id, "provider.pawapay.MTN_UG")
    assert.strictEqual(only(inProcess({ providers: [closed, provider()] })).id, "provider.pawapay")
  })

  it("is critical if one process cannot send while another one still can", () => {
    const sending = provider({ isSending: true, network: "MTN_UG", networks: ["MTN_UG"] })
    const paused = { ...sending, isSending: false, cause: "closed" as const }
    for (const providers of [
      [sending, paused],
      [paused, sending]
    ]) {
      assert.strictEqual(only(inProcess({ providers })).severity, "critical")
    }
  })

  it("is a warning without waiting payouts while the provider still accepts transfers", () => {
    const found = only(inProcess({ providers: [provider({ isSending: true })] }, [waiting({})]))
    assert.strictEqual(found.severity, "warning")
    assert.deepStrictEqual(sums(found), [0, 0])
  })

  it("begins when it was first seen if no fact has its beginning", () => {
    const closed = provider({ network: "MTN_UG", since: null, cause: "closed" })
    const process = processFacts({ providers: [closed] })
    const first = inPartition({ process })
    assert.strictEqual(only(first).since, now)
    const before = new Map([["provider.pawapay.MTN_UG", now - 3_000]])
    assert.strictEqual(only(inPartition({ process }, before)).since, now - 3_000)
  })
})

describe("An incident of a provider that payouts wait for", () => {
  it("lists customers by number of waiting payouts, with the sums", () => {
    const ofCustomer = (accountId: string, count: number) => ({
      ...{ accountId, name: accountId.toUpperCase(), count, amount: count * 10 },
      ...{ lateCount: 0, lateAmount: 0 }
    })
    const found = only(
      inProcess({ providers: [provider()] }, [
        waiting({ customers: [ofCustomer("a", 1), ofCustomer("b", 4)] }),
        waiting({ state: "PAYOUT_CONFIRMED", customers: [ofCustomer("a", 5)] }),
        waiting({ network: "MTN_GH", customers: [ofCustomer("a", 100)] })
      ])
    )
    assert.deepStrictEqual(found.customers, [
      { accountId: "a", name: "A", count: 6, amount: 60 },
      { accountId: "b", name: "B", count: 4, amount: 40 }
    ])
    const group = { network: "MTN_UG", provider: "pawapay" }
    assert.deepStrictEqual(found.selection, {
      groups: [
        { state: "PAYOUT_INITIATED", ...group },
        { state: "PAYOUT_CONFIRMED", ...group }
      ],
      isLateOnly: false
    } as typeof found.selection)
  })

  it("has the earliest next attempt of all processes", () => {
    const at = (ms: number | null) =>
      part({ process: processFacts({ providers: [provider({ nextTryAt: ms && now + ms })] }) })
    const partitions = [at(9_000), at(null), at(5_000)]
    const found = Incident.of(facts({ partitions }), thresholds, new Map(), now)
    assert.strictEqual(only(found).nextTryAt, now + 5_000)
    assert.isNull(only(inProcess({ providers: [provider()] })).nextTryAt)
  })
})

describe("An incident of a low balance", () => {
  it("counts the payouts in its currency that wait to be sent", () => {
    const float = { provider: "pawapay", currency: "UGX", since: now - 5_000 } as const
    const found = only(
      inProcess({ floats: [float, { ...float, since: now }] }, [
        waiting({ lateCount: 2, lateAmount: 50_000_000 }),
        waiting({ network: "MPESA_KE" }),
        waiting({ provider: "mtn" }),
        waiting({ state: "PAYOUT_CONFIRMED" })
      ])
    )
    assert.strictEqual(found.id, "float.pawapay.UGX")
    assert.strictEqual(found.since, now - 5_000)
    assert.deepStrictEqual(sums(found), [2, 50_000_000])
  })
})

describe("An incident of the chain", () => {
  const unfunded = waiting({
    state: "AWAITING_FUNDS",
    provider: null,
    count: 3,
    amount: 75_000_000
  })
  const failing = (ageMs: number, name = "rpc.one") =>
    node({ name, failingSince: now - ageMs, failure: "eth_blockNumber: no response" })

  it("opens when no node responds, and counts the payouts that wait for deposits", () => {
    const nodes = [failing(30_000), failing(20_000, "rpc.two")]
    const found = only(inProcess({ chain: chain({ nodes }) }, [unfunded, waiting({})]))
    assert.strictEqual(found.id, "chain.1")
    assert.strictEqual(found.title, "No Ethereum node responds")
    assert.include(found.cause, "Rpc.one: eth_blockNumber: no response.")
    assert.strictEqual(found.since, now - 30_000, "with one of two nodes nothing is agreed")
    assert.deepStrictEqual(sums(found), [3, 75_000_000])
  })

  it("opens when fewer nodes respond than must agree", () => {
    const nodes = [failing(30_000), node({ name: "rpc.two" })]
    assert.strictEqual(
      only(inProcess({ chain: chain({ nodes }) })).title,
      "Too few Ethereum nodes respond"
    )
  })

  it("is a warning about one node while enough others respond", () => {
    const nodes = [failing(30_000), node({ name: "rpc.two" }), node({ name: "rpc.three" })]
    const found = only(inProcess({ chain: chain({ nodes }) }, [unfunded]))
    assert.strictEqual(found.id, "chain.1.rpc.one")
    assert.strictEqual(found.severity, "warning")
    assert.deepStrictEqual(sums(found), [0, 0])
  })

  it("opens after a node has failed for longer than the threshold", () => {
    const found = edges(thresholds.nodeFailingMs, (age) =>
      inProcess({ chain: chain({ nodes: [failing(age)], nodesNeeded: 1 }) })
    )
    assert.deepStrictEqual(found, onlyBeyond)
  })

  it("opens after the head has not moved for longer than the threshold", () => {
    const found = edges(thresholds.headStillMs, (age) =>
      inProcess({ chain: chain({ headMovedAt: now - age }) })
    )
    assert.deepStrictEqual(found, onlyBeyond)
    const still = only(inProcess({ chain: chain({ headMovedAt: now - 90_000 }) }))
    assert.strictEqual(still.title, "No new block of Ethereum is seen")
    assert.strictEqual(still.since, now - 90_000)
  })

  it("opens after finality lags by more than the threshold", () => {
    const found = edges(thresholds.finalLagMs, (age) =>
      inProcess({ chain: chain({ finalAt: now - age }) })
    )
    assert.deepStrictEqual(found, onlyBeyond)
    const late = only(inProcess({ chain: chain({ finalAt: now - thresholds.finalLagMs - 5 }) }))
    assert.strictEqual(late.since, now - 5)
  })

  it("opens after the follower has been silent for longer than the threshold", () => {
    const silent = (age: number) =>
      chain({ isReading: false, reportedAt: now - age, headMovedAt: null, headAt: now, nodes: [] })
    const found = edges(thresholds.followerSilentMs, (age) =>
      inProcess({ chain: { ...silent(age), nodesNeeded: 0 } })
    )
    assert.deepStrictEqual(found, onlyBeyond)
  })

  it("opens at once when nodes contradict each other", () => {
    const found = only(inProcess({ chain: chain({ contradiction: "a against b" }) }))
    assert.strictEqual(found.title, "Ethereum nodes contradict each other")
    assert.strictEqual(found.cause, "A against b.")
  })

  it("uses the condition that the process that reads the chain reports", () => {
    const reading = part({ process: processFacts({ chain: chain() }) })
    const behind = chain({ isReading: false, headMovedAt: null, headAt: now - dayMs, nodes: [] })
    const other = part({ process: processFacts({ chain: behind }) })
    assert.deepStrictEqual(
      Incident.of(facts({ partitions: [other, reading] }), thresholds, new Map(), now),
      []
    )
    assert.strictEqual(
      Incident.of(facts({ partitions: [other] }), thresholds, new Map(), now).length,
      1
    )
  })
})

describe("The condition of the chain", () => {
  it("is the one that was reported last if no process reads the chain", () => {
    const at = (reportedAt: number) => chain({ isReading: false, reportedAt })
    const processes = [1, 3, 2].map((each) => part({ process: processFacts({ chain: at(each) }) }))
    assert.strictEqual(Incident.chainIn(facts({ partitions: processes }))?.reportedAt, 3)
  })
})

describe("An incident of rates", () => {
  it("names each currency once and begins with the earliest one", () => {
    const rate = {
      currency: "KES",
      since: now - 1_000,
      cause: "the newest rate is 901 s old"
    } as const
    const found = only(
      inProcess({ rates: [rate, { ...rate, currency: "UGX", since: now - 2_000 }, rate] })
    )
    assert.strictEqual(found.title, "There is no exchange rate for UGX, KES")
    assert.strictEqual(found.cause, "The newest rate is 901 s old.")
    assert.strictEqual(found.since, now - 2_000)
  })
})

describe("An incident of the sanctions list", () => {
  const list = (ageMs: number | null, brokenSince: number | null = null): Facts.ListCondition => ({
    at: ageMs === null ? null : now - ageMs,
    ...{ brokenSince, failure: brokenSince === null ? null : "sdn.csv has no rows" }
  })
  const held = waiting({ state: "UNSCREENED", provider: null, count: 4, amount: 9_000_000 })

  it("is critical without a list, and counts the holds that it caused", () => {
    const found = only(inProcess({ list: list(null, now - 7_000) }, [held]))
    assert.strictEqual(found.severity, "critical")
    assert.strictEqual(found.since, now - 7_000)
    assert.deepStrictEqual(sums(found), [4, 9_000_000])
  })

  it("is a warning while a new list is broken and the previous one is in use", () => {
    const found = only(inProcess({ list: list(dayMs, now - 7_000) }))
    assert.strictEqual(found.severity, "warning")
    assert.include(found.cause, "Sdn.csv has no rows.")
  })

  it("is a warning once the list is older than the first threshold, and critical after the second", () => {
    const { listOldMs, listUnusableMs } = thresholds
    assert.deepStrictEqual(
      edges(listOldMs, (age) => inProcess({ list: list(age) })),
      onlyBeyond
    )
    const severities = [listUnusableMs, listUnusableMs + 1].map(
      (age) => only(inProcess({ list: list(age) })).severity
    )
    assert.deepStrictEqual(severities, ["warning", "critical"])
  })
})

describe("An incident of a webhook endpoint", () => {
  it("opens after every attempt has failed for longer than the threshold", () => {
    const failing = (age: number): Facts.FailingEndpoint => ({
      ...{ id: "we_1", accountId: "acct_1", host: "hooks.acme.test", since: now - age },
      ...{ pending: 5, failure: "dns: no address" }
    })
    const found = edges(thresholds.endpointFailingMs, (age) =>
      inPartition({ endpoints: [failing(age)] })
    )
    assert.deepStrictEqual(found, onlyBeyond)
    const one = only(inPartition({ endpoints: [failing(thresholds.endpointFailingMs + 1)] }))
    assert.strictEqual(one.title, "Every webhook to hooks.acme.test fails")
    assert.deepStrictEqual(one.subject, { endpointId: "we_1", accountId: "acct_1" })
    assert.deepStrictEqual(sums(one), [5, 0])
  })
})

describe("An incident of stuck payouts", () => {
  const late = { lateCount: 1, lateAmount: 25_000_000, oldest: now - 900_000 }

  it("counts late payouts per network, in both states with a transfer under way", () => {
    const found = only(
      inPartition({ waiting: [waiting(late), waiting({ ...late, state: "PAYOUT_CONFIRMED" })] })
    )
    assert.strictEqual(found.id, "stuck_payouts.MTN_UG")
    assert.strictEqual(found.since, now - 900_000)
    assert.deepStrictEqual(sums(found), [2, 50_000_000])
  })

  it("does not count payouts that wait for a provider with an incident", () => {
    const found = inProcess({ providers: [provider()] }, [waiting(late)])
    assert.strictEqual(only(found).kind, "provider")
  })

  it("names funded payouts that are not screened", () => {
    const found = inPartition({
      waiting: [waiting({ ...late, state: "STABLECOIN_RECEIVED", provider: null })]
    })
    assert.strictEqual(only(found).id, "stuck_payouts.screening")
  })

  it("is critical for payouts and batches that a defect stopped", () => {
    const found = only(
      inPartition({
        waiting: [waiting({ state: "PARKED" })],
        parked: { count: 1, amount: 5_000_000, oldest: now - 1_000_000 }
      })
    )
    assert.strictEqual(found.title, "2 payouts and 1 batch were stopped by a defect")
    assert.strictEqual(found.severity, "critical")
    assert.strictEqual(found.since, now - 1_000_000)
    assert.deepStrictEqual(sums(found), [3, 55_000_000])
  })
})

describe("An incident of the service itself", () => {
  it("opens while a partition's log accepts no entries", () => {
    assert.strictEqual(only(inPartition({ isWritable: false })).id, "database")
  })

  it("opens while the only process gets no response from its own partition", () => {
    const found = Incident.of(facts({ partitions: [null] }), thresholds, new Map(), now)
    assert.strictEqual(only(found).kind, "database")
  })

  it("names silent nodes and partitions without an owner or a response", () => {
    const found = Incident.of(
      facts({
        isClustered: true,
        partitions: [part(), null, null],
        ownerless: [1],
        silent: [{ address: "10.0.0.2:7000", since: now - 8_000 }]
      }),
      thresholds,
      new Map([["nodes.ownerless", now - 4_000]]),
      now
    )
    assert.deepStrictEqual(
      found.map(({ id, severity, since }) => [id, severity, since]),
      [
        ["nodes.ownerless", "critical", now - 4_000],
        ["nodes.unreachable", "critical", now],
        ["nodes.10.0.0.2:7000", "warning", now - 8_000]
      ]
    )
  })
})

describe("An incident of a node", () => {
  const inCluster = (more: Partial<Facts.Facts>) =>
    Incident.of(facts({ isClustered: true, ...more }), thresholds, new Map(), now)

  it("names a node that does not reach others", () => {
    const unreached = ["10.0.0.1:7000", "10.0.0.3:7000"]
    const found = only(inCluster({ cutOff: [{ address: "10.0.0.2:7000", unreached }] }))
    assert.strictEqual(found.id, "nodes.10.0.0.2:7000.cut_off")
    assert.strictEqual(found.severity, "critical")
    assert.strictEqual(found.title, "The node 10.0.0.2:7000 does not reach 2 other nodes")
    assert.include(found.cause, "10.0.0.1:7000, 10.0.0.3:7000")
  })

  it("names a node whose clock is too far ahead or behind", () => {
    const skewed = (skewMs: number) => inCluster({ clocks: [{ address: "10.0.0.2:7000", skewMs }] })
    assert.deepStrictEqual(edges(thresholds.clockSkewMs, skewed), onlyBeyond)
    assert.deepStrictEqual(
      edges(thresholds.clockSkewMs, (ms) => skewed(-ms)),
      onlyBeyond
    )
    const behind = only(skewed(-1_500))
    assert.strictEqual(behind.id, "nodes.10.0.0.2:7000.clock")
    assert.strictEqual(behind.cause, "It is 1.5 s behind the database's clock.")
  })
})

describe("The list of incidents", () => {
  it("starts with critical incidents, the oldest first", () => {
    const found = inProcess({
      providers: [provider(), provider({ provider: "mtn", isSending: true, since: 0 })],
      chain: chain({ headMovedAt: now - 120_000 })
    })
    assert.deepStrictEqual(
      found.map(({ id }) => id),
      ["chain.1", "provider.pawapay", "provider.mtn"]
    )
  })
})
