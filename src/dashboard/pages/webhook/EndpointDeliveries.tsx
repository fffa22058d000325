/** Deliveries to one endpoint, and sending the failed ones again all at once. */
import { useQueryClient } from "@tanstack/react-query"
import { RotateCw } from "lucide-react"
import { useState } from "react"
import { dayMs } from "../../../domain/Day.ts"
import * as EventTypes from "../../data/EventTypes.ts"
import { refresh, useServiceQuery } from "../../data/Queries.ts"
import { useSignedIn } from "../../data/SignedIn.tsx"
import * as Status from "../../data/Status.ts"
import { Answer } from "../../parts/Answer.tsx"
import { Button } from "../../parts/Button.tsx"
import { Opens } from "../../parts/Dialog.tsx"
import { Field } from "../../parts/Field.tsx"
import { DateFilter, dayStart, Filters, SelectFilter, useFilter } from "../../parts/Filters.tsx"
import { Form, type Sending, type Values } from "../../parts/Form.tsx"
import { Pager, usePage } from "../../parts/Listing.tsx"
import { Section } from "../../parts/Page.tsx"
import { useToast } from "../../parts/Toast.tsx"
import { common as CommonWords } from "../../words/common.ts"
import { endpointDeliveries as Words } from "../../words/webhooks.ts"
import { Deliveries } from "../payout/Deliveries.tsx"

const statuses = ["pending", "delivered", "failed"] as const

/**
 * The label of a status. A pending delivery has nearly always failed before, so it is `Retrying`.
 */
const labelOf = (status: (typeof statuses)[number]): string =>
  Status.meaning(status === "pending" ? "retrying" : status).label

/** The value of a `datetime-local` field: the viewer's local time, to the minute. */
const localOf = (time: number): string => {
  const offset = new Date(time).getTimezoneOffset() * 60_000
  return new Date(time - offset).toISOString().slice(0, 16)
}

/** The numbers of undelivered events since a time, or `undefined` until they are read. */
const useOpenSince = (id: string, since: string) => {
  const { data } = useServiceQuery(
    "deliveries",
    ["open-since", id, since],
    async ({ api }, options) => {
      const count = async (status: "failed" | "pending") => {
        const query = { status, created_from: since, limit: 1 }
        return (await api.webhooks.endpoints.deliveries.list(id, query, options)).total
      }
      const [failed, pending] = await Promise.all([count("failed"), count("pending")])
      return { failed, pending }
    },
    { isOn: since !== "" }
  )
  return since === "" ? undefined : data
}

const isoOf = (local: string): string => {
  const time = new Date(local).getTime()
  return Number.isNaN(time) ? "" : new Date(time).toISOString()
}

const ResendFailedForm = ({ close, id }: { readonly id: string; readonly close: () => void }) => {
  const { api } = useSignedIn()
  const client = useQueryClient()
  const toast = useToast()
  const [local, setLocal] = useState(() => localOf(Date.now() - dayMs))
  const open = useOpenSince(id, isoOf(local))
  const count = open === undefined ? 0 : open.failed + open.pending
  const resend = async (_: Values, sending: Sending) => {
    const body = { since: isoOf(local), pending: true }
    const done = await api.webhooks.endpoints.resendFailed(id, body, sending)
    refresh(client, ["deliveries"])
    toast.say(Words.resend.done(done.resent, done.remaining, count))
    close()
  }
  return (
    <Form
      label={count === 0 ? Words.resend.none : Words.resend.some(count)}
      isDisabled={count === 0}
      onCancel={close}
      onSubmit={resend}
    >
      <Field
        name="since"
        label={Words.resend.since}
        type="datetime-local"
        required
        value={local}
        onChange={(event) => setLocal(event.target.value)}
        hint={Words.resend.zone}
      />
      <p role="status">
        {open === undefined ? Words.resend.counting : Words.resend.found(open.failed, open.pending)}
      </p>
    </Form>
  )
}

const ResendFailed = ({ id }: { readonly id: string }) => (
  <Opens
    title={Words.resend.title}
    button={(open) => (
      <Button isSmall icon={RotateCw} onClick={open}>
        {Words.resend.button}
      </Button>
    )}
  >
    {(close) => <ResendFailedForm id={id} close={close} />}
  </Opens>
)

const EmptyList = ({ isFiltered }: { readonly isFiltered: boolean }) => (
  <p>{isFiltered ? CommonWords.fewerFilters : Words.noneHint}</p>
)

export const EndpointDeliveries = ({ id }: { readonly id: string }) => {
  const { may } = useSignedIn()
  const page = usePage()
  const [chosen] = useFilter("status")
  const [type] = useFilter("type")
  const [from] = useFilter("from")
  const query = {
    status: statuses.find((each) => each === chosen),
    type: type || undefined,
    created_from: dayStart(from)
  }
  const isFiltered = Object.values(query).some((each) => each !== undefined)
  const deliveries = useServiceQuery(
    "deliveries",
    ["endpoint", id, page, query],
    ({ api }, options) => api.webhooks.endpoints.deliveries.list(id, { ...page, ...query }, options)
  )
  return (
    <Section title={Words.title} actions={may("endpoints") && <ResendFailed id={id} />}>
      <Filters>
        <SelectFilter
          name="status"
          label={CommonWords.status}
          options={statuses.map((each) => [each, labelOf(each)] as const)}
        />
        <SelectFilter
          name="type"
          label={CommonWords.event}
          options={[...EventTypes.all, EventTypes.test].map((each) => [each, each] as const)}
        />
        <DateFilter name="from" label={Words.from} />
      </Filters>
      <Answer of={deliveries}>
        {({ data }) => (
          <>
            <Deliveries
              of={data}
              hasLinks={false}
              emptyTitle={isFiltered ? Words.noneMatch : Words.none}
              empty={<EmptyList isFiltered={isFiltered} />}
            />
            <Pager of={deliveries} />
          </>
        )}
      </Answer>
    </Section>
  )
}
