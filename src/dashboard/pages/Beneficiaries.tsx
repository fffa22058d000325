/** Saved recipients. */
import { useQueryClient } from "@tanstack/react-query"
import { Plus, Users } from "lucide-react"
import { useState } from "react"
import { Link } from "wouter"
import type { Beneficiary } from "../../client/Generated.ts"
import { PayoutError } from "../../client/Problem.ts"
import type { Clients } from "../data/Api.ts"
import { limitsOf, useNetworks } from "../data/Networks.ts"
import * as Phone from "../data/Phone.ts"
import { refresh, useServiceQuery } from "../data/Queries.ts"
import { useSignedIn } from "../data/SignedIn.tsx"
import { Empty } from "../parts/Answer.tsx"
import { Button, LinkButton } from "../parts/Button.tsx"
import { Confirm, Opens } from "../parts/Dialog.tsx"
import { Field, Select } from "../parts/Field.tsx"
import { Filters, SearchFilter, SelectFilter, useFilter } from "../parts/Filters.tsx"
import { Form, type Sending, type Values } from "../parts/Form.tsx"
import { type Column, Listing, usePage } from "../parts/Listing.tsx"
import { NetworkName } from "../parts/NetworkName.tsx"
import { PageHead } from "../parts/Page.tsx"
import { DetailsFields, detailsIn } from "../parts/Parties.tsx"
import { byCreationOrName, useSort } from "../parts/Sorting.tsx"
import { useToast } from "../parts/Toast.tsx"
import { Time } from "../parts/Value.tsx"
import { beneficiaries as Words } from "../words/beneficiaries.ts"
import { common as CommonWords } from "../words/common.ts"

interface Copied {
  readonly name: string
  readonly phone: string
  readonly network: string
}

const plain = (name: string): string => name.toLowerCase().replaceAll(/\s+/g, " ").trim()

/**
 * Refuses a copy of a saved beneficiary. The API allows copies, but in a form a copy is a mistake.
 */
const refuseCopy = async (api: Clients["api"], { name, network, phone }: Copied): Promise<void> => {
  const found = await api.beneficiaries.list({ search: phone, network, limit: 100 })
  const isThere = found.data.some(
    (each) => each.phone === phone && plain(each.name) === plain(name)
  )
  if (!isThere) return
  const message = Words.alreadySaved(name)
  throw new PayoutError({ code: "ALREADY_SAVED", status: 409, message })
}

const BeneficiaryForm = ({
  close,
  of
}: {
  readonly of?: Beneficiary
  readonly close: () => void
}) => {
  const { api } = useSignedIn()
  const client = useQueryClient()
  const toast = useToast()
  const networks = useNetworks()
  const [chosen, choose] = useState(of?.network)
  const network = chosen ?? networks[0]?.slug
  const shown = networks.find(({ slug }) => slug === network)
  /** Chooses a network of the country whose calling code the number has. */
  const follow = (phone: string) => {
    const currency = Phone.currencyOf(phone)
    const isThere = shown?.currency === currency
    if (currency === undefined || isThere) return
    choose(networks.find((each) => each.currency === currency)?.slug)
  }
  const save = async (values: Values, sending: Sending) => {
    const network = values.text("network")
    const currency = networks.find(({ slug }) => slug === network)?.currency
    const body = {
      ...{ name: values.text("name"), network },
      phone: Phone.international(values.text("phone"), currency),
      nickname: values.maybe("nickname") ?? null,
      details: detailsIn(values)
    }
    if (of === undefined) {
      await refuseCopy(api, body)
      await api.beneficiaries.create(body, sending)
    } else await api.beneficiaries.update(of.id, body)
    refresh(client, ["beneficiaries"])
    toast.say(of === undefined ? Words.add.done : Words.edit.done)
    close()
  }
  return (
    <Form
      onSubmit={save}
      onCancel={close}
      label={of === undefined ? Words.add.confirm : CommonWords.save}
    >
      <Field name="name" label={Words.fullName} required maxLength={200} defaultValue={of?.name} />
      <div className="form-row">
        <Field
          name="phone"
          label={CommonWords.phone}
          type="tel"
          required
          defaultValue={of?.phone}
          placeholder="+256770000001"
          hint={CommonWords.phoneHint}
          onChange={(event) => follow(event.target.value)}
        />
        <Select
          name="network"
          label={CommonWords.network}
          value={network}
          onChange={(event) => choose(event.target.value)}
          hint={shown && CommonWords.networkLimits(...limitsOf(shown))}
        >
          {networks.map(({ name, slug }) => (
            <option key={slug} value={slug}>
              {name}
            </option>
          ))}
        </Select>
      </div>
      <Field
        name="nickname"
        label={Words.nickname}
        maxLength={100}
        defaultValue={of?.nickname ?? undefined}
      />
      <DetailsFields of={of?.details} />
    </Form>
  )
}

