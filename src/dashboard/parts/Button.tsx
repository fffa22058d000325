/** Buttons, and links that look like buttons. */
import type { LucideIcon } from "lucide-react"
import type { ComponentProps, ReactNode } from "react"
import { Link } from "wouter"

type Look = "primary" | "plain" | "quiet" | "danger"

interface Props {
  readonly look?: Look
  readonly icon?: LucideIcon
  readonly isSmall?: boolean
  readonly children: ReactNode
}

const classOf = (look: Look, isSmall: boolean): string =>
  `button button-${look}${isSmall ? " button-small" : ""}`

export const Button = ({
  children,
  icon: Icon,
  isBusy = false,
  isSmall = false,
  look = "plain",
  ...rest
}: Props & ComponentProps<"button"> & { readonly isBusy?: boolean }) => (
  <button
    type="button"
    {...rest}
    className={classOf(look, isSmall)}
    disabled={rest.disabled === true || isBusy}
    aria-busy={isBusy || undefined}
  >
    {isBusy ? <span className="spinner" aria-hidden /> : Icon && <Icon aria-hidden />}
    {children}
  </button>
)

export const LinkButton = ({
  children,
  href,
  icon: Icon,
  isSmall = false,
  look = "plain"
}: Props & { readonly href: string }) => (
  <Link href={href} className={classOf(look, isSmall)}>
    {Icon && <Icon aria-hidden />}
    {children}
  </Link>
)

/** A link to an address outside the dashboard. */
export const OutsideButton = ({
  children,
  href,
  icon: Icon,
  isSmall = false,
  look = "plain"
}: Props & { readonly href: string }) => (
  <a href={href} className={classOf(look, isSmall)} target="_blank" rel="noreferrer">
    {Icon && <Icon aria-hidden />}
    {children}
  </a>
)

/** A button with an icon in place of text. Screen readers and the tooltip use its label. */
export const IconButton = ({
  icon: Icon,
  label,
  ...rest
}: { readonly icon: LucideIcon; readonly label: string } & ComponentProps<"button">) => (
  <button type="button" {...rest} className="icon-button" aria-label={label} title={label}>
    <Icon aria-hidden />
  </button>
)
