/** A figure with its name and a note. Tiles are the children of one description list. */
import type { ReactNode } from "react"

/** Shows every digit, with the decimals smaller. */
export const Figure = ({ text }: { readonly text: string }) => {
  const [whole, fraction] = text.split(".")
  return (
    <>
      {whole}
      {fraction !== undefined && <span className="fraction">.{fraction}</span>}
    </>
  )
}

export const Tile = ({ name, note, value }: { name: string; value: ReactNode; note: string }) => (
  <div className="tile">
    <dt>{name}</dt>
    <dd>
      {value}
      <small>{note}</small>
    </dd>
  </div>
)
