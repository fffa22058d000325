/**
 * Maps addresses to pages. A page is loaded when it is opened. Most visits begin with the overview,
 * so the first download includes it.
 */
import { lazy, type ReactNode } from "react"
import { Redirect, Route, Switch } from "wouter"
import { useSignedIn } from "./data/SignedIn.tsx"
import { NotFound } from "./pages/NotFound.tsx"
import Overview from "./pages/Overview.tsx"

export const Welcome = lazy(() => import("./pages/Welcome.tsx"))
export const SecondFactor = lazy(() => import("./pages/SecondFactor.tsx"))

/** Pages in the menu. They are fetched as soon as the pointer is over their link. */
const load = {
  Payouts: () => import("./pages/Payouts.tsx"),
  Quotes: () => import("./pages/Quotes.tsx"),
  Batches: () => import("./pages/Batches.tsx"),
  Balance: () => import("./pages/Balance.tsx"),
  Beneficiaries: () => import("./pages/Beneficiaries.tsx"),
  Reports: () => import("./pages/Reports.tsx"),
  Webhooks: () => import("./pages/Webhooks.tsx"),
  Events: () => import("./pages/Events.tsx"),
  Requests: () => import("./pages/Requests.tsx"),
  ApiKeys: () => import("./pages/ApiKeys.tsx"),
  AuditLog: () => import("./pages/AuditLog.tsx"),
  Team: () => import("./pages/Team.tsx"),
  Accounts: () => import("./pages/staff/Accounts.tsx"),
  AllBatches: () => import("./pages/staff/AllBatches.tsx"),
  Holds: () => import("./pages/staff/Holds.tsx"),
  Reviews: () => import("./pages/staff/Reviews.tsx"),
  Refunds: () => import("./pages/staff/Refunds.tsx"),
  Withdrawals: () => import("./pages/staff/Withdrawals.tsx"),
  FailedDeliveries: () => import("./pages/staff/FailedDeliveries.tsx"),
  Health: () => import("./pages/staff/Health.tsx"),
  Float: () => import("./pages/staff/Float.tsx"),
  Cluster: () => import("./pages/staff/Cluster.tsx"),
  OperatorKeys: () => import("./pages/staff/OperatorKeys.tsx"),
  Books: () => import("./pages/staff/Books.tsx"),
  Reconciliation: () => import("./pages/staff/Reconciliation.tsx")
}

const Payouts = lazy(load.Payouts)
const Payout = lazy(() => import("./pages/Payout.tsx"))
const PayoutNew = lazy(() => import("./pages/PayoutNew.tsx"))
const Receipt = lazy(() => import("./pages/Receipt.tsx"))
const Quotes = lazy(load.Quotes)
const QuotePage = lazy(() => import("./pages/QuotePage.tsx"))
const Batches = lazy(load.Batches)
const BatchNew = lazy(() => import("./pages/BatchNew.tsx"))
const Batch = lazy(() => import("./pages/Batch.tsx"))
const Bulk = lazy(() => import("./pages/Bulk.tsx"))
const Balance = lazy(load.Balance)
const Beneficiaries = lazy(load.Beneficiaries)
const Reports = lazy(load.Reports)
const Webhooks = lazy(load.Webhooks)
const Webhook = lazy(() => import("./pages/Webhook.tsx"))
const Delivery = lazy(() => import("./pages/webhook/Delivery.tsx"))
const Events = lazy(load.Events)
const EventPage = lazy(() => import("./pages/EventPage.tsx"))
const Requests = lazy(load.Requests)
const RequestPage = lazy(() => import("./pages/RequestPage.tsx"))
const ApiKeys = lazy(load.ApiKeys)
const AuditLog = lazy(load.AuditLog)
const Team = lazy(load.Team)
const Profile = lazy(() => import("./pages/Profile.tsx"))
const Accounts = lazy(load.Accounts)
const Account = lazy(() => import("./pages/staff/Account.tsx"))
const Recipients = lazy(() => import("./pages/staff/Recipients.tsx"))
const AllPayouts = lazy(() => import("./pages/staff/AllPayouts.tsx"))
const StaffPayout = lazy(() => import("./pages/staff/StaffPayout.tsx"))
const AllBatches = lazy(load.AllBatches)
const StaffBatch = lazy(() => import("./pages/staff/StaffBatch.tsx"))
const Holds = lazy(load.Holds)
const Reviews = lazy(load.Reviews)
const Refunds = lazy(load.Refunds)
const Withdrawals = lazy(load.Withdrawals)
const FailedDeliveries = lazy(load.FailedDeliveries)
const Health = lazy(load.Health)
const Float = lazy(load.Float)
const Cluster = lazy(load.Cluster)
const OperatorKeys = lazy(load.OperatorKeys)
const Books = lazy(load.Books)
const Reconciliation = lazy(load.Reconciliation)
const Run = lazy(() => import("./pages/staff/Run.tsx"))
const Break = lazy(() => import("./pages/staff/Break.tsx"))

