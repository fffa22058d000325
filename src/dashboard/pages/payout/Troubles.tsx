/** Banners about problems with the money of a payout or a batch, with their remedies. */
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

/** A link to support. A web page gets the id as `reference`, an e-mail as its subject. */
const supportHref = (url: string, id: string): string => {
  const to = new URL(url)
  if (to.protocol === "mailto:") to.searchParams.set("subject", Words.support.subject(id))
  else to.searchParams.set("reference", id)
  // Mail programs show a plus sign literally.
  return to.href.replaceAll("+", "%20")
}

interface Props {
  /** The payout or batch for the link to support. Staff get no link. */
  readonly id?: string
  readonly of: ReadonlyArray<Banner>
  /** The button of a remedy, or nothing if the user may not use it. */
  readonly button: (remedy: Trouble.Remedy) => ReactNode
}

/** A live region would repeat itself, because the clock ticks. The heading announces the state. */
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
