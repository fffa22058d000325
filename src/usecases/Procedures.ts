/** The procedures that a node runs for other nodes, by name. */
import * as DepositProcedures from "../engine/chain/DepositProcedures.ts"
import type * as Partitions from "../engine/Partitions.ts"
import * as AccountOverview from "./AccountOverview.ts"
import * as AuditReport from "./AuditReport.ts"
import * as BalanceStatement from "./BalanceStatement.ts"
import * as Bookings from "./Bookings.ts"
import * as BookSums from "./BookSums.ts"
import * as CheckTransfer from "./CheckTransfer.ts"
import * as EarlierDecisions from "./EarlierDecisions.ts"
import * as FeeReport from "./FeeReport.ts"
import * as Incidents from "./Incidents.ts"
import * as KeyUse from "./KeyUse.ts"
import * as NetworkFigures from "./NetworkFigures.ts"
import * as Overview from "./Overview.ts"
import * as ProfitReader from "./ProfitReader.ts"
import * as RefundAddressScreening from "./RefundAddressScreening.ts"
import * as RefundReport from "./RefundReport.ts"
import * as Refunds from "./Refunds.ts"
import * as SettlementReport from "./SettlementReport.ts"
import * as WatchFloat from "./WatchFloat.ts"

/** Inputs are not decoded, because every sender runs the same program. */
const all: ReadonlyArray<Partitions.Procedure<never, unknown>> = [
  ...DepositProcedures.procedures,
  AccountOverview.endpointsPart,
  AccountOverview.figuresPart,
  AuditReport.page,
  BalanceStatement.page,
  BalanceStatement.summary,
  BookSums.part,
  Bookings.payoutCurrency,
  CheckTransfer.now,
  EarlierDecisions.part,
  FeeReport.part,
  Incidents.part,
  KeyUse.write,
  NetworkFigures.part,
  Overview.figuresPart,
  Overview.healthPart,
  ProfitReader.booked,
  ProfitReader.count,
  ProfitReader.part,
  RefundAddressScreening.isDeposit,
  RefundReport.page,
  Refunds.claim,
  Refunds.refundsWith,
  SettlementReport.page,
  WatchFloat.commitmentsPart,
  WatchFloat.levels
]

const byName = new Map(all.map((procedure) => [procedure.name, procedure]))

export const find = (name: string): Partitions.Procedure<unknown, unknown> | undefined =>
  byName.get(name) as Partitions.Procedure<unknown, unknown> | undefined
