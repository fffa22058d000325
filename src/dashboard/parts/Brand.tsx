/** The product's name, and the frame of pages that need no signed-in user. */
import type { ReactNode } from "react"
import { Link } from "wouter"
import { shell as Words } from "../words/shell.ts"

const Mark = () => (
  <>
    <svg viewBox="0 0 32 32" aria-hidden="true">
      <rect width="32" height="32" rx="8" />
      <path d="M9 11h10a4 4 0 0 1 0 8H9m0 0 4-4m-4 4 4 4" />
    </svg>
    {Words.brand}
  </>
)

export const Brand = () => (
  <Link href="/" className="brand">
    <Mark />
  </Link>
)

/** A page without the menu. */
export const Alone = ({
  children,
  isWide = false
}: {
  readonly children: ReactNode
  readonly isWide?: boolean
}) => (
  <main className={isWide ? "alone alone-wide" : "alone"}>
    <p className="brand">
      <Mark />
    </p>
    <div className="card">{children}</div>
  </main>
)
