/** A secret that was just made: shown once, and closed only on purpose. */
import type { ReactNode } from "react"
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
        <p>It was already shown after the first attempt. Create another one.</p>
      ) : (
        <>
          <p>Copy it now. It is shown only once and cannot be recovered.</p>
          <Secret text={text} label={label} />
        </>
      )}
      {children}
    </div>
    <div className="dialog-foot">
      <Button look="primary" onClick={onClose}>
        Done
      </Button>
    </div>
  </Dialog>
)
