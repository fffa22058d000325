/** One customer: KYC, status, people and keys. */
import { useQueryClient } from "@tanstack/react-query"
import type { Account as Shape, UpdateAccountBody } from "../../../client/Generated.ts"
import { refresh, useServiceQuery } from "../../data/Queries.ts"
import { useSignedIn } from "../../data/SignedIn.tsx"
import { Answer } from "../../parts/Answer.tsx"
import { Badge } from "../../parts/Badge.tsx"
import { LinkButton } from "../../parts/Button.tsx"
import { Listing, usePage } from "../../parts/Listing.tsx"
import { Facts, PageHead, Section } from "../../parts/Page.tsx"
import { Code, Time } from "../../parts/Value.tsx"
import { CreateKey, type Desk, keyColumns, noKeys } from "../keys/KeyParts.tsx"
import { Deciding } from "./Decision.tsx"
import { People } from "./People.tsx"

const Decide = ({
  account,
  body,
  label,
  look = "plain",
  text
}: {
  readonly account: Shape
  readonly label: string
  readonly text: string
  readonly body: UpdateAccountBody
  readonly look?: "primary" | "plain" | "danger"
}) => (
  <Deciding
    label={label}
    name={label}
    title={`${label}: ${account.name}`}
    about={text}
    look={look}
    facts={[
      ["Account", account.name],
      ["E-mail", account.email],
      ["KYC", <Badge key="kyc" status={account.kyc_status} />],
      ["Status", <Badge key="status" status={account.status} />]
    ]}
    act={({ accounts }, values, sending) =>
      accounts.update(account.id, { ...body, reason: values.text("reason") }, sending)
    }
    done="The account is updated."
  />
)

const Decisions = ({ account }: { readonly account: Shape }) => {
  const { kyc_status: kyc, name, status } = account
  return (
    <>
      {kyc !== "APPROVED" && (
        <Decide
          account={account}
          label="Approve KYC"
          body={{ kyc_status: "APPROVED" }}
          text={`${name} can create payouts from now on.`}
        />
      )}
      {kyc !== "REJECTED" && (
        <Decide
          account={account}
          label="Reject KYC"
          look="danger"
          body={{ kyc_status: "REJECTED" }}
          text={`${name} cannot create payouts until its KYC is approved.`}
        />
      )}
      {status === "ACTIVE" ? (
        <Decide
          account={account}
          label="Suspend account"
          look="danger"
          body={{ status: "SUSPENDED" }}
          text={`Every request of ${name} is refused from now on.`}
        />
      ) : (
        <Decide
          account={account}
          label="Reactivate account"
          body={{ status: "ACTIVE" }}
          text={`${name} can use the service again.`}
        />
      )}
    </>
  )
}

const Keys = ({ id }: { readonly id: string }) => {
  const { api, may } = useSignedIn()
  const client = useQueryClient()
  const page = usePage()
  const keys = useServiceQuery("keys", ["of", id, page], (who, options) =>
    who.api.admin.accounts.apiKeys.list(id, page, options)
  )
  const desk: Desk = {
    create: (body, sending) => api.admin.accounts.apiKeys.create(id, body, sending),
    rotate: (who, key) => who.api.admin.accounts.apiKeys.rotate(id, key),
    revoke: (who, key) => who.api.admin.accounts.apiKeys.delete(id, key)
  }
  const mayIssue = may("issue")
  return (
    <Section
      title="API keys"
      isFlush
      actions={mayIssue && <CreateKey desk={desk} onDone={() => refresh(client, ["keys"])} />}
    >
      <Listing
        of={keys}
        caption="API keys"
        columns={keyColumns(mayIssue ? desk : undefined, false)}
        idOf={(each) => each.id}
        empty={noKeys}
      />
    </Section>
  )
}

const Loaded = ({ account }: { readonly account: Shape }) => {
  const { may } = useSignedIn()
  return (
    <>
      <Section title="Details">
        <Facts
          of={[
            ["Account", <Code key="id" text={account.id} label="account id" />],
            ["E-mail", account.email],
            ["KYC", <Badge key="kyc" status={account.kyc_status} />],
            ["Status", <Badge key="status" status={account.status} />],
            ["Created", <Time key="created" at={account.created_at} />],
            ["Changed", <Time key="changed" at={account.updated_at} />]
          ]}
        />
      </Section>
      {may("team") && <People id={account.id} />}
      <Keys id={account.id} />
    </>
  )
}

export default function Account({ id }: { readonly id: string }) {
  const { may } = useSignedIn()
  const account = useServiceQuery("accounts", ["one", id], ({ api }, options) =>
    api.admin.accounts.get(id, options)
  )
  return (
    <div className="page">
      <PageHead
        title={account.data?.name ?? "Account"}
        back={{ href: "/accounts", label: "Accounts" }}
      >
        <LinkButton href={`/payouts?account_id=${id}`}>Show payouts</LinkButton>
        {account.data !== undefined && may("accounts") && <Decisions account={account.data} />}
      </PageHead>
      <Answer of={account}>{(loaded) => <Loaded account={loaded} />}</Answer>
    </div>
  )
}
