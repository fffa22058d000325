/** The choice of a staff user to get e-mails about incidents. */
import { useAction, useServiceQuery } from "../../data/Queries.ts"
import { useSignedIn } from "../../data/SignedIn.tsx"
import type { Notices } from "../../Generated.ts"
import { Answer } from "../../parts/Answer.tsx"
import { Button } from "../../parts/Button.tsx"
import { Section } from "../../parts/Page.tsx"
import { notices as Words } from "../../words/staff.tsx"

const Choice = ({ of }: { readonly of: Notices }) => {
  const { incidents: isChosen, is_mail_set_up } = of
  const { session } = useSignedIn()
  const { isRunning, run } = useAction(
    ({ own }) => own.staff.noticeChoice.update({ incidents: !isChosen }),
    { changes: ["notices"], done: isChosen ? Words.done.stopped : Words.done.chosen }
  )
  return (
    <Section title={Words.title} about={Words.about(isChosen, session.person.email)}>
      {!is_mail_set_up && <p className="note">{Words.noMailServer}</p>}
      <div className="row">
        <Button isBusy={isRunning} onClick={() => run(undefined)}>
          {isChosen ? Words.stop : Words.choose}
        </Button>
      </div>
    </Section>
  )
}

export const IncidentEmails = () => {
  const notices = useServiceQuery("notices", [], ({ own }, options) =>
    own.staff.noticeChoice.get(options)
  )
  return <Answer of={notices}>{(found) => <Choice of={found} />}</Answer>
}