const places: Readonly<Record<string, () => Promise<unknown>>> = {
  "/payouts": load.Payouts,
  "/quotes": load.Quotes,
  "/batches": load.Batches,
  "/balance": load.Balance,
  "/beneficiaries": load.Beneficiaries,
  "/reports": load.Reports,
  "/webhooks": load.Webhooks,
  "/events": load.Events,
  "/requests": load.Requests,
  "/api-keys": load.ApiKeys,
  "/audit-log": load.AuditLog,
  "/team": load.Team,
  "/accounts": load.Accounts,
  "/holds": load.Holds,
  "/reviews": load.Reviews,
  "/refunds": load.Refunds,
  "/withdrawals": load.Withdrawals,
  "/failed-deliveries": load.FailedDeliveries,
  "/health": load.Health,
  "/float": load.Float,
  "/cluster": load.Cluster,
  "/operator-keys": load.OperatorKeys,
  "/books": load.Books,
  "/reconciliation": load.Reconciliation
}

/** Prefetches a page; a failure is ignored. */
export const preload = (href: string): void => {
  places[href]?.().catch(() => undefined)
}

/** Pages by their address, with the id from the address. */
type Table = ReadonlyArray<readonly [path: string, page: (id: string) => ReactNode]>

const customer: Table = [
  ["/", () => <Overview />],
  ["/payouts", () => <Payouts />],
  ["/payouts/new", () => <PayoutNew />],
  ["/payouts/:id", (id) => <Payout key={id} id={id} />],
  ["/payouts/:id/receipt", (id) => <Receipt key={id} id={id} />],
  ["/quotes", () => <Quotes />],
  ["/quotes/:id", (id) => <QuotePage key={id} id={id} />],
  ["/batches", () => <Batches />],
  ["/batches/new", () => <BatchNew />],
  ["/batches/:id", (id) => <Batch key={id} id={id} />],
  ["/bulk/:id", (id) => <Bulk key={id} id={id} />],
  ["/balance", () => <Balance />],
  ["/beneficiaries", () => <Beneficiaries />],
  ["/reports", () => <Reports />],
  ["/webhooks", () => <Webhooks />],
  ["/webhooks/:id", (id) => <Webhook key={id} id={id} />],
  ["/deliveries/:id", (id) => <Delivery key={id} id={id} />],
  ["/events", () => <Events />],
  ["/events/:id", (id) => <EventPage key={id} id={id} />],
  ["/requests", () => <Requests />],
  ["/requests/:id", (id) => <RequestPage key={id} id={id} />],
  ["/api-keys", () => <ApiKeys />],
  ["/settings/*?", () => <Redirect to="/api-keys" replace />],
  ["/audit-log", () => <AuditLog />],
  ["/team", () => <Team />],
  ["/profile", () => <Profile />]
]

const staff: Table = [
  ["/", () => <Overview />],
  ["/payouts", () => <AllPayouts />],
  ["/payouts/:id", (id) => <StaffPayout key={id} id={id} />],
  ["/batches", () => <AllBatches />],
  ["/batches/:id", (id) => <StaffBatch key={id} id={id} />],
  ["/reports", () => <Reports />],
  ["/books", () => <Books />],
  ["/reconciliation", () => <Reconciliation />],
  ["/reconciliation/runs/:id", (id) => <Run key={id} id={id} />],
  ["/reconciliation/breaks/:id", (id) => <Break key={id} id={id} />],
  ["/accounts", () => <Accounts />],
  ["/accounts/:id", (id) => <Account key={id} id={id} />],
  ["/accounts/:id/recipients", (id) => <Recipients key={id} id={id} />],
  ["/holds", () => <Holds />],
  ["/reviews", () => <Reviews />],
  ["/refunds", () => <Refunds />],
  ["/withdrawals", () => <Withdrawals />],
  ["/failed-deliveries", () => <FailedDeliveries />],
  ["/deliveries/:id", (id) => <Delivery key={id} id={id} />],
  ["/health", () => <Health />],
  ["/float", () => <Float />],
  ["/cluster", () => <Cluster />],
  ["/audit-log", () => <AuditLog />],
  ["/team", () => <Team />],
  ["/operator-keys", () => <OperatorKeys />],
  ["/settings/*?", () => <Redirect to="/operator-keys" replace />],
  ["/profile", () => <Profile />]
]

const pathsOf = (pages: Table): ReadonlyArray<string> => pages.map(([path]) => path)

export const Pages = () => {
  const { isStaff } = useSignedIn()
  const [own, others] = isStaff ? [staff, customer] : [customer, staff]
  return (
    <Switch>
      {own.map(([path, page]) => (
        <Route key={path} path={path}>
          {(params: { readonly id?: string }) => page(params.id ?? "")}
        </Route>
      ))}
      <Route>
        <NotFound elsewhere={pathsOf(others)} />
      </Route>
    </Switch>
  )
}
