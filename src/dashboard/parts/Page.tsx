/** The frame of a page. The title names the tab and takes the focus. */
import { ArrowLeft } from "lucide-react"
import {
  createContext,
  type ReactNode,
  type Ref,
  useContext,
  useEffect,
  useId,
  useRef
} from "react"
import { Link, useRouter } from "wouter"
import * as KeptFilters from "../data/KeptFilters.ts"
import { shell as ShellWords } from "../words/shell.ts"

/** True after the first page. A later page's heading takes the focus, unless a field has it. */
export const ArrivalContext = createContext<{ current: boolean }>({ current: false })

interface HeadProps {
  readonly title: string
  /** Replaces the title in the heading if the heading is more than text. */
  readonly heading?: ReactNode
  readonly about?: ReactNode
  readonly back?: { readonly href: string; readonly label: string }
  readonly children?: ReactNode
}

/** A link back to a list with its kept filters. An address with a query stays unchanged. */
const Back = ({ href, label }: NonNullable<HeadProps["back"]>) => {
  const { base } = useRouter()
  const filters = href.includes("?") ? "" : KeptFilters.of(`${base}${href}`)
  return (
    <Link href={`${href}${filters}`} className="back">
      <ArrowLeft aria-hidden />
      {label}
    </Link>
  )
}

export const PageHead = ({ about, back, children, heading, title }: HeadProps) => {
  const h1 = useRef<HTMLHeadingElement>(null)
  const arrival = useContext(ArrivalContext)
  useEffect(() => {
    document.title = ShellWords.tabTitle(title)
  }, [title])
  useEffect(() => {
    const isTyping = document.activeElement instanceof HTMLInputElement
    if (arrival.current && !isTyping) h1.current?.focus()
    arrival.current = true
  }, [arrival])
  return (
    <header className="page-head">
      {back !== undefined && <Back {...back} />}
      <div className="page-title">
        <h1 ref={h1} tabIndex={-1}>
          {heading ?? title}
        </h1>
        {children !== undefined && <div className="actions">{children}</div>}
      </div>
      {about !== undefined && <p className="about">{about}</p>}
    </header>
  )
}

interface SectionProps {
  readonly title: string
  /** Text for screen readers that distinguishes sections with the same title. */
  readonly which?: string
  readonly about?: ReactNode
  readonly actions?: ReactNode
  readonly isFlush?: boolean
  /** A ref that makes the heading focusable. */
  readonly headingRef?: Ref<HTMLHeadingElement> | undefined
  readonly children?: ReactNode
}

export const Section = (props: SectionProps) => {
  const { about, actions, children, headingRef, isFlush = false, title, which } = props
  const id = useId()
  return (
    <section className={isFlush ? "card card-flush" : "card"} aria-labelledby={id}>
      <div className="card-head">
        <div>
          <h2 id={id} ref={headingRef} tabIndex={headingRef === undefined ? undefined : -1}>
            {title}
            {which !== undefined && <span className="hidden"> {which}</span>}
          </h2>
          {about !== undefined && <p className="about">{about}</p>}
        </div>
        {actions !== undefined && <div className="actions">{actions}</div>}
      </div>
      {children}
    </section>
  )
}

/** Names with their values. Empty values are left out. */
export const Facts = ({ of }: { readonly of: ReadonlyArray<readonly [string, ReactNode]> }) => (
  <dl className="facts">
    {of
      .filter(
        ([, value]) => value !== undefined && value !== null && value !== "" && value !== false
      )
      .map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
  </dl>
)
