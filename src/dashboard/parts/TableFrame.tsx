/** The frame of a table. It scrolls if the table is wider, and then the keyboard can focus it. */
import { type ReactNode, useEffect, useRef, useState } from "react"

interface Props {
  /** The table's name, for screen readers. */
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
