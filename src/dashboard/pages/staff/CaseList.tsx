/** The list of a queue, and the link back to it on a narrow screen. */
import { ArrowLeft } from "lucide-react"
import type { ReactNode } from "react"
import { Link, useLocation, useSearchParams } from "wouter"
import type { AdminPayout } from "../../../client/Generated.ts"
import * as Format from "../../data/Format.ts"
import * as Names from "../../data/Names.ts"
import * as PageStarts from "../../data/PageStarts.ts"
import { Money } from "../../parts/Value.tsx"
import { queue as Words } from "../../words/staffReview.tsx"
import { Age, nameOf } from "./Case.tsx"
import type { Choice } from "./Choice.ts"

interface Props {
  readonly of: ReadonlyArray<AdminPayout>
  readonly choice: Choice
  readonly note: (payout: AdminPayout) => ReactNode
}

const AccountName = ({ id }: { readonly id: string }) =>
  Names.useAccountName(id) ?? Format.middle(id)

export const CaseList = ({ choice: { chosen, hrefOf }, note, of }: Props) => (
  <nav className="card queue-list" aria-label={Words.list}>
    <ol>
      {of.map((payout) => (
        <li key={payout.payout_id}>
          <Link
            href={hrefOf(payout)}
            className="queue-item"
            aria-current={payout === chosen ? "true" : undefined}
          >
            <span className="queue-name">{nameOf(payout)}</span>
            <Money of={payout.source_amount_usdc} currency="USDC" />
            <span className="faint">
              <AccountName id={payout.account_id} />
            </span>
            <span className="faint">
              <Age payout={payout} />
            </span>
            <span className="queue-note">{note(payout)}</span>
          </Link>
        </li>
      ))}
    </ol>
    <p className="faint queue-keys">{Words.keys}</p>
  </nav>
)

export const BackToList = () => {
  const [path] = useLocation()
  const [search] = useSearchParams()
  const list = new URLSearchParams(search)
  list.delete(PageStarts.chosen)
  return (
    <Link href={`${path}?${list}`} className="back queue-back">
      <ArrowLeft aria-hidden />
      {Words.backToList}
    </Link>
  )
}
