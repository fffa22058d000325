/**
 * The alerts, checked by Prometheus' tool. None fires for a healthy service, and each fires alone
 * for its problem. `promtool` is in Debian's package `prometheus`; CI installs it.
 */
import { execFileSync } from "node:child_process"
import * as fs from "node:fs"
import * as os from "node:os"
import * as path from "node:path"
import { assert, describe, it } from "vitest"

const rules = path.join(import.meta.dirname, "../../.deploy/alerts.yaml")

const hasTool = ((): boolean => {
  try {
    execFileSync("promtool", ["--version"], { stdio: "ignore" })
    return true
  } catch {
    return false
  }
})()

/** Series and their values, minute by minute. */
type Series = Readonly<Record<string, string>>

/** The series of a healthy service of two partitions on two nodes. */
const well: Series = {
  'payout_log_writable{partition="0"}': "1x120",
  'payout_log_writable{partition="1"}': "1x120",
  'payout_log_epoch{partition="0"}': "40x120",
  'payout_log_epoch{partition="1"}': "3x120",
  'payout_cluster_partitions_unowned{instance="a"}': "0x120",
  'payout_cluster_partitions_unowned{instance="b"}': "0x120",
  'payout_cluster_nodes{instance="a",state="alive"}': "2x120",
  'payout_cluster_nodes{instance="a",state="silent"}': "0x120",
  'payout_cluster_nodes{instance="b",state="silent"}': "0x120",
  'payout_cluster_peers_unreached{instance="a"}': "0x120",
  'payout_cluster_peers_unreached{instance="b"}': "0x120",
  'payout_cluster_clock_skew_seconds{instance="a"}': "-0.01x120",
  'payout_cluster_clock_skew_seconds{instance="b"}': "0x120",
  'payout_directory_lag_seconds{instance="a"}': "0x120",
  'payout_directory_lag_seconds{instance="b"}': "0.2x120",
  'http_request_duration_seconds_count{status="2xx",route="/v1/payouts"}': "0+600x120",
  'http_request_duration_seconds_count{status="5xx",route="/v1/payouts"}': "0+3x120",
  'http_request_duration_seconds_bucket{le="0.5",route="/v1/payouts"}': "0+600x120",
  'http_request_duration_seconds_bucket{le="2.5",route="/v1/payouts"}': "0+600x120",
  'http_request_duration_seconds_bucket{le="+Inf",route="/v1/payouts"}': "0+600x120",
  'payout_refused_total{queue="log"}': "0+6x120",
  payout_read_model_changes: "500x120",
  process_event_loop_busy_seconds_total: "0+20x120",
  'node_filesystem_avail_bytes{mountpoint="/",fstype="ext4"}': "50x120",
  'node_filesystem_size_bytes{mountpoint="/",fstype="ext4"}': "100x120",
  'payout_actor_parked_total{kind="payout"}': "0x120",
  payout_conservation_violations_total: "0x120",
  payout_books_wrong: "0x120",
  'payout_breaks_open{age="0-2"}': "4x120",
  'payout_breaks_open{age="3-6"}': "0x120",
  payout_reconciliation_late: "0x120",
  'payout_transitions_total{state="MANUAL_REVIEW"}': "0+0.1x120",
  'payout_provider_breaker{provider="mtn"}': "0x120",
  'payout_provider_alarms_total{provider="mtn",kind="balance"}': "0x120",
  'payout_rates_believed{currency="UGX"}': "1x120",
  payout_screening_list_broken: "0x120",
  payout_screening_list_age_seconds: "80000x120",
  payout_chain_stalled: "0x120",
  payout_chain_head_lag_seconds: "20x120",
  payout_chain_follower_restarts_total: "0x120",
  'payout_chain_progress_age_seconds{instance="a"}': "10x120",
  'payout_chain_progress_age_seconds{instance="b"}': "2x120",
  payout_webhook_oldest_due_seconds: "5x120",
  'payout_webhook_attempts_total{outcome="2xx"}': "0+60x120",
  'payout_incidents{kind="float"}': "0x120",
  'payout_incidents{kind="float_unknown"}': "0x120",
  'payout_float_cover{provider="mtn",currency="UGX",instance="a"}': "9000000x120",
  'payout_float_threshold{provider="mtn",currency="UGX",instance="a"}': "5000000x120",
  'payout_float_cover{provider="pawapay",currency="KES",instance="a"}': "NaN ".repeat(121).trim(),
  'payout_float_threshold{provider="pawapay",currency="KES",instance="a"}': "200000x120",
  'payout_incidents{kind="stuck_payouts"}': "0x120",
  'payout_incidents{kind="endpoint"}': "0x120",
  'payout_withdrawals_waiting{partition="0"}': "0x40 1x20 0x60",
  'payout_withdrawals_waiting{partition="1"}': "0x120"
}

