/** One customer: KYC, status, users and keys. */
import { useQueryClient } from "@tanstack/react-query"
import { Link } from "wouter"
import type { Account as Shape, UpdateAccountBody } from "../../../client/Generated.ts"
import { refresh, useServiceQuery } from "../../data/Queries.ts"
import { useSignedIn } from "../../data/SignedIn.tsx"
import * as Webhooks from "../../data/Webhooks.ts"
import type { AccountEndpoint } from "../../Generated.ts"
import { Answer } from "../../parts/Answer.tsx"
import { Badge } from "../../parts/Badge.tsx"
import { LinkButton } from "../../parts/Button.tsx"
import { type Column, Listing, Table, usePage } from "../../parts/Listing.tsx"
import { Facts, PageHead, Section } from "../../parts/Page.tsx"
import { Code, Time } from "../../parts/Value.tsx"
import { common as CommonWords } from "../../words/common.ts"
import { account as Words } from "../../words/staff.tsx"
import { decision as DecisionWords } from "../../words/staffReview.tsx"
import { CreateKey, type Desk, keyColumns, noKeys } from "../keys/KeyParts.tsx"
import { AccountAddresses } from "./AccountAddresses.tsx"
import { AccountBalance } from "./AccountBalance.tsx"
import { LastPayout, Settled, Volume } from "./AccountFigures.tsx"
import { Deciding } from "./Decision.tsx"
import { Originator } from "./Originator.tsx"
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
    title={DecisionWords.titleOf(label, account.name)}
    about={text}
    look={look}
    facts={[
      [CommonWords.account, account.name],
      [Words.email, account.email],
      [Words.kyc, <Badge key="kyc" status={account.kyc_status} />],
      [CommonWords.status, <Badge key="status" status={account.status} />]
    ]}
    act={({ accounts }, values, sending) =>
      accounts.update(account.id, { ...body, reason: values.text("reason") }, sending)
    }
    done={Words.updated}
  />
)

