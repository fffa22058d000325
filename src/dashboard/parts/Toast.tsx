/** Short words about what was done, or why not; spoken too. */
import { CircleAlert, CircleCheck, X } from "lucide-react"
import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from "react"
import * as Words from "../words/parts/Parts.ts"
import { messageOf, requestIdOf } from "./Answer.tsx"
import { IconButton } from "./Button.tsx"

interface Note {
  readonly id: number
  readonly text: string
  readonly isError: boolean
  readonly requestId: string | undefined
}

interface Toast {
  readonly say: (text: string) => void
  readonly fail: (error: unknown) => void
}

const ToastContext = createContext<Toast>({ say: () => undefined, fail: () => undefined })

export const useToast = (): Toast => useContext(ToastContext)

const shownMs = 5_000
const notesMax = 3

export const Toaster = ({ children }: { readonly children: ReactNode }) => {
  const [notes, setNotes] = useState<ReadonlyArray<Note>>([])
  const drop = useCallback(
    (id: number) => setNotes((all) => all.filter((note) => note.id !== id)),
    []
  )
  const toast = useMemo(() => {
    const add = (note: Omit<Note, "id">) => {
      const id = performance.now()
      setNotes((all) => [...all, { ...note, id }].slice(-notesMax))
      // What failed stays until it was read.
      if (!note.isError) setTimeout(() => drop(id), shownMs)
    }
    return {
      say: (text: string) => add({ text, isError: false, requestId: undefined }),
      fail: (error: unknown) =>
        add({ text: messageOf(error), isError: true, requestId: requestIdOf(error) })
    }
  }, [drop])
  return (
    <ToastContext value={toast}>
      {children}
      <div className="toasts" role="status" aria-live="polite">
        {notes.map((note) => (
          <div key={note.id} className={note.isError ? "toast toast-error" : "toast"}>
            {note.isError ? <CircleAlert aria-hidden /> : <CircleCheck aria-hidden />}
            <span>
              {note.text}
              {note.requestId !== undefined && <code className="faint"> {note.requestId}</code>}
            </span>
            <IconButton icon={X} label={Words.dismiss} onClick={() => drop(note.id)} />
          </div>
        ))}
      </div>
    </ToastContext>
  )
}
