/** Banners that say what is wrong with the money of a payout or a batch, and what can be done. */
import {
  CircleCheck,
  CircleX,
  Clock,
  LifeBuoy,
  type LucideIcon,
  SearchCheck,
  TriangleAlert
} from "lucide-react"
import type { ReactNode } from "react"
import { useSignedIn } from "../../data/SignedIn.tsx"
import { OutsideButton } from "../../parts/Button.tsx"
import { trouble as Words } from "../../words/troubles.ts"
import type * as Trouble from "./Trouble.ts"

const icons: Readonly<Record<Trouble.Trouble["tone"], LucideIcon>> = {
  ...{ wait: Clock, good: CircleCheck, warn: TriangleAlert, bad: CircleX, review: SearchCheck }
}

interface Banner extends Omit<Trouble.Trouble, "advice"> {
  readonly advice?: ReactNode
}

/** A support page gets the id as `reference`, a letter as its subject. */
const supportHref = (url: string, id: string): string => {
  const to = new URL(url)
  if (to.protocol === "mailto:") to.searchParams.set("subject", Words.support.subject(id))
  else to.searchParams.set("reference", id)
  // Mail programs show a plus sign as it is.
  return to.href.replaceAll("+", "%20")
}

interface Props {
  /** The payout or batch that support is asked about; none where the staff read it. */
  readonly id?: string
  readonly of: ReadonlyArray<Banner>
  /** The button of a remedy; none where the person may not use it. */
  readonly button: (remedy: Trouble.Remedy) => ReactNode
}

/** No live region: the state is announced by the page's own heading, and the clock ticks. */
export const Troubles = ({ button, id, of }: Props) => {
  const url = useSignedIn().session.support_url
  const texts = url === null ? Words.support.unlinked : Words.support.linked
  return of.map(({ key, next, reason, remedy, support, title, advice, tone }) => {
    const Icon = icons[tone]
    const ask = support === undefined || id === undefined ? undefined : texts[support]
    return (
      <div key={key} className={`banner tone-${tone}`} role="note" aria-label={title}>
        <Icon aria-hidden />
        <div>
          <p className="banner-title">{title}</p>
          <p>{reason}</p>
          <p>{next}</p>
          {(advice !== undefined || ask !== undefined) && (
            <p className="banner-advice">
              {advice} {ask}
            </p>
          )}
        </div>
        {remedy !== undefined && button(remedy)}
        {ask !== undefined && id !== undefined && url !== null && (
          <OutsideButton href={supportHref(url, id)} icon={LifeBuoy}>
            {Words.support.button}
          </OutsideButton>
        )}
      </div>
    )
  })
}