const Decisions = ({ account }: { readonly account: Shape }) => {
  const { kyc_status: kyc, name, status } = account
  return (
    <>
      {kyc !== "APPROVED" && (
        <Decide
          account={account}
          label={Words.approveKyc.label}
          body={{ kyc_status: "APPROVED" }}
          text={Words.approveKyc.about(name)}
        />
      )}
      {kyc !== "REJECTED" && (
        <Decide
          account={account}
          label={Words.rejectKyc.label}
          look="danger"
          body={{ kyc_status: "REJECTED" }}
          text={Words.rejectKyc.about(name)}
        />
      )}
      {status === "ACTIVE" ? (
        <Decide
          account={account}
          label={Words.suspend.label}
          look="danger"
          body={{ status: "SUSPENDED" }}
          text={Words.suspend.about(name)}
        />
      ) : (
        <Decide
          account={account}
          label={Words.reactivate.label}
          body={{ status: "ACTIVE" }}
          text={Words.reactivate.about(name)}
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
      title={Words.keys}
      isFlush
      actions={mayIssue && <CreateKey desk={desk} onDone={() => refresh(client, ["keys"])} />}
    >
      <Listing
        of={keys}
        caption={Words.keys}
        columns={keyColumns(mayIssue ? desk : undefined)}
        idOf={(each) => each.id}
        empty={noKeys}
      />
    </Section>
  )
}

/** Links to the staff's lists, filtered by the account. */
const Lists = ({ id }: { readonly id: string }) => (
  <span className="row">
    {Words.listsOf.map(([path, label]) => (
      <Link key={path} href={`/${path}?account_id=${id}`}>
        {label}
      </Link>
    ))}
    <Link href={`/accounts/${id}/recipients`}>{Words.recipients}</Link>
  </span>
)

/** The account's KYC status, and its last decision. */
const Kyc = ({ account: { id, kyc_status: status } }: { readonly account: Shape }) => (
  <div className="attempts">
    <span>
      <Badge status={status} />
    </span>
    <KycDecision id={id} kyc={status} />
  </div>
)

const KycDecision = ({ id, kyc }: { readonly id: string; readonly kyc: Shape["kyc_status"] }) => {
  const { data } = useServiceQuery("accounts", ["kyc", id], ({ own }, options) =>
    own.staff.accounts.kycDecision.get(id, options)
  )
  if (data === undefined) return null
  const { decision } = data
  if (decision === null) return <span>{Words.kycDecision.none[kyc]}</span>
  const { actor, at, reason, status } = decision
  return (
    <>
      <span>
        {Words.kycDecision.by[status](actor.name)}{" "}
        {actor.kind === "api_key" && <span className="faint">{Words.kycDecision.byKey}</span>}
      </span>
      <Time at={at} />
      {reason !== null && <span>{Words.kycDecision.reason(reason)}</span>}
    </>
  )
}

const stateOf = ({ disabled_reason, failing_since, is_active }: AccountEndpoint): string => {
  if (!is_active) return disabled_reason === null ? "inactive" : "disabled"
  return failing_since === null ? "active" : "failing"
}

const endpointColumns: ReadonlyArray<Column<AccountEndpoint>> = [
  { head: Words.endpoints.url, kind: "main", cell: ({ url }) => Webhooks.shortUrl(url) },
  { head: CommonWords.status, cell: (each) => <Badge status={stateOf(each)} /> },
  {
    head: Words.endpoints.failingSince,
    cell: ({ failing_since: since }) => (since === null ? "–" : <Time at={since} isShort />)
  }
]

const Figures = ({ id }: { readonly id: string }) => {
  const figures = useServiceQuery("stats", ["accounts", id], ({ own }, options) =>
    own.staff.accountFigures.get({ ids: id }, options)
  )
  const of = figures.data?.data[0]
  return (
    <Section title={Words.figures.title}>
      <Facts
        of={[
          [Words.figures.settled, <Settled key="settled" of={of} />],
          [Words.figures.volume, <Volume key="volume" of={of} />],
          [Words.figures.last, <LastPayout key="last" of={of} />]
        ]}
      />
    </Section>
  )
}

const Endpoints = ({ id }: { readonly id: string }) => {
  const endpoints = useServiceQuery("endpoints", ["of", id], ({ own }, options) =>
    own.staff.accounts.endpoints.get(id, options)
  )
  return (
    <Section title={Words.endpoints.title} isFlush>
      <Answer of={endpoints}>
        {({ data }) =>
          data.length === 0 ? (
            <p className="note">{Words.endpoints.none}</p>
          ) : (
            <Table
              caption={Words.endpoints.title}
              columns={endpointColumns}
              rows={data}
              idOf={(each) => each.id}
            />
          )
        }
      </Answer>
    </Section>
  )
}

const Loaded = ({ account }: { readonly account: Shape }) => {
  const { may } = useSignedIn()
  return (
    <>
      <Section title={CommonWords.details}>
        <Facts
          of={[
            [CommonWords.account, <Code key="id" text={account.id} label={Words.accountId} />],
            [Words.email, account.email],
            [Words.kyc, <Kyc key="kyc" account={account} />],
            [CommonWords.status, <Badge key="status" status={account.status} />],
            [CommonWords.created, <Time key="created" at={account.created_at} />],
            [Words.changed, <Time key="changed" at={account.updated_at} />],
            [Words.lists, <Lists key="lists" id={account.id} />]
          ]}
        />
      </Section>
      <Originator account={account} />
      <AccountBalance account={account} />
      <AccountAddresses account={account} />
      <Figures id={account.id} />
      <Endpoints id={account.id} />
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
        title={account.data?.name ?? CommonWords.account}
        back={{ href: "/accounts", label: Words.accounts }}
      >
        <LinkButton href={`/payouts?account_id=${id}`}>{Words.showPayouts}</LinkButton>
        {account.data !== undefined && may("accounts") && <Decisions account={account.data} />}
      </PageHead>
      <Answer of={account}>{(loaded) => <Loaded account={loaded} />}</Answer>
    </div>
  )
}
