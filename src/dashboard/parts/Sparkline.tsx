/** Attempts as a row of bars, oldest first. A failed attempt has a low bar in another color. */
import { parts as Words } from "../words/common.ts"

const width = 4
const gap = 1
const height = 18
const failedHeight = 8

export const Sparkline = ({ of }: { readonly of: ReadonlyArray<boolean> }) => {
  const succeeded = of.filter((each) => each).length
  return (
    <svg
      className="sparkline"
      width={of.length * (width + gap)}
      height={height}
      role="img"
      aria-label={Words.succeeded(succeeded, of.length)}
    >
      {of.map((isGood, index) => {
        const tall = isGood ? height : failedHeight
        return (
          <rect
            // biome-ignore lint/suspicious/noArrayIndexKey: a bar is identified by its position
            key={index}
            className={isGood ? "spark-good" : "spark-bad"}
            x={index * (width + gap)}
            y={height - tall}
            width={width}
            height={tall}
          />
        )
      })}
    </svg>
  )
}
