/** Takes the place of a form that the user's role may not send. */
import { Lock } from "lucide-react"
import { parts as Words } from "../words/common.ts"
import { Empty } from "./Answer.tsx"

export const MayNot = () => (
  <Empty icon={Lock} title={Words.mayNot.title}>
    <p>{Words.mayNot.help}</p>
  </Empty>
)
