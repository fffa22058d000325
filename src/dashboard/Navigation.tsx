/** The menu. It shows only pages that the role may see, and staff see the work in each queue. */
import {
  Activity,
  ArrowLeftRight,
  Banknote,
  BookOpen,
  Building2,
  Files,
  FileText,
  GitCompareArrows,
  HeartPulse,
  KeyRound,
  LayoutDashboard,
  type LucideIcon,
  MailWarning,
  Quote,
  Scale,
  ScrollText,
  SearchCheck,
  Send,
  Server,
  ShieldAlert,
  Undo2,
  Users,
  Wallet,
  Webhook
} from "lucide-react"
import { Link, useLocation } from "wouter"
import type { Permission } from "../domain/account/Role.ts"
import * as Address from "./data/Address.ts"
import * as Format from "./data/Format.ts"
import { mayOf, nameOf, type SignedIn, useSignedIn } from "./data/SignedIn.tsx"
import { type Queue, useWaiting } from "./data/Waiting.ts"
import { preload } from "./Routes.tsx"
import { navigation as Words } from "./words/shell.ts"

interface Item {
  readonly href: string
  readonly label: string
  readonly icon: LucideIcon
  readonly needs?: Permission
  readonly waiting?: Queue
  /** True if the link leaves the dashboard. */
  readonly isOutside?: true
  /** Other addresses that belong to this menu item. */
  readonly others?: ReadonlyArray<string>
  /** Further words by which a search finds the page. */
  readonly words?: string
}

/** A page that the search can open. */
export interface NavItem extends Pick<Item, "href" | "label" | "isOutside" | "words"> {
  /** The account of the page, or the staff, if it is not the current one. */
  readonly area?: string
}

interface Part {
  readonly label?: string
  readonly items: ReadonlyArray<Item>
}

const customer: ReadonlyArray<Part> = [
  {
    items: [
      { href: "/", label: Words.overview, icon: LayoutDashboard },
      { href: "/payouts", label: Words.payouts, icon: Send },
      { href: "/quotes", label: Words.quotes, icon: Quote },
      { href: "/batches", label: Words.batches, icon: Files },
      { href: "/balance", label: Words.balance, icon: Wallet, words: Words.also.balance },
      { href: "/beneficiaries", label: Words.beneficiaries, icon: Users },
      { href: "/reports", label: Words.reports, icon: FileText, words: Words.also.reports }
    ]
  },
  {
    label: Words.developers,
    items: [
      {
        href: "/webhooks",
        label: Words.webhooks,
        icon: Webhook,
        others: ["/deliveries"],
        words: Words.also.webhooks
      },
      { href: "/events", label: Words.events, icon: Activity },
      { href: "/requests", label: Words.requests, icon: ArrowLeftRight },
      {
        href: "/api-keys",
        label: Words.apiKeys,
        icon: KeyRound,
        needs: "keys",
        words: Words.also.apiKeys
      },
      {
        href: "/docs",
        label: Words.apiReference,
        icon: BookOpen,
        isOutside: true,
        words: Words.also.apiReference
      }
    ]
  },
  {
    label: Words.account,
    items: [
      { href: "/team", label: Words.team, icon: Users, needs: "team", words: Words.also.team },
      { href: "/audit-log", label: Words.auditLog, icon: ScrollText }
    ]
  }
]

const staff: ReadonlyArray<Part> = [
  {
    items: [
      { href: "/", label: Words.overview, icon: LayoutDashboard },
      { href: "/payouts", label: Words.payouts, icon: Send },
      { href: "/batches", label: Words.batches, icon: Files },
      { href: "/accounts", label: Words.accounts, icon: Building2 },
      { href: "/reports", label: Words.reports, icon: FileText, words: Words.also.reports },
      { href: "/books", label: Words.books, icon: Scale, words: Words.also.books },
      {
        href: "/reconciliation",
        label: Words.reconciliation,
        icon: GitCompareArrows,
        waiting: "breaks",
        words: Words.also.reconciliation
      }
    ]
  },
  {
    label: Words.needsADecision,
    items: [
      {
        href: "/holds",
        label: Words.holds,
        icon: ShieldAlert,
        waiting: "held",
        words: Words.also.holds
      },
      {
        href: "/reviews",
        label: Words.manualReview,
        icon: SearchCheck,
        waiting: "in_review",
        words: Words.also.review
      },
      {
        href: "/refunds",
        label: Words.refunds,
        icon: Undo2,
        waiting: "refunds",
        words: Words.also.refunds
      },
      {
        href: "/withdrawals",
        label: Words.withdrawals,
        icon: Banknote,
        waiting: "withdrawals",
        words: Words.also.withdrawals
      },
      {
        href: "/failed-deliveries",
        label: Words.failedDeliveries,
        icon: MailWarning,
        waiting: "failed_deliveries",
        others: ["/deliveries"],
        words: Words.also.failedDeliveries
      }
    ]
  },
  {
    label: Words.service,
    items: [
      { href: "/health", label: Words.health, icon: HeartPulse, waiting: "incidents" },
      { href: "/float", label: Words.float, icon: Wallet, words: Words.also.float },
      { href: "/cluster", label: Words.cluster, icon: Server, words: Words.also.cluster },
      { href: "/audit-log", label: Words.auditLog, icon: ScrollText },
      { href: "/team", label: Words.staff, icon: Users, needs: "team", words: Words.also.team },
      { href: "/operator-keys", label: Words.operatorKeys, icon: KeyRound, needs: "issue" }
    ]
  }
]

