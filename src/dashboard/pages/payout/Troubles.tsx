/** Banners that say what is wrong with the money of a payout or a batch, and what can be done. */
import {
  CircleCheck,
  CircleX,
  Clock,
  type LucideIcon,
  SearchCheck,
  TriangleAlert
} from "lucide-react"
import type { ReactNode } from "react"
import type * as Trouble from "./Trouble.ts"

const icons: Readonly<Record<Trouble.Trouble["tone"], LucideIcon>> = {
  ...{ wait: Clock, good: CircleCheck, warn: TriangleAlert, bad: CircleX, review: SearchCheck }
}

interface Shown extends Omit<Trouble.Trouble, "todo"> {
  readonly todo?: ReactNode
}

interface Props {
  readonly of: ReadonlyArray<Shown>
  /** The button of a remedy; none where the person may not use it. */
  readonly button: (remedy: Trouble.Remedy) => ReactNode
}

/** No live region: the state is announced by the page's own heading, and the clock ticks. */
export const Troubles = ({ button, of }: Props) =>
  of.map(({ key, next, reason, remedy, title, todo, tone }) => {
    const Icon = icons[tone]
    return (
      <div key={key} className={`banner tone-${tone}`} role="note" aria-label={title}>
        <Icon aria-hidden />
        <div>
          <p className="banner-title">{title}</p>
          <p>{reason}</p>
          <p>{next}</p>
          {todo !== undefined && <p className="banner-todo">{todo}</p>}
        </div>
        {remedy !== undefined && button(remedy)}
      </div>
    )
  })
