/** The frame of a table, which scrolls where the table is wider; the keyboard then reaches it. */
import { type ReactNode, useEffect, useRef, useState } from "react"

interface Props {
  /** For screen readers: what the table shows. */
  readonly label: string
  readonly children: ReactNode
}

export const TableFrame = ({ children, label }: Props) => {
  const frame = useRef<HTMLDivElement>(null)
  const [isScrolling, setScrolling] = useState(false)
  useEffect(() => {
    const place = frame.current
    if (place === null) return
    const observer = new ResizeObserver(() => setScrolling(place.scrollWidth > place.clientWidth))
    observer.observe(place)
    for (const child of place.children) observer.observe(child)
    return () => observer.disconnect()
  }, [])
  const reached = isScrolling ? { role: "group", "aria-label": label, tabIndex: 0 } : {}
  return (
    <div ref={frame} className="table-frame" {...reached}>
      {children}
    </div>
  )
}