const isAt = (place: string, href: string): boolean =>
  href === "/" ? place === "/" : place === href || place.startsWith(`${href}/`)

const Entry = ({ item, waiting }: { readonly item: Item; readonly waiting: number }) => {
  const [place] = useLocation()
  const Icon = item.icon
  if (item.isOutside) {
    return (
      <li>
        <a href={item.href} className="nav-item">
          <Icon aria-hidden />
          {item.label}
        </a>
      </li>
    )
  }
  return (
    <li>
      <Link
        href={item.href}
        className="nav-item"
        onPointerEnter={() => preload(item.href)}
        onFocus={() => preload(item.href)}
        aria-current={
          [item.href, ...(item.others ?? [])].some((href) => isAt(place, href)) ? "page" : undefined
        }
      >
        <Icon aria-hidden />
        {item.label}
        {waiting > 0 && (
          <span className="nav-count">
            {Format.count(waiting)}
            <span className="hidden">
              {" "}
              {item.waiting === "incidents" ? Words.incidents : Words.waiting}
            </span>
          </span>
        )}
      </Link>
    </li>
  )
}

type May = SignedIn["may"]

/** The parts of the menu that the role may see. */
const partsOf = (isStaff: boolean, may: May): ReadonlyArray<Part> =>
  (isStaff ? staff : customer)
    .map((part) => ({
      ...part,
      items: part.items.filter(({ needs }) => needs === undefined || may(needs))
    }))
    .filter(({ items }) => items.length > 0)

/** Pages that create something and are not in the menu. */
const begun: ReadonlyArray<Omit<Item, "icon">> = [
  { href: "/payouts/new", label: Words.newPayout, needs: "write", words: Words.also.newPayout },
  { href: "/batches/new", label: Words.newBatch, needs: "write", words: Words.also.newBatch }
]

/** Filtered lists that users often look for. */
const filtered: ReadonlyArray<NavItem> = [
  { href: "/payouts?status=FAILED", label: Words.failedPayouts, words: Words.also.failed },
  { href: "/payouts?status=SETTLED", label: Words.settledPayouts, words: Words.also.settled },
  { href: "/payouts?status=REVERSED", label: Words.reversedPayouts, words: Words.also.reversed },
  {
    href: "/payouts?status=AWAITING_FUNDS",
    label: Words.awaitingPayouts,
    words: Words.also.awaiting
  }
]

const customerFiltered: ReadonlyArray<NavItem> = [
  { href: "/payouts?status=COMPLIANCE_HOLD", label: Words.heldPayouts, words: Words.also.held },
  { href: "/payouts?status=MANUAL_REVIEW", label: Words.payoutsInReview, words: Words.also.review },
  { href: "/payouts?refund=open", label: Words.owingPayouts, words: Words.also.owing },
  { href: "/batches?refund=open", label: Words.owingBatches, words: Words.also.owing },
  {
    href: "/requests?outcome=failed",
    label: Words.failedRequests,
    words: Words.also.failedRequests
  }
]

const staffFiltered: ReadonlyArray<NavItem> = [
  { href: "/batches?show=parked", label: Words.parkedBatches, words: Words.also.parked },
  { href: "/refunds?show=sent", label: Words.sentRefunds },
  {
    href: "/accounts?kyc_status=PENDING",
    label: Words.pendingAccounts,
    words: Words.also.pendingAccounts
  },
  { href: "/accounts?status=SUSPENDED", label: Words.suspendedAccounts }
]

const navItemsOf = (isStaff: boolean, may: May): ReadonlyArray<NavItem> => [
  ...partsOf(isStaff, may).flatMap(({ items }) => items),
  ...(isStaff ? [] : begun.filter(({ needs }) => needs === undefined || may(needs))),
  ...filtered,
  ...(isStaff ? staffFiltered : customerFiltered)
]

/**
 * Pages of the user's accounts if the user acts as staff, or the reverse, except pages that both
 * have.
 */
const elsewhere = ({ isStaff, session }: SignedIn, own: ReadonlyArray<NavItem>) => {
  const labels = new Set(own.map(({ label }) => label))
  return session.grants
    .filter((grant) => (grant.account_id === null) !== isStaff)
    .flatMap((grant) =>
      navItemsOf(!isStaff, mayOf(grant))
        .filter(({ isOutside, label }) => isOutside !== true && !labels.has(label))
        .map(
          (place): NavItem => ({
            ...place,
            href: `~/dashboard${Address.baseOf(grant)}${place.href}`,
            area: nameOf(grant)
          })
        )
    )
}

export const useNavItems = (): ReadonlyArray<NavItem> => {
  const who = useSignedIn()
  const own = navItemsOf(who.isStaff, who.may)
  const profile = { href: "/profile", label: Words.profile, words: Words.also.profile }
  return [...own, profile, ...elsewhere(who, own)]
}

export const Navigation = () => {
  const counts = useWaiting()
  const { isStaff, may } = useSignedIn()
  const parts = partsOf(isStaff, may)
  return (
    <nav className="nav" aria-label={Words.menu}>
      {parts.map(({ items, label }) => (
        <div key={label ?? "main"} className="nav-part">
          {label !== undefined && <p className="nav-label">{label}</p>}
          <ul>
            {items.map((item) => (
              <Entry
                key={item.href}
                item={item}
                waiting={item.waiting === undefined ? 0 : (counts[item.waiting].count ?? 0)}
              />
            ))}
          </ul>
        </div>
      ))}
    </nav>
  )
}
