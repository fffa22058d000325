/** Payouts that need a decision: a list, and the chosen payout with its facts and actions. */
import type { UseQueryResult } from "@tanstack/react-query"
import { CircleCheck } from "lucide-react"
import { type ReactNode, useEffect, useRef } from "react"
import type { AdminPayout } from "../../../client/Generated.ts"
import type { Page } from "../../../client/Paging.ts"
import { Answer, Empty } from "../../parts/Answer.tsx"
import { Pager } from "../../parts/Listing.tsx"
import { PageHead } from "../../parts/Page.tsx"
import { queue as Words } from "../../words/staffReview.tsx"
import { Case } from "./Case.tsx"
import { useCaseKeys } from "./CaseKeys.ts"
import { BackToList, CaseList } from "./CaseList.tsx"
import { useChoice } from "./Choice.ts"

interface CaseProps {
  readonly actions: (payout: AdminPayout) => ReactNode
  readonly children: (payout: AdminPayout) => ReactNode
  /** Content below both halves of the card. */
  readonly below?: (payout: AdminPayout) => ReactNode
  /** A short note in the list, which distinguishes payouts. */
  readonly note: (payout: AdminPayout) => ReactNode
}

interface Props extends CaseProps {
  readonly title: string
  readonly about: string
  /** Content to the right of the title: views, and links to past decisions. */
  readonly head?: ReactNode
  readonly of: UseQueryResult<Page<AdminPayout>>
}

const Cases = ({
  actions,
  below,
  children,
  note,
  of
}: CaseProps & { readonly of: ReadonlyArray<AdminPayout> }) => {
  const choice = useChoice(of)
  const { chosen, isOpen } = choice
  const heading = useRef<HTMLHeadingElement>(null)
  const isMoving = useCaseKeys(of, choice)
  useEffect(() => {
    // A button disappears after its work, and the focus with it.
    const isLost = document.activeElement === document.body
    if (isLost || isMoving.current) heading.current?.focus({ preventScroll: isLost })
    isMoving.current = false
  })
  if (chosen === undefined) return null
  return (
    <div className={isOpen ? "queue queue-open" : "queue"}>
      <CaseList of={of} choice={choice} note={note} />
      <div className="stack">
        <BackToList />
        <Case
          key={chosen.payout_id}
          payout={chosen}
          headingRef={heading}
          actions={actions(chosen)}
          below={below?.(chosen)}
        >
          {children(chosen)}
        </Case>
      </div>
    </div>
  )
}

export const Queue = ({ about, head, of, title, ...rest }: Props) => (
  <div className="page">
    <PageHead title={title} about={about}>
      {head}
    </PageHead>
    <Answer of={of} lines={8}>
      {({ data }) => (
        <>
          {data.length === 0 ? (
            <div className="card">
              <Empty icon={CircleCheck} title={Words.none} />
            </div>
          ) : (
            <Cases of={data} {...rest} />
          )}
          <Pager of={of} />
        </>
      )}
    </Answer>
  </div>
)