const payoutsOf = ({ phone }: Beneficiary): string => `/payouts?search=${encodeURIComponent(phone)}`

const Actions = ({ of }: { readonly of: Beneficiary }) => (
  <div className="actions">
    <LinkButton href={`/payouts/new?beneficiary=${of.id}`} look="quiet" isSmall>
      {Words.pay}
      <span className="hidden"> {of.name}</span>
    </LinkButton>
    <LinkButton href={payoutsOf(of)} look="quiet" isSmall>
      {CommonWords.payouts}
      <span className="hidden"> {Words.to(of.name)}</span>
    </LinkButton>
    <Opens
      title={Words.edit.title}
      button={(open) => (
        <Button look="quiet" isSmall onClick={open} aria-label={Words.edit.label(of.name)}>
          {CommonWords.edit}
        </Button>
      )}
    >
      {(close) => <BeneficiaryForm of={of} close={close} />}
    </Opens>
    <Confirm
      isSmall
      label={Words.remove.label}
      title={Words.remove.title}
      act={({ api }) => api.beneficiaries.delete(of.id)}
      changes={["beneficiaries"]}
      done={Words.remove.done}
    >
      <p>{Words.remove.effect(of.name)}</p>
    </Confirm>
  </div>
)

const columnsOf = (mayWrite: boolean): ReadonlyArray<Column<Beneficiary>> => [
  {
    head: CommonWords.name,
    kind: "main",
    sort: "name",
    cell: (each) => (
      <Link href={payoutsOf(each)} title={Words.payoutsTo(each.name)}>
        {each.name}
      </Link>
    )
  },
  { head: Words.nickname, cell: (each) => each.nickname },
  { head: CommonWords.phone, cell: (each) => <span className="money">{each.phone}</span> },
  { head: CommonWords.network, cell: (each) => <NetworkName of={each.network} /> },
  {
    head: CommonWords.added,
    sort: "created_at",
    cell: (each) => <Time at={each.created_at} isShort />
  },
  ...(mayWrite
    ? [
        {
          head: CommonWords.actions,
          kind: "actions",
          cell: (each: Beneficiary) => <Actions of={each} />
        } as const
      ]
    : [])
]

const Add = ({ label }: { readonly label: string }) => (
  <Opens
    title={Words.add.button}
    button={(open) => (
      <Button look="primary" icon={Plus} onClick={open}>
        {label}
      </Button>
    )}
  >
    {(close) => <BeneficiaryForm close={close} />}
  </Opens>
)

export default function Beneficiaries() {
  const { may } = useSignedIn()
  const page = usePage()
  const [search] = useFilter("search")
  const [network] = useFilter("network")
  const sort = useSort(byCreationOrName)
  const query = { search: search || undefined, network: network || undefined, sort }
  const found = useServiceQuery("beneficiaries", ["list", page, query], ({ api }, options) =>
    api.beneficiaries.list({ ...page, ...query }, options)
  )
  const isFiltered = search !== "" || network !== ""
  return (
    <div className="page">
      <PageHead title={Words.title}>{may("write") && <Add label={Words.add.button} />}</PageHead>
      <div className="card card-flush">
        <Filters>
          <SearchFilter label={Words.searchLabel} />
          <SelectFilter
            name="network"
            label={CommonWords.network}
            options={useNetworks().map(({ name, slug }) => [slug, name] as const)}
          />
        </Filters>
        <Listing
          of={found}
          caption={Words.title}
          columns={columnsOf(may("write"))}
          sorts={byCreationOrName}
          idOf={(each) => each.id}
          empty={
            <Empty icon={Users} title={isFiltered ? Words.noneMatch : Words.noneYet}>
              <p>{Words.noneHint}</p>
              {!isFiltered && may("write") && <Add label={Words.addFirst} />}
            </Empty>
          }
        />
      </div>
    </div>
  )
}
