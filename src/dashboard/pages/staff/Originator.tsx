/** The originator of a customer's account: the person or business that staff have verified. */
import type { Account } from "../../../client/Generated.ts"
import { useSignedIn } from "../../data/SignedIn.tsx"
import { Section } from "../../parts/Page.tsx"
import { OriginatorFacts, OriginatorFields, originatorIn } from "../../parts/Parties.tsx"
import { common as CommonWords } from "../../words/common.ts"
import { originator as Words } from "../../words/staff.tsx"
import { decision as DecisionWords } from "../../words/staffReview.tsx"
import { Deciding } from "./Decision.tsx"

interface Of {
  readonly account: Account
}

const Change = ({ account }: Of) => {
  const { originator } = account
  const label = originator === undefined ? Words.set : Words.change
  return (
    <Deciding
      label={label}
      name={label}
      title={DecisionWords.titleOf(label, account.name)}
      about={Words.about}
      facts={[[CommonWords.account, account.name]]}
      act={({ accounts }, values, sending) =>
        accounts.update(
          account.id,
          { originator: originatorIn(values), reason: values.text("reason") },
          sending
        )
      }
      done={Words.saved}
    >
      <OriginatorFields of={originator} />
    </Deciding>
  )
}

const Remove = ({ account }: Of) => (
  <Deciding
    label={Words.remove}
    name={Words.remove}
    title={DecisionWords.titleOf(Words.remove, account.name)}
    about={Words.removal}
    look="danger"
    facts={[
      [CommonWords.account, account.name],
      [Words.title, account.originator?.name]
    ]}
    act={({ accounts }, values, sending) =>
      accounts.update(account.id, { originator: null, reason: values.text("reason") }, sending)
    }
    done={Words.removed}
  />
)

/** The section of an account with its originator. */
export const Originator = ({ account }: Of) => {
  const { may } = useSignedIn()
  const { originator } = account
  return (
    <Section
      title={Words.title}
      actions={
        may("accounts") && (
          <>
            {originator !== undefined && <Remove account={account} />}
            <Change account={account} />
          </>
        )
      }
    >
      {originator === undefined ? <p>{Words.none}</p> : <OriginatorFacts of={originator} />}
    </Section>
  )
}