/** The series that differ for each problem. `_` means that there is no such series. */
const ill: Readonly<Record<string, Series>> = {
  NoneServes: {
    'payout_log_writable{partition="0"}': "_x120",
    'payout_log_writable{partition="1"}': "_x120"
  },
  LogNotWritable: { 'payout_log_writable{partition="1"}': "0x120" },
  WriterChangesHands: { 'payout_log_epoch{partition="1"}': "3x55 8x65" },
  NodeCutOff: { 'payout_cluster_peers_unreached{instance="b"}': "0x55 2x65" },
  ClockSkew: { 'payout_cluster_clock_skew_seconds{instance="a"}': "0x55 -0.7x65" },
  Errors: { 'http_request_duration_seconds_count{status="5xx",route="/v1/payouts"}': "0+30x120" },
  Slow: {
    'http_request_duration_seconds_bucket{le="0.5",route="/v1/payouts"}': "0+500x120"
  },
  Full: { 'payout_refused_total{queue="log"}': "0+120x120" },
  ReadModelBehind: { payout_read_model_changes: "150000x120" },
  Busy: { process_event_loop_busy_seconds_total: "0+59x120" },
  DiskFillsUp: { 'node_filesystem_avail_bytes{mountpoint="/",fstype="ext4"}': "9x120" },
  PartitionWithoutOwner: { 'payout_cluster_partitions_unowned{instance="b"}': "0x55 3x65" },
  NodeSilent: { 'payout_cluster_nodes{instance="a",state="silent"}': "0x55 1x65" },
  DirectoryBehind: { 'payout_directory_lag_seconds{instance="b"}': "0x55 8x65" },
  PayoutParked: { 'payout_actor_parked_total{kind="payout"}': "0x55 1x65" },
  MoneyNotConserved: { payout_conservation_violations_total: "0x55 1x65" },
  BooksWrong: { payout_books_wrong: "0x55 1x65" },
  BreaksOld: { 'payout_breaks_open{age="3-6"}': "0x20 1x100" },
  ReconciliationLate: { payout_reconciliation_late: "0x20 1x100" },
  ManualReviewRises: { 'payout_transitions_total{state="MANUAL_REVIEW"}': "0+1x120" },
  // The breaker sometimes lets one transfer through, and stays open.
  ProviderLeftAlone: { 'payout_provider_breaker{provider="mtn"}': "2 2 2 1 ".repeat(30).trim() },
  ProviderNeedsAction: {
    'payout_provider_alarms_total{provider="mtn",kind="balance"}': "0x55 1x65"
  },
  NoRates: { 'payout_rates_believed{currency="UGX"}': "0x120" },
  SanctionsListUnfit: { payout_screening_list_age_seconds: "260000x120" },
  ChainAlarm: { payout_chain_stalled: "1x120" },
  WatcherBehind: { payout_chain_head_lag_seconds: "400x120" },
  ChainNotFollowed: { 'payout_chain_progress_age_seconds{instance="b"}': "2x55 90x65" },
  WatcherFails: { payout_chain_follower_restarts_total: "0x55 1x65" },
  // Failed attempts are rescheduled, so no delivery is late while the internet is unreachable.
  WebhooksStand: {
    'payout_webhook_attempts_total{outcome="2xx"}': "500x120",
    'payout_webhook_attempts_total{outcome="no_answer"}': "0+5x120"
  },
  BalanceTooSmall: { 'payout_incidents{kind="float"}': "0x40 1x80" },
  FloatShort: {
    'payout_float_cover{provider="mtn",currency="UGX",instance="a"}': "9000000x40 -1x80"
  },
  FloatLow: {
    'payout_float_cover{provider="mtn",currency="UGX",instance="a"}': "9000000x40 4999999x80"
  },
  FloatUnknown: { 'payout_incidents{kind="float_unknown"}': "0x40 1x80" },
  PayoutsStuck: { 'payout_incidents{kind="stuck_payouts"}': "0x40 2x80" },
  WithdrawalsWait: { 'payout_withdrawals_waiting{partition="1"}': "2x120" },
  EndpointFails: { 'payout_incidents{kind="endpoint"}': "1x120" }
}

/** Promtool's test of the alerts that fire after an hour. */
const testOf = (series: Series, firing: ReadonlyArray<string>) => ({
  interval: "1m",
  input_series: Object.entries(series).map(([name, values]) => ({ series: name, values })),
  promql_expr_test: [
    {
      expr: 'count by (alertname) (ALERTS{alertstate="firing"})',
      eval_time: "62m",
      exp_samples: firing.map((name) => ({ labels: `{alertname="${name}"}`, value: 1 }))
    }
  ]
})

/** The output of promtool about tests, empty if all pass. The tests are JSON, which is YAML. */
const promtool = (tests: ReadonlyArray<ReturnType<typeof testOf>>): string => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), "payout-alerts-"))
  try {
    const file = path.join(folder, "alerts.test.yaml")
    const content = { rule_files: [rules], evaluation_interval: "1m", tests }
    fs.writeFileSync(file, JSON.stringify(content))
    execFileSync("promtool", ["test", "rules", file], { encoding: "utf8", stdio: "pipe" })
    return ""
  } catch (error) {
    const { stderr, stdout } = error as { readonly stderr: string; readonly stdout: string }
    return stdout + stderr
  } finally {
    fs.rmSync(folder, { recursive: true })
  }
}

describe("The alerts", () => {
  it("all have a test here", () => {
    const named = fs.readFileSync(rules, "utf8").matchAll(/- alert: (\w+)/g)
    assert.deepStrictEqual(
      Array.from(named, ([, name]) => name ?? "").sort(),
      Object.keys(ill).sort()
    )
  })

  // Without the tool the tests are skipped.
  it.skipIf(!hasTool)("are silent for a healthy service", () => {
    assert.strictEqual(promtool([testOf(well, [])]), "")
  })

  it.skipIf(!hasTool)("include WebhooksStand while late deliveries get no attempt", () => {
    const series = {
      payout_webhook_oldest_due_seconds: "1000x120",
      'payout_webhook_attempts_total{outcome="2xx"}': "500x120"
    }
    assert.strictEqual(promtool([testOf({ ...well, ...series }, ["WebhooksStand"])]), "")
  })

  it.skipIf(!hasTool).each(Object.entries(ill))(
    "%s fires alone for its problem",
    (name, series) => {
      assert.strictEqual(promtool([testOf({ ...well, ...series }, [name])]), "")
    }
  )
})
