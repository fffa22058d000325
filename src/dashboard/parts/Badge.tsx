/** A state as a word with an icon and a tone. The color is never the only sign. */
import {
  Ban,
  CircleCheck,
  CircleDashed,
  CircleX,
  Clock,
  type LucideIcon,
  SearchCheck,
  Send,
  TriangleAlert
} from "lucide-react"
import * as Status from "../data/Status.ts"

const icons: Readonly<Record<Status.Tone, LucideIcon>> = {
  neutral: CircleDashed,
  wait: Clock,
  go: Send,
  good: CircleCheck,
  bad: CircleX,
  warn: TriangleAlert,
  review: SearchCheck
}

export const Badge = ({ status }: { readonly status: string }) => {
  const { about, label, tone } = Status.meaning(status)
  const Icon = status === "cancelled" ? Ban : icons[tone]
  return (
    <span className={`badge tone-${tone}`} title={about === "" ? undefined : about}>
      <Icon aria-hidden />
      {label}
    </span>
  )
}
