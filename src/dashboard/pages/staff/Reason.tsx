/** The reason of a decision: typed, or chosen from common reasons. The audit log stores it. */
import { useRef } from "react"
import { Button } from "../../parts/Button.tsx"
import { TextArea } from "../../parts/Field.tsx"
import { decision as Words } from "../../words/staffReview.tsx"

/**
 * The last reason of each decision in this tab, because staff often decide many like cases in a
 * row.
 */
const last = new Map<string, string>()

export const remember = (decision: string, reason: string): void => void last.set(decision, reason)

interface Props {
  readonly of: string
  readonly often?: ReadonlyArray<string> | undefined
}

export const Reason = ({ of, often = [] }: Props) => {
  const area = useRef<HTMLTextAreaElement>(null)
  const before = last.get(of)
  const choices = [...new Set([...(before === undefined ? [] : [before]), ...often])]
  const choose = (reason: string) => {
    if (area.current === null) return
    area.current.value = reason
    area.current.focus()
  }
  return (
    <>
      <TextArea
        ref={area}
        name="reason"
        label={Words.reason}
        required
        maxLength={500}
        hint={Words.reasonHint}
      />
      {choices.length > 0 && (
        <fieldset className="reasons" aria-label={Words.oftenGiven}>
          {choices.map((reason) => (
            <Button key={reason} isSmall onClick={() => choose(reason)}>
              {reason}
            </Button>
          ))}
        </fieldset>
      )}
    </>
  )
}
