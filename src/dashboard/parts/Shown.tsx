/** Shows a new secret once. Only a button closes it, so that it is not lost by accident. */
import type { ReactNode } from "react"
import { shown as Words } from "../words/common.ts"
import { Button } from "./Button.tsx"
import { Dialog } from "./Dialog.tsx"
import { Secret } from "./Value.tsx"

export const ShownOnce = ({
  children,
  label,
  onClose,
  text,
  title
}: {
  readonly title: string
  readonly label: string
  readonly text: string | null
  readonly children?: ReactNode
  readonly onClose: () => void
}) => (
  <Dialog title={title} onClose={onClose} isSticky>
    <div className="dialog-body">
      {text === null ? (
        <p>{Words.shownBefore}</p>
      ) : (
        <>
          <p>{Words.shownOnce}</p>
          <Secret text={text} label={label} />
        </>
      )}
      {children}
    </div>
    <div className="dialog-foot">
      <Button look="primary" onClick={onClose}>
        {Words.done}
      </Button>
    </div>
  </Dialog>
)
